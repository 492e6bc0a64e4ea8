// The real client, started directly: in a terminal (tmux, with a server of its own) or non-interactive (-p).
import { execFileSync, spawn } from 'node:child_process';
import { is_alive } from './processes.mjs';
import { guarded, until } from './wait.mjs';

const looks_before_pressing_again = 100;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class TerminalClient {
  #tmux_name;
  #env;

  // env: the client's whole environment; TMUX_TMPDIR in it keeps the server's socket in the case's folder.
  constructor({ name, binary, args, cwd, env }) {
    this.#tmux_name = name;
    this.#env = env;
    const command = ['env', '-i', ...Object.entries(env).map(([key, value]) => `${key}=${value}`), binary, ...args];
    this.#tmux('new-session', '-d', '-s', 'client', '-x', '150', '-y', '50', '-c', cwd, '--', ...command);
    this.pid = Number(this.#tmux('display-message', '-p', '-t', 'client', '#{pane_pid}'));
  }

  #tmux(...args) {
    return execFileSync('tmux', ['-L', this.#tmux_name, '-f', '/dev/null', ...args], { env: this.#env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  screen() {
    try {
      return this.#tmux('capture-pane', '-p', '-t', 'client').replace(/\n+$/, '');
    } catch {
      return '(the terminal is closed)';
    }
  }

  // The screen, once it shows that.
  sees(pattern) {
    return until(`the screen to show ${pattern}`, () => {
      const screen = this.screen();
      return pattern.test(screen) && screen;
    });
  }

  // The screen, once it no longer shows that.
  sees_no_more(pattern) {
    return until(`the screen to show ${pattern} no more`, () => {
      const screen = this.screen();
      return !pattern.test(screen) && screen;
    });
  }

  // The picker with this question is on screen and takes keys.
  picker(question) {
    return this.sees(new RegExp(`${escaped(question)}[^]*Enter to select`));
  }

  // Presses a key of tmux's names and waits for the screen to change. A terminal shows a picker a moment before it
  // takes keys, so a key that changes nothing is pressed again.
  async press(key) {
    const before = this.screen();
    let looks = 0;
    await until(`the screen to change at the key ${key}`, () => {
      if (looks++ % looks_before_pressing_again === 0) this.#tmux('send-keys', '-t', 'client', key);
      return this.screen() !== before;
    });
  }

  // Presses a key until it has done that: for screens that change by themselves, where a spinner turns.
  async press_for(key, pattern) {
    let looks = 0;
    await until(`the key ${key} to bring ${pattern}`, () => {
      if (looks++ % looks_before_pressing_again === 0) this.#tmux('send-keys', '-t', 'client', key);
      return pattern.test(this.screen());
    });
  }

  // Types a text where the cursor is, and waits until it stands there.
  async type(text) {
    this.#tmux('send-keys', '-t', 'client', '-l', text);
    await this.sees(new RegExp(escaped(text)));
  }

  signal(signal) {
    process.kill(this.pid, signal);
  }

  close_terminal() {
    try {
      this.#tmux('kill-server');
    } catch {
      // the client had ended, and the server with it
    }
  }

  gone() {
    return until(`the client ${this.pid} to be gone`, () => !is_alive(this.pid));
  }

  async end() {
    this.close_terminal();
    await this.gone();
  }
}

export class PrintClient {
  #child;
  #ended;

  constructor({ binary, args, cwd, env }) {
    this.#child = spawn(binary, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.pid = this.#child.pid;
    this.out = '';
    this.err = '';
    this.#child.stdout.on('data', (data) => { this.out += data; });
    this.#child.stderr.on('data', (data) => { this.err += data; });
    this.#ended = new Promise((done, fail) => this.#child.on('error', fail).on('close', (code, signal) => done({ code, signal })));
  }

  screen() {
    return `(client -p)\n${this.out}${this.err}`;
  }

  signal(signal) {
    this.#child.kill(signal);
  }

  // {code, signal, result}: result is the client's own JSON.
  async ended() {
    const how = await guarded('the client to end', this.#ended);
    return { ...how, result: how.code === 0 ? JSON.parse(this.out) : null };
  }

  async end() {
    this.#child.kill('SIGKILL');
    await guarded('the client to end', this.#ended);
  }
}
