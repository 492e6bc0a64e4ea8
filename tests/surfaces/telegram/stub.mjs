#!/usr/bin/env node
// Telegram's Bot API on loopback, as strict as its documentation: what it would refuse is refused here, in its
// words. Prints "PORT\n" and serves until its stdin ends.
//   node stub.mjs [--token TOKEN]
//   /botTOKEN/METHOD   the Bot API (methods.mjs); JSON or multipart bodies
//   /control/NAME      what a test does (people.mjs, faults.mjs)
import http from 'node:http';
import { parseArgs } from 'node:util';
import { Faults } from './faults.mjs';
import { Refused } from './limits.mjs';
import { methods } from './methods.mjs';
import { parameters_of } from './parameters.mjs';
import { controls, no } from './people.mjs';
import { World } from './world.mjs';

const { values: given } = parseArgs({ options: { token: { type: 'string', default: '7000000001:AAFakeTokenForTestsOnly_0123456789abcde' } } });
const body_bytes_max = 50 * 1024 * 1024;
const world = new World(given.token);
const faults = new Faults(world);

async function body_of(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > body_bytes_max) throw new Refused(413, 'Request Entity Too Large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function reply(response, status, value) {
  const after = value.parameters?.retry_after;
  response.writeHead(status, { 'content-type': 'application/json', ...(after !== undefined && { 'retry-after': after }) });
  response.end(JSON.stringify(value));
}

function refusal({ code, message, parameters }) {
  return { ok: false, error_code: code, description: message, ...(parameters && { parameters }) };
}

async function call(token, method, request, response) {
  if (!/^\d+:[\w-]{30,}$/.test(token)) throw new Refused(404, 'Not Found');
  if (token !== world.token) throw new Refused(401, 'Unauthorized');
  const params = parameters_of(request.headers['content-type'], await body_of(request));
  const noted = { method, at: Date.now(), params, status: null };
  world.calls.push(noted);
  world.touch();
  try {
    if (!Object.hasOwn(methods, method)) throw new Refused(404, 'Not Found: method not found');
    const fault = await faults.before(method, params, response);
    if (fault) return noted.status = fault;
    const result = await methods[method](world, params, { on_close: (stop) => response.on('close', stop) });
    noted.status = 200;
    if (await faults.after(method, params, response)) return undefined; // done, and nobody is told
    reply(response, 200, { ok: true, result });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    noted.status = error.code;
    noted.refused = error.message;
    reply(response, error.code, refusal(error));
  } finally {
    world.touch();
  }
}

async function control(name, request, response) {
  const act = { ...controls, ...faults.controls }[name] ?? (() => no(`there is no control "${name}"`));
  const text = (await body_of(request)).toString('utf8');
  reply(response, 200, await act(world, text ? JSON.parse(text) : {}));
}

const server = http.createServer((request, response) => {
  const [, token, method] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url) ?? [];
  const [, name] = /^\/control\/(\w+)$/.exec(request.url) ?? [];
  const served = token !== undefined ? call(token, method, request, response) : control(name, request, response);
  served.catch((error) => {
    if (response.headersSent || response.destroyed) return;
    reply(response, error.code ?? 500, error instanceof Refused ? refusal(error) : { error: error.message });
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
