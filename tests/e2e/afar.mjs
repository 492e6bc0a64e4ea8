// The operator's side of a case: the built `afar`, run as from another shell.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { until } from './wait.mjs';

export class Afar {
  #bin;
  #env;

  #folder;

  constructor(bin, env, folder) {
    this.#bin = bin;
    this.#env = env;
    this.#folder = folder;
  }

  // The same from another folder than ours.
  in(folder) {
    return new Afar(this.#bin, this.#env, folder);
  }

  // {code, out, err} of one command.
  async run(...args) {
    const child = spawn(path.join(this.#bin, 'afar'), args, { cwd: this.#folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '', err = '';
    child.stdout.on('data', (data) => { out += data; });
    child.stderr.on('data', (data) => { err += data; });
    const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
    return { code, out, err };
  }

  // A command that must work; gives its standard output.
  async done(...args) {
    const { code, out, err } = await this.run(...args);
    if (code !== 0) throw new Error(`afar ${args.join(' ')}: exit ${code}\n${out}${err}`);
    return out;
  }

  async list(...args) {
    return JSON.parse(await this.done('list', '--json', ...args));
  }

  async show(id) {
    return JSON.parse(await this.done('show', id, '--json'));
  }

  // The whole record, one event each.
  async audit() {
    return (await this.done('audit', '--json')).trimEnd().split('\n').map((line) => JSON.parse(line));
  }

  // The first event of that kind, once it is on record.
  recorded(kind) {
    return this.recorded_of(kind, () => true);
  }

  recorded_of(kind, holds) {
    return until(`${kind} to be on record`, async () => (await this.audit()).find((event) => event.kind === kind && holds(event)));
  }

  answer(id, ...args) {
    return this.done('answer', id, ...args);
  }

  // The open dialogs, once there are as many as wanted, each with a hook that waits.
  waiting(count = 1) {
    return until(`${count} open dialog(s) with a waiting hook`, async () => {
      const open = (await this.list()).filter((dialog) => dialog.state === 'open' && dialog.waiters > 0);
      return open.length === count && open;
    });
  }

  // The dialog, once it is in that state.
  async reached(id, state) {
    let dialog;
    try {
      return await until(`${id} to be ${state}`, async () => {
        dialog = await this.show(id);
        return dialog.state === state && dialog;
      });
    } catch (error) {
      throw new Error(`${error.message}; it is ${JSON.stringify(dialog, null, 1)}`);
    }
  }

  // The dialog, once the agent's last words stand beside it: the client writes them down after it has started the hook.
  async with_context(id, words) {
    let dialog;
    await until(`${id} to have the context ${JSON.stringify(words)}`, async () => {
      dialog = await this.show(id);
      return dialog.context === words;
    });
    return dialog;
  }

  // The dialog, once that many hooks wait for it.
  joined(id, waiters) {
    return until(`${waiters} hooks to wait for ${id}`, async () => {
      const dialog = await this.show(id);
      return dialog.waiters === waiters && dialog;
    });
  }

  // The dialog, once its outcome has got that far on its way to the agent.
  async delivered(id) {
    return until(`the outcome of ${id} to be delivered`, async () => {
      const dialog = await this.show(id);
      return dialog.outcome?.delivery === 'delivered' && dialog;
    });
  }
}
