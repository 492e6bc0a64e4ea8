// A scripted model: speaks as much of the Messages API, on loopback, as the client needs, and keeps what it was sent.
//
// The script is a list of turns, one for each request that offers tools; a turn is a list of blocks, each a text or
// a tool call made by call(), or a function that waits for something and gives such a list. After the last turn it says "done". Requests without tools (titles, probes) get "ok".
import http from 'node:http';
import { guarded } from './wait.mjs';

export const call = (id, name, input) => ({ type: 'tool_use', id, name, input });
export const ask = (id, ...questions) => call(id, 'AskUserQuestion', { questions });

// question('Which color?', 'Color', ['Red', 'Blue']); extra fields go over it.
export const question = (text, header, labels, extra = {}) => ({
  question: text,
  header,
  options: labels.map((label) => ({ label, description: `${label} it is` })),
  multiSelect: false,
  ...extra,
});

const is_result = (block, call_id) => block?.type === 'tool_result' && block.tool_use_id === call_id;

// What the pinned client puts in the model's mouth where a session is resumed.
const is_filler = ({ content }) => content.length === 1 && content[0].text === 'No response requested.';

export class FakeModel {
  #server;
  #script;
  #turns = 0;
  #plan_file;
  #waiting = [];

  requests = []; // {turn, news, content}: the messages since the model last spoke, and what it said; turn is null for a side request

  constructor(script) {
    this.#script = script;
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

  // The result of a tool call, as the model was told: {text, is_error}.
  result_of(call_id) {
    return this.#wait(`the model to be told the result of ${call_id}`, () => this.#find_result(call_id));
  }

  told(call_id) {
    return this.#find_result(call_id) !== undefined;
  }

  // What the model read beside the result of a tool call, which it was told: the client's reminders and the person's prompts.
  beside(call_id) {
    const told = this.requests.find(({ news }) => news.flatMap(({ content }) => content).some((block) => is_result(block, call_id)));
    return told.news.flatMap(({ content }) => content).map((block) => (typeof block === 'string' ? block : block.text ?? '')).join('\n');
  }

  // How many of the scripted requests brought the model a text with that.
  heard(text) {
    return this.requests.filter(({ turn, news }) => turn !== null && JSON.stringify(news).includes(JSON.stringify(text).slice(1, -1))).length;
  }

  // The n-th request (from 1) of the script has come.
  turn(n) {
    return this.#wait(`the model's turn ${n}`, () => this.#turns >= n);
  }

  // The file that plan mode tells the model to write its plan to.
  plan_file() {
    return this.#plan_file;
  }

  get turns() {
    return this.#turns;
  }

  // For people: what was said, a block a line, long ones cut.
  transcript() {
    const lines = (role, blocks) => [blocks].flat().map((block) => `  ${role}: ${JSON.stringify(block.text ?? block).slice(0, 600)}`);
    return this.requests.flatMap(({ turn, news, content }) => [
      turn === null ? 'side request' : `turn ${turn + 1}`,
      ...news.flatMap((message) => lines(message.role, message.content)),
      ...lines('model', content),
    ]).join('\n');
  }

  #find_result(call_id) {
    for (const { news } of this.requests) {
      for (const block of news.flatMap((message) => message.content)) {
        if (!is_result(block, call_id)) continue;
        const text = [block.content].flat().map((part) => part.text ?? part).join('');
        return { text, is_error: block.is_error === true };
      }
    }
    return undefined;
  }

  #wait(what, look) {
    const found = look();
    if (found) return Promise.resolve(found);
    return guarded(what, new Promise((done) => this.#waiting.push({ look, done })));
  }

  async #serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const where = request.url.split('?')[0];
    if (where.endsWith('/count_tokens')) return this.#json(response, 200, { input_tokens: 1 });
    if (request.method !== 'POST' || !where.endsWith('/v1/messages')) {
      return this.#json(response, where === '/' ? 200 : 404, { type: 'error', error: { type: 'not_found_error', message: where } });
    }
    const sent = Buffer.concat(chunks).toString('utf8');
    const asked = JSON.parse(sent);
    this.#plan_file = /\/[\w./-]+\/plans\/[\w-]+\.md/.exec(sent)?.[0] ?? this.#plan_file;
    const scripted = (asked.tools ?? []).length > 0;
    const turn = scripted ? this.#turns++ : null;
    const news = asked.messages.slice(asked.messages.findLastIndex((message) => message.role === 'assistant' && !is_filler(message)) + 1);
    const due = scripted ? this.#script[turn] ?? ['done'] : ['ok'];
    const said = typeof due === 'function' ? await due() : due;
    const content = said.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block));
    this.requests.push({ turn, news, content });
    this.#reply(response, asked, content);
    this.#waiting = this.#waiting.filter(({ look, done }) => {
      const found = look();
      if (found) done(found);
      return !found;
    });
  }

  #reply(response, { model, stream }, content) {
    const stop_reason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
    const message = {
      id: `msg_${this.requests.length}`, type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
    if (!stream) return this.#json(response, 200, message);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    send('message_start', { message: { ...message, content: [], stop_reason: null } });
    content.forEach((block, index) => {
      const tool = block.type === 'tool_use';
      send('content_block_start', { index, content_block: tool ? { ...block, input: {} } : { type: 'text', text: '' } });
      send('content_block_delta', {
        index,
        delta: tool ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) } : { type: 'text_delta', text: block.text },
      });
      send('content_block_stop', { index });
    });
    send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
    send('message_stop', {});
    response.end();
  }

  #json(response, status, body) {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }
}
