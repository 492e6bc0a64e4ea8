#!/usr/bin/env node
// Prints a line for each change that afar posts: node receiver.mjs SECRET_FILE PORT
import { createHmac, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';

const [secret_file, port] = process.argv.slice(2);
const key = Buffer.from(fs.readFileSync(secret_file, 'utf8').trim().slice('whsec_'.length), 'base64');
const seen = new Set(); // a change may come twice; its id is then the same

function genuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = headers;
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest('base64')}`);
  const signed = given.split(' ').map((one) => Buffer.from(one)).some((one) => one.length === right.length && timingSafeEqual(one, right));
  return signed && Math.abs(Date.now() / 1000 - at) < 300;
}

http.createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const ok = genuine(request.headers, body);
  response.writeHead(ok ? 204 : 401).end();
  if (!ok || seen.has(request.headers['webhook-id'])) return;
  seen.add(request.headers['webhook-id']);
  const { event, dialog, text } = JSON.parse(body);
  console.log(dialog ? `${event} ${dialog.id} ${dialog.state}: ${dialog.title || dialog.questions[0].text}` : `${event}: ${text ?? ''}`);
}).listen(Number(port), '127.0.0.1', () => console.log('listening'));
