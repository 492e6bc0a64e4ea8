#!/usr/bin/env node
// The same as plugin.py, for Node. Node 22.18 and newer run it as it is, older ones by `npx tsx plugin.ts`.
//
//     tail -f ~/.questions              # what your agents ask
//     echo 'tbxkq 2' > ~/.answers       # the second option; or: echo 'tbxkq my own words' > ~/.answers
import { execFileSync } from 'node:child_process';
import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';

type Option = { id: string; label: string; is_default?: boolean };
type Request = { request_id: string; title: string; content_preview?: string; options: Option[] };
type Closed = { request_id: string; text: string };

const questions = process.env.QUESTIONS ?? `${homedir()}/.questions`;
const answers = process.env.ANSWERS ?? `${homedir()}/.answers`;
const capabilities = { experimental: { 'claude/channel': {}, 'claude/channel/dialog': {} } };
const asked = new Map<string, Request>(); // the requests that are open, by their ids

const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const show = (text: string) => appendFileSync(questions, `${text}\n`);

function onRequest(request: Request) {
  asked.set(request.request_id, request);
  show(`\n${request.request_id}: ${request.title}`);
  if (request.content_preview) show(request.content_preview);
  request.options.forEach(({ label, is_default }, index) => show(`  ${index + 1}. ${label}${is_default ? ' (default)' : ''}`));
}

function onClosed(closed: Closed) {
  asked.delete(closed.request_id);
  show(`${closed.request_id}: ${closed.text}`);
}

function onAnswer(line: string) {
  const [name, ...rest] = line.trim().split(' ');
  const words = rest.join(' ');
  const request = asked.get(name);
  if (!request || words === '') return show(`There is no open dialog ${name}.`);
  const option = /^\d+$/.test(words) ? request.options[Number(words) - 1] : undefined;
  const answer = option ? { selected_option: option.id } : { free_text: words };
  send({ method: 'notifications/claude/channel/dialog_response', params: { request_id: name, ...answer } });
}

if (!existsSync(answers)) execFileSync('mkfifo', ['-m', '600', answers]);
createInterface({ input: createReadStream(answers, { flags: 'r+' }) }).on('line', onAnswer); // r+: it has no end then

const input = createInterface({ input: process.stdin });
input.on('line', (line: string) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'example', version: '1.0.0' };
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (method === 'notifications/claude/channel/dialog_request') {
    onRequest(params);
  } else if (method === 'notifications/claude/channel/dialog_closed') {
    onClosed(params);
  } else if (id !== undefined && method) {
    send({ id, error: { code: -32601, message: 'method not found' } });
  }
});
input.on('close', () => process.exit(0));
