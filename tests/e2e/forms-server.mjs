#!/usr/bin/env node
// An MCP server (JSON-RPC lines) with one tool: `ask` puts its arguments to the person as an elicitation, and its result
// is what came back, as JSON. Writes the file $FORMS_READY once the client knows its tool.
import fs from 'node:fs';
import readline from 'node:readline';

const tool = { name: 'ask', description: 'asks the person', inputSchema: { type: 'object', properties: {}, additionalProperties: true } };
const waiting = new Map();
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function ask(params) {
  const id = `ask-${waiting.size + 1}`;
  return new Promise((done) => {
    waiting.set(id, done);
    send({ id, method: 'elicitation/create', params });
  });
}

async function result_of({ method, params }) {
  if (method === 'initialize') {
    return { protocolVersion: params.protocolVersion, serverInfo: { name: 'forms', version: '1' }, capabilities: { tools: {} } };
  }
  if (method === 'tools/list') return { tools: [tool] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: JSON.stringify(await ask(params.arguments)) }] };
  return {};
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) return waiting.get(message.id)?.(message.result ?? { error: message.error.message });
  if (message.id === undefined) return;
  send({ id: message.id, result: await result_of(message) });
  if (message.method === 'tools/list') fs.writeFileSync(process.env.FORMS_READY, '');
}).on('close', () => process.exit(0));
