// A scripted model that speaks as much of the Responses API, on loopback, as Codex needs, and keeps what it was sent.
// The script is a list of turns, one for each request; a turn is a list of texts and of tool calls made by call() of ../fake-model.mjs,
// which are those of the given server, or a function that gives such a list.
import http from 'node:http';
import { guarded } from '../wait.mjs';

export class ResponsesModel {
  #server;
  #script;
  #namespace;
  #waiting = [];

  requests = []; // {tools, input, output}

  constructor(script, namespace) {
    this.#script = script;
    this.#namespace = namespace;
  }

  async start() {
    this.#server = http.createServer((request, response) => {
      this.#serve(request, response).catch((error) => response.destroy(error));
    });
    await new Promise((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  // The result of a tool call, as the model was told: {text}.
  result_of(call_id) {
    const look = () => this.#find_result(call_id);
    const found = look();
    if (found) return Promise.resolve(found);
    return guarded(`the model to be told the result of ${call_id}`, new Promise((done) => this.#waiting.push({ look, done })));
  }

  get turns() {
    return this.requests.length;
  }

  // The names of the tools that the server offered in the first turn.
  tools() {
    return this.requests[0].tools.find(({ name }) => name === this.#namespace)?.tools.map(({ name }) => name) ?? [];
  }

  transcript() {
    return this.requests.map(({ input, output }, n) => [`turn ${n + 1}`, ...input.slice(-3), ...output].map((item) => `  ${JSON.stringify(item).slice(0, 600)}`).join('\n')).join('\n');
  }

  #find_result(call_id) {
    for (const { input } of this.requests) {
      const item = input.find((each) => each.type === 'function_call_output' && each.call_id === call_id);
      if (item) return { text: [item.output].flat().map((part) => part.text ?? part).join('\n') };
    }
    return undefined;
  }

  #item(block, id) {
    if (typeof block === 'string') return { type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text: block }] };
    return { type: 'function_call', id, call_id: block.id, namespace: this.#namespace, name: block.name, arguments: JSON.stringify(block.input) };
  }

  async #serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method !== 'POST' || !request.url.endsWith('/responses')) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{}');
      return;
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const turn = this.requests.length;
    const due = this.#script[turn] ?? ['done'];
    const output = (typeof due === 'function' ? await due() : due).map((block, n) => this.#item(block, `item_${turn}_${n}`));
    this.requests.push({ tools: asked.tools, input: asked.input, output });
    this.#reply(response, `resp_${turn}`, output);
    this.#waiting = this.#waiting.filter(({ look, done }) => {
      const found = look();
      if (found) done(found);
      return !found;
    });
  }

  #reply(response, id, output) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    send('response.created', { response: { id } });
    output.forEach((item, output_index) => {
      send('response.output_item.added', { output_index, item });
      send('response.output_item.done', { output_index, item });
    });
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
    send('response.completed', { response: { id, status: 'completed', usage } });
    response.end();
  }
}
