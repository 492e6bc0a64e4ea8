#!/usr/bin/env node
// An ntfy server on loopback, as strict as the real one: what that would refuse is refused here, in its words.
// Prints "PORT\n" and serves until its stdin ends.
//   node stub.mjs [--version 2.17] [--allow TOKEN:TOPIC:rw ...] [--keepalive-ms 45000]
//   POST / and /TOPIC, PUT|POST /TOPIC/SEQUENCE, DELETE /TOPIC/SEQUENCE, GET /TOPIC,TOPIC/json, /v1/health
//   /control/NAME   what a test does (phone.mjs, faults.mjs)
// --allow: any given, and nobody may anything else. Before 2.16 nothing is known of sequence ids.
import http from 'node:http';
import { parseArgs } from 'node:util';
import { Refused } from './errors.mjs';
import { Faults } from './faults.mjs';
import { letters } from './letters.mjs';
import { checked_topic, fields_of_json, fields_of_plain, message_of } from './message.mjs';
import { controls, no } from './phone.mjs';
import { Topics } from './topics.mjs';

const { values: given } = parseArgs({ options: {
  version: { type: 'string', default: '2.17' }, allow: { type: 'string', multiple: true, default: [] }, 'keepalive-ms': { type: 'string', default: '45000' },
} });
const body_bytes_max = 1024 * 1024;
const access = given.allow.map((text) => { const [token, topic, may] = text.split(':'); return { token, topic, may }; });
const topics = new Topics(Number(given.version), access);
const faults = new Faults();

async function body_of(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > body_bytes_max) throw new Refused(41303);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const reply = (response, status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const may = (request, url, topic, right) => topics.check(topic, right, request.headers.authorization
  ?? (url.searchParams.has('auth') ? Buffer.from(url.searchParams.get('auth'), 'base64url').toString() : undefined));

async function publish(request, url, response, note) {
  const bytes = await body_of(request);
  const [, path_topic, path_sequence] = url.pathname.split('/');
  const fields = path_topic === '' ? fields_of_json(bytes) : fields_of_plain(bytes, request.headers, url.searchParams);
  const topic = checked_topic(path_topic || fields.topic);
  Object.assign(note, { topic, fields });
  may(request, url, topic, 'w');
  const message = message_of(topic, { ...fields, ...(path_sequence && { sequence_id: path_sequence }) }, topics.version);
  if (await faults.act('publish', topic, false, response)) return;
  topics.publish(message);
  note.id = message.id;
  if (await faults.act('publish', topic, true, response)) return;
  reply(response, 200, message);
}

function remove(request, url, response) {
  const [, topic, sequence_id] = url.pathname.split('/');
  may(request, url, checked_topic(topic), 'w');
  const time = Math.floor(Date.now() / 1000);
  reply(response, 200, topics.publish({ id: letters(12), sequence_id, time, expires: time + 43200, event: 'message_delete', topic }));
}

async function subscribe(request, url, response, note) {
  const names = url.pathname.split('/')[1].split(',').map(checked_topic);
  for (const topic of names) may(request, url, topic, 'r');
  const poll = ['1', 'true', 'yes'].includes(url.searchParams.get('poll'));
  const since = url.searchParams.get('since') ?? (poll ? 'all' : undefined);
  Object.assign(note, { topics: names, since });
  const old = topics.since(names, since);
  if (await faults.act('subscribe', names[0], false, response)) return;
  const write = (message) => response.write(`${JSON.stringify(message)}\n`);
  const sign = (event) => write({ id: letters(12), time: Math.floor(Date.now() / 1000), event, topic: names.join(',') });
  const leave = poll ? () => {} : topics.listen(names, write, () => response.destroy());
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
  if (!poll) sign('open');
  old.forEach(write);
  if (poll) { response.end(); return; }
  const keepalive = setInterval(() => sign('keepalive'), Number(given['keepalive-ms']));
  response.on('close', () => { clearInterval(keepalive); leave(); });
}

async function control(name, request, response) {
  const act = { ...controls, ...faults.controls }[name] ?? (() => no(`there is no control "${name}"`));
  const text = (await body_of(request)).toString('utf8');
  reply(response, 200, await act(topics, text ? JSON.parse(text) : {}));
}

function route(method, path) {
  const sequences = topics.version >= 2.16 && /^\/[^/]+\/[^/]+$/.test(path);
  if (['POST', 'PUT'].includes(method) && (path === '/' ? method === 'POST' : /^\/[^/]+$/.test(path) || sequences)) return { kind: 'publish', serve: publish };
  if (method === 'DELETE' && sequences) return { kind: 'delete', serve: remove };
  if (method === 'GET' && /^\/[^/]+\/json$/.test(path)) return { kind: 'subscribe', serve: subscribe };
  if (method === 'GET' && path === '/v1/health') return { kind: 'health', serve: (_, __, response) => reply(response, 200, { healthy: true }) };
  throw new Refused(40401);
}

async function serve(request, response) {
  const url = new URL(request.url, 'http://stub');
  const [, name] = /^\/control\/(\w+)$/.exec(url.pathname) ?? [];
  if (name) return control(name, request, response);
  const { kind, serve: act } = route(request.method, url.pathname);
  const note = { kind, status: null, at: Date.now() };
  topics.calls.push(note);
  topics.touch();
  response.on('close', () => { note.status ??= response.headersSent ? response.statusCode : 0; topics.touch(); });
  faults.take_request();
  return act(request, url, response, note);
}

const server = http.createServer((request, response) => {
  serve(request, response).catch((error) => {
    if (response.headersSent || response.destroyed) return;
    if (error instanceof Refused) reply(response, error.status, error.body);
    else reply(response, 500, { error: error.message });
  }).finally(() => topics.touch());
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
