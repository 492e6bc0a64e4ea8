// Where one case plays: a HOME of its own with the real afard, agents that ask by the real hook, and the operator's
// command. end() stops all of it, and fails where the log shows an error.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Afar } from '../e2e/afar.mjs';
import { guarded, until } from '../e2e/wait.mjs';

const fixtures = path.join(path.dirname(fileURLToPath(import.meta.url)), '../fixtures/claude-code-2.1.332');
const captured = (file) => JSON.parse(fs.readFileSync(path.join(fixtures, file), 'utf8'));
const exit_of = (child) => new Promise((done) => child.on('close', (code, signal) => done(code ?? signal)));

export class Stage {
  #bin;
  #env;
  #children = [];
  #daemon;
  #asked = 0;

  constructor(bin) {
    this.#bin = bin;
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), 'afar-surfaces-')); // short: it holds sockets
    this.home = path.join(this.root, 'home');
    for (const folder of ['home/.config/afar', 'run', 'project']) fs.mkdirSync(path.join(this.root, folder), { recursive: true, mode: 0o700 });
    this.state = path.join(this.home, '.local/state/afar');
    // Surfaces rest as they do in use, but in hundredths.
    this.#env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: this.home, LANG: 'C.UTF-8', TZ: 'UTC', XDG_RUNTIME_DIR: path.join(this.root, 'run'), AFAR_RETRY_FIRST_MS: '10' };
    this.afar = new Afar(bin, this.#env, this.root);
    this.log_file = path.join(this.root, 'afard.log');
  }

  // A file with a secret in it; gives its path.
  secret(name, text) {
    const file = path.join(this.home, '.config/afar', name);
    fs.writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return file;
  }

  configure(config) {
    fs.writeFileSync(path.join(this.home, '.config/afar/config.json'), JSON.stringify(config), { mode: 0o600 });
  }

  // Starts afard and waits until it answers.
  async start() {
    const log = fs.openSync(this.log_file, 'a');
    this.#daemon = spawn(path.join(this.#bin, 'afard'), [], { env: this.#env, cwd: this.root, stdio: ['ignore', log, log] });
    this.#daemon.ended = exit_of(this.#daemon);
    fs.closeSync(log);
    await until('afard to answer', async () => {
      if (this.#daemon.exitCode !== null) throw new Error(`it ended:\n${this.log()}`);
      return (await this.afar.run('status')).code === 0;
    });
  }

  // Ends afard; by kill -9 where nothing else is said.
  async stop(signal = 'SIGKILL') {
    this.#daemon.kill(signal);
    await guarded('the end of afard', this.#daemon.ended);
  }

  // Sends afard a signal (SIGSTOP, SIGCONT, SIGHUP) and does not wait for anything.
  signal(signal) {
    this.#daemon.kill(signal);
  }

  log() {
    return fs.readFileSync(this.log_file, 'utf8');
  }

  // An agent of its own runs the hook for an event: {session, end}; `end`: what it printed, once it has ended.
  #hook(event, interactive) {
    this.#asked += 1;
    const session = `5e551014-0000-4000-8000-${String(this.#asked).padStart(12, '0')}`;
    const env = { ...this.#env, CLAUDE_CODE_ENTRYPOINT: interactive ? 'cli' : 'sdk-cli', CLAUDECODE: '1' };
    // By a process of its own: who asks may not answer, and that is judged by who started whom.
    const hook = [path.join(this.#bin, 'afar-hook'), '--agent', 'claude-code', '--host-timeout', '600', '--no-start'];
    const child = spawn('/usr/bin/timeout', ['600', ...hook], // which leads a process group of its own
      { env, cwd: this.root, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#children.push(child);
    let out = '';
    child.stdout.on('data', (data) => { out += data; });
    child.stdin.end(JSON.stringify({ ...event, session_id: session, ...(event.tool_use_id && { tool_use_id: `toolu_${this.#asked}` }) }));
    return { session, end: exit_of(child).then(() => out) }; // not guarded: the case is
  }

  // An agent asks: {id, end}; `id`: the dialog's.
  async ask(event, { interactive = true } = {}) {
    const { session, end } = this.#hook(event, interactive);
    const { id } = await until('the dialog to be there', async () => (await this.afar.list('--all')).find(({ origin }) => origin.session === session));
    return { id, end };
  }

  // An agent tells of something that asks nothing.
  async tell(event) {
    await this.#hook(event, true).end;
  }

  status_of(surface) {
    return this.afar.done('status', '--json').then((text) => JSON.parse(text).surfaces.find(({ name }) => name === surface));
  }

  // Whether a text stands in the log, in the database or in what goes with it.
  holds(text) {
    const files = [this.log_file, ...fs.readdirSync(this.state).map((name) => path.join(this.state, name))];
    return files.filter((file) => fs.statSync(file).isFile() && fs.readFileSync(file).includes(text));
  }

  async end() {
    for (const { pid, exitCode, signalCode } of this.#children) {
      if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL'); // the hook too
    }
    if (this.#daemon && this.#daemon.exitCode === null && this.#daemon.signalCode === null) await this.stop('SIGKILL');
    const bad = fs.existsSync(this.log_file) ? this.log().split('\n').filter((line) => / (error|critical): /.test(line)) : [];
    fs.rmSync(this.root, { recursive: true, force: true });
    if (bad.length > 0) throw new Error(`afard's log:\n${bad.join('\n')}`);
  }
}

// What agents ask. Each takes the hook's event as it was captured, with other words in it.
export function question({ text = 'Which cache?', header = 'Cache', options = ['Redis', 'SQLite'], multi = false } = {}) {
  const event = captured('PreToolUse-tui-chat.json');
  event.tool_input.questions = [{ question: text, header, multiSelect: multi, options: options.map((label) => ({ label, description: `${label} it is` })) }];
  return event;
}

export function questions(...several) {
  const event = question();
  event.tool_input.questions = several.flatMap((one) => question(one).tool_input.questions);
  return event;
}

export function permission(command) {
  const event = captured('PermissionRequest-bash-Bash.json');
  event.tool_input = { ...event.tool_input, command };
  delete event.permission_suggestions;
  return event;
}

export function plan(text) {
  const event = captured('PermissionRequest-plan-ExitPlanMode.json');
  event.tool_input = { ...event.tool_input, plan: text };
  return event;
}

export const turn_ended = () => captured('Stop-bash-allow.json');
