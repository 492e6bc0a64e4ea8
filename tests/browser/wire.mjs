// A connection of an agent's side to the daemon, for what no hook would ask: PROTOCOL.md.
import net from 'node:net';
import path from 'node:path';
import readline from 'node:readline';
import { guarded } from '../e2e/wait.mjs';

export class Wire {
  #socket;
  #last_id = 0;
  #under_way = new Map();

  static async connect(stage, role) {
    const wire = new Wire();
    wire.#socket = net.connect(path.join(stage.root, 'run/afar/afard.sock'));
    readline.createInterface({ input: wire.#socket }).on('line', (line) => {
      const { id, error, result } = JSON.parse(line);
      const call = wire.#under_way.get(id);
      wire.#under_way.delete(id);
      if (error) call?.fail(new Error(error.message));
      else call?.done(result);
    });
    await wire.call('initialize', { protocol: 1, client: 'test', version: '1', role, from_agent: false });
    return wire;
  }

  call(method, params) {
    this.#last_id += 1;
    const id = this.#last_id;
    const result = new Promise((done, fail) => this.#under_way.set(id, { done, fail, result: null }));
    this.#under_way.get(id).result = result;
    this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return result;
  }

  // Once everything asked so far is answered.
  all() {
    return guarded('every call to be answered', Promise.all([...this.#under_way.values()].map(({ result }) => result)));
  }

  end() {
    this.#socket.destroy();
  }
}
