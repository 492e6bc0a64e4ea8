// Where one case plays: a HOME of its own with the real afard, hooks that ask as the client makes them ask
// (its captured events), and a browser of a phone's size. end() stops everything and says what went wrong unseen.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Afar } from '../e2e/afar.mjs';
import { processes_of } from '../e2e/processes.mjs';
import { guarded, until } from '../e2e/wait.mjs';
import { Phone } from './phone.mjs';

const fixtures = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../fixtures/claude-code-2.1.332');

async function free_port() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

export class Stage {
  #bin;
  #browser;
  #axe;
  #phones = [];
  #asked = 0;

  // tools: {browser, axe}; shots: the folder for screenshots.
  constructor({ bin, browser, axe, shots }) {
    this.#bin = bin;
    this.#browser = browser;
    this.#axe = axe;
    this.shots = shots;
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), 'afar-page-')); // short: it holds sockets
    this.home = path.join(this.root, 'home');
    for (const folder of ['home', 'run', 'shop-api']) fs.mkdirSync(path.join(this.root, folder), { mode: 0o700 });
    this.afar = new Afar(bin, this.#env());
  }

  #env(more = {}) {
    return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: this.home, LANG: 'C.UTF-8', XDG_RUNTIME_DIR: path.join(this.root, 'run'), ...more };
  }

  async start(config = {}) {
    this.port = await free_port();
    const surfaces = { web: { listen: `127.0.0.1:${this.port}` }, ...config.surfaces };
    fs.mkdirSync(path.join(this.home, '.config/afar'), { recursive: true });
    fs.writeFileSync(path.join(this.home, '.config/afar/config.json'), JSON.stringify({ ...config, surfaces }), { mode: 0o600 });
    await this.afar.done('daemon', 'start');
  }

  // The link that `afar web` prints.
  async link(...args) {
    const said = await this.afar.done('web', ...args);
    const link = /https?:\/\/\S+#\S+/.exec(said);
    if (!link) throw new Error(`afar web printed no link:\n${said}`);
    return link[0];
  }

  // A browser of a phone's size on the page; logged in unless told otherwise.
  async phone({ login = true, as = null, ...options } = {}) {
    const phone = await Phone.open({ browser: this.#browser, axe: this.#axe, shots: this.shots, options });
    this.#phones.push(phone);
    await phone.page.goto(login ? await this.link(...(as ? ['--as', as] : [])) : `http://127.0.0.1:${this.port}/`);
    if (login) await phone.page.getByRole('link', { name: 'Status' }).waitFor();
    return phone;
  }

  // A captured event, changed by `change(event)`, on its way through our hook: a call of its own each time.
  // {reply: a promise of what the hook printed}
  ask(fixture, change = () => {}, { interactive = false, args = [] } = {}) {
    const event = JSON.parse(fs.readFileSync(path.join(fixtures, `${fixture}.json`), 'utf8'));
    this.#asked += 1;
    event.cwd = path.join(this.root, 'shop-api');
    event.session_id = `0000000${this.#asked % 10}-0000-4000-8000-000000000001`;
    if (event.tool_use_id) event.tool_use_id = `toolu_${this.#asked}`;
    event.transcript_path = path.join(this.root, `transcript-${this.#asked}.jsonl`);
    change(event);
    // The shell is the agent that asks: who asks may not answer, and that would be us.
    const hook = spawn('/bin/sh', ['-c', '"$0" "$@"; exit $?', path.join(this.#bin, 'afar-hook'), '--agent', 'claude-code', ...args], {
      env: this.#env({ CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: interactive ? 'cli' : 'sdk-cli' }), stdio: ['pipe', 'pipe', 'inherit'],
    });
    let out = '';
    hook.stdout.on('data', (data) => { out += data; });
    hook.stdin.end(JSON.stringify(event));
    const reply = guarded('the hook to print its reply', new Promise((done) => hook.on('close', () => done(out === '' ? null : JSON.parse(out)))));
    reply.catch(() => {}); // of hooks that nobody answers
    return { reply, hook };
  }

  // A question with these parts of the tool's input; what the agent said before stands in its transcript.
  question(questions, { said = '', ...more } = {}) {
    return this.ask('PreToolUse-preview', (event) => {
      event.tool_input = { questions: questions.map((each) => ({ header: 'Choice', multiSelect: false, ...each })), ...more };
      if (said) this.transcript(event, said);
    });
  }

  plan(plan, { said = '' } = {}) {
    return this.ask('PermissionRequest-plan-ExitPlanMode', (event) => {
      event.tool_input = { plan };
      if (said) this.transcript(event, said);
    }, { interactive: true });
  }

  permission(change = () => {}, fixture = 'PermissionRequest-bash-rule') {
    return this.ask(fixture, change, { interactive: true, args: ['--permissions'] });
  }

  // What the agent said right before this event's call.
  transcript(event, text) {
    const line = (content) => JSON.stringify({ type: 'assistant', sessionId: event.session_id, message: { id: 'msg_1', role: 'assistant', content: [content] } });
    fs.writeFileSync(event.transcript_path, `${line({ type: 'text', text })}\n${line({ type: 'tool_use', id: event.tool_use_id ?? 'toolu_0', name: event.tool_name, input: event.tool_input })}\n`);
  }

  // The one open dialog with a waiting hook; or as many as wanted, oldest first.
  async waiting(count = 1) {
    const open = await this.afar.waiting(count);
    return count === 1 ? open[0] : open;
  }

  async report() {
    const log = path.join(this.home, '.local/state/afar/afard.log');
    const parts = [];
    for (const [n, phone] of this.#phones.entries()) parts.push([`page ${n}`, await phone.report().catch((error) => error.message)]);
    const { out, err } = await this.afar.run('list', '--all').catch((error) => ({ out: '', err: error.message }));
    parts.push(['afar list --all', out + err], ['afard.log', fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-6000) : '(none)']);
    return parts.map(([title, text]) => `--- ${title}\n${text.trimEnd()}`).join('\n');
  }

  async end() {
    const problems = this.#phones.flatMap((phone) => phone.problems);
    for (const phone of this.#phones) await phone.close();
    // The hooks first: one that loses its daemon would start it again.
    const hooks = () => processes_of(this.home).filter(({ program }) => program !== 'afard');
    await until('the hooks to have ended', () => {
      for (const { pid } of hooks()) process.kill(pid, 'SIGKILL');
      return hooks().length === 0;
    }).catch((error) => problems.push(error.message));
    await this.afar.run('daemon', 'stop');
    await until('everything to have ended', () => processes_of(this.home).length === 0).catch((error) => problems.push(error.message));
    if (problems.length > 0) throw new Error(problems.join('\n'));
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
