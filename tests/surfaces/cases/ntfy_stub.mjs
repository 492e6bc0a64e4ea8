// Our ntfy stub as the npm client "ntfy" sees it, which a stranger to this project wrote; and, where that client
// does not go (streams, errors, JSON messages), plain requests as the server's documentation has them.
import assert from 'node:assert/strict';
import { start_stub } from '../ntfy/start_stub.mjs';

const packages = ['ntfy@1.15.6'];

function with_stub(options, play, needs) {
  return async ({ load_module }) => {
    const stub = await start_stub(options);
    try {
      const { NtfyClient } = needs.length > 0 ? await load_module('ntfy') : {};
      await play({ stub, NtfyClient });
    } finally {
      stub.end();
    }
  };
}

async function lines_of(response, count) {
  const lines = [];
  let text = '';
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const whole = text.split('\n');
    text = whole.pop();
    lines.push(...whole.map((line) => JSON.parse(line)));
    if (lines.length >= count) break;
  }
  return lines;
}

async function refused(code, status, call) {
  const response = await call;
  assert.equal(response.status, status);
  const body = await response.json();
  assert.deepEqual([body.code, body.http, typeof body.error], [code, status, 'string'], JSON.stringify(body));
  return body;
}

async function publishes({ stub, NtfyClient }) {
  const client = new NtfyClient({ server: stub.base, topic: 'afar-1' });
  const sent = await client.publish({
    message: 'Which cache?', title: 'shop', priority: 4, tags: ['robot'],
    actions: [
      { type: 'http', label: 'Redis', url: `${stub.base}/afar-1-re`, method: 'POST', clear: true, headers: { Authorization: 'Bearer tk_x' } },
      { type: 'view', label: 'Open', url: 'https://example.org/' },
    ],
  });
  assert.match(sent.id, /^[A-Za-z0-9]{12}$/);
  assert.deepEqual([sent.event, sent.topic, sent.message, sent.title, sent.priority, sent.tags], ['message', 'afar-1', 'Which cache?', 'shop', 4, ['robot']]);
  const { message } = await stub.wait({ topic: 'afar-1', has: 'Which cache?', button: 'Redis' });
  assert.deepEqual(message.labels, ['Redis', 'Open']);
  assert.deepEqual(message.actions[0].headers, { Authorization: 'Bearer tk_x' });
  assert.equal((await stub.tap({ id: message.id, label: 'Redis' })).status, 200);
  assert.equal((await stub.wait({ topic: 'afar-1-re' })).message.message, 'triggered');
  assert.equal((await stub.wait({ topic: 'afar-1', ms: 1 })).message, null, 'cleared by its tap');
  await assert.rejects(client.publish({ message: 'x'.repeat(4097) }), /Bad Request/);
  await assert.rejects(client.publish({ message: 'x', actions: Array(4).fill({ type: 'view', label: 'a', url: 'https://example.org/' }) }), /Bad Request/);
}

const json = (stub, message, headers = {}) => fetch(stub.base, { method: 'POST', headers, body: JSON.stringify(message) });

async function limits({ stub }) {
  const send = (more) => json(stub, { topic: 'afar-1', message: 'x', ...more });
  assert.equal((await send({ message: 'ä'.repeat(2048) })).status, 200);
  await refused(40014, 400, send({ message: `${'ä'.repeat(2048)}x` }));
  await refused(41303, 413, send({ message: 'x'.repeat(32768) }));
  await refused(40009, 400, send({ topic: 'a b' }));
  await refused(40009, 400, send({ topic: 'x'.repeat(65) }));
  await refused(40010, 400, send({ topic: 'v1' }));
  await refused(40017, 400, send({ tags: 'robot' }));
  await refused(40007, 400, send({ priority: 6 }));
  const http = { action: 'http', label: 'a', url: 'https://example.org/' };
  assert.match((await refused(40018, 400, send({ actions: Array(4).fill(http) }))).error, /only 3 actions allowed/);
  assert.match((await refused(40018, 400, send({ actions: [{ ...http, label: '' }] }))).error, /'label' is required/);
  assert.match((await refused(40018, 400, send({ actions: [{ ...http, url: '' }] }))).error, /'url' is required/);
  assert.match((await refused(40018, 400, send({ actions: [{ ...http, method: 'get', body: 'x' }] }))).error, /'body' cannot be set/);
  await refused(40018, 400, send({ actions: [{ ...http, action: 'shout' }] }));
  await refused(40018, 400, send({ actions: [{ ...http, headers: { A: 1 } }] }));
  await refused(40401, 404, fetch(`${stub.base}/a/b/c`));
  await stub.fail({ of: 'publish', code: 42901, retry_after: 5 });
  await refused(42901, 429, send());
}

async function streams({ stub }) {
  const first = await (await json(stub, { topic: 'afar-1', message: 'one' })).json();
  const stream = await fetch(`${stub.base}/afar-1/json?since=all`);
  await stub.listening({ topic: 'afar-1' });
  const second = await (await json(stub, { topic: 'afar-1', message: 'two' })).json();
  await json(stub, { topic: 'afar-2', message: 'elsewhere' });
  const lines = await lines_of(stream, 3);
  assert.deepEqual(lines.map(({ event, message }) => [event, message]), [['open', undefined], ['message', 'one'], ['message', 'two']]);
  const poll = async (since) => (await lines_of(await fetch(`${stub.base}/afar-1/json?poll=1&since=${since}`), 9)).map(({ message }) => message);
  assert.deepEqual(await poll(first.id), ['two'], 'strictly after');
  assert.deepEqual(await poll('latest'), ['two']);
  assert.deepEqual(await poll('10m'), ['one', 'two']);
  assert.deepEqual(await poll(second.id), []);
  assert.deepEqual(await poll('AAAAAAAAAAAA'), ['one', 'two'], 'not kept any more: all');
  await refused(40008, 400, fetch(`${stub.base}/afar-1/json?poll=1&since=nonsense!`));
}

async function tokens({ stub, NtfyClient }) {
  const publish = (authorization) => new NtfyClient({ server: stub.base, topic: 'afar-1', authorization }).publish({ message: 'x' });
  await publish('tk_all');
  await assert.rejects(publish('tk_unknown'), /Unauthorized/);
  await assert.rejects(publish('tk_write'), /Forbidden/);
  await refused(40301, 403, json(stub, { topic: 'afar-1', message: 'x' }));
  await refused(40101, 401, json(stub, { topic: 'afar-1', message: 'x' }, { authorization: 'Bearer tk_unknown' }));
  assert.equal((await json(stub, { topic: 'afar-re', message: 'x' }, { authorization: 'Bearer tk_write' })).status, 200);
  await refused(40301, 403, fetch(`${stub.base}/afar-re/json?poll=1`, { headers: { authorization: 'Bearer tk_write' } }));
  const auth = Buffer.from('Bearer tk_all').toString('base64url');
  assert.equal((await fetch(`${stub.base}/afar-re/json?poll=1&auth=${auth}`)).status, 200);
}

async function sequences({ stub }) {
  const send = async (more) => (await json(stub, { topic: 'afar-1', ...more })).json();
  const one = await send({ message: 'open', sequence_id: 'afar-x' });
  assert.equal(one.sequence_id, 'afar-x');
  await send({ message: 'ended', sequence_id: 'afar-x' });
  assert.deepEqual((await stub.shown({ topic: 'afar-1' })).messages.map(({ message }) => message), ['ended']);
  await refused(40049, 400, json(stub, { topic: 'afar-1', message: 'x', sequence_id: 'a b' }));
  await fetch(`${stub.base}/afar-1/afar-x`, { method: 'DELETE' });
  assert.deepEqual((await stub.shown({ topic: 'afar-1' })).messages, []);
}

async function older({ stub }) {
  for (const message of ['open', 'ended']) {
    const sent = await (await json(stub, { topic: 'afar-1', message, sequence_id: 'afar-x' })).json();
    assert.equal(sent.sequence_id, undefined);
  }
  assert.deepEqual((await stub.shown({ topic: 'afar-1' })).messages.map(({ message }) => message), ['open', 'ended']);
  await refused(40401, 404, fetch(`${stub.base}/afar-1/afar-x`, { method: 'DELETE' }));
}

const access = ['tk_all:afar-1:rw', 'tk_all:afar-re:rw', 'tk_write:afar-re:w'];
const with_client = { 'messages come with buttons that work': [{}, publishes], 'tokens open what they are for': [{ access }, tokens] };
const plain = { 'texts and buttons have limits': [{}, limits], 'streams begin where they are told to': [{}, streams],
  'a message replaces one of its sequence': [{}, sequences], 'before 2.16 it is a second one': [{ version: '2.15' }, older] };
const listed = (cases, title, needs) => Object.entries(cases).map(([name, [options, play]]) => ({ name: `${title}: ${name}`, packages: needs, run: with_stub(options, play, needs) }));

export default [...listed(with_client, 'ntfy stub, npm ntfy', packages), ...listed(plain, 'ntfy stub', [])];
