// Where one case plays: a HOME, a runtime directory and projects of its own, the hooks registered in the client's
// settings, scripted models, and clients. end() stops everything and says what did not stop by itself.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Afar } from './afar.mjs';
import { PrintClient, TerminalClient } from './client.mjs';
import { FakeModel } from './fake-model.mjs';
import { processes_of } from './processes.mjs';
import { until } from './wait.mjs';

const api_key = 'no-real-key-0123456789-0123456789';
const question_events = ['PreToolUse', 'PermissionRequest', 'PostToolUse'];
const session_events = ['UserPromptSubmit', 'Stop', 'SubagentStop', 'SessionStart', 'SessionEnd'];

export class Stage {
  #client;
  #bin;
  #clients = [];
  #models = [];

  // release: {version, binary}; bin: the folder of our executables.
  constructor(release, bin) {
    this.version = release.version;
    this.#client = release.binary;
    this.#bin = bin;
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), 'afar-e2e-')); // short: it holds sockets
    this.home = path.join(this.root, 'home');
    for (const folder of ['home/.claude', 'run', 'project', 'other']) {
      fs.mkdirSync(path.join(this.root, folder), { recursive: true, mode: 0o700 });
    }
    this.afar = new Afar(bin, this.#env());
    this.#answer_first_run_dialogs();
    this.register(this.hooks());
  }

  #env(more = {}) {
    return {
      PATH: '/usr/local/bin:/usr/bin:/bin', HOME: this.home, LANG: 'C.UTF-8', TERM: 'xterm-256color',
      XDG_RUNTIME_DIR: path.join(this.root, 'run'), TMUX_TMPDIR: this.root, ...more,
    };
  }

  #answer_first_run_dialogs() {
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    fs.writeFileSync(path.join(this.home, '.claude.json'), JSON.stringify({
      hasCompletedOnboarding: true, lastOnboardingVersion: '99.0.0', theme: 'dark',
      customApiKeyResponses: { approved: [api_key.slice(-20)], rejected: [] },
      projects: { [path.join(this.root, 'project')]: trusted, [path.join(this.root, 'other')]: trusted },
    }));
  }

  // What a settings file, or a plugin's, says to run our hook on every event we know.
  hooks({ timeout = 600, tools = 'AskUserQuestion', args = ['--agent', 'claude-code', '--host-timeout', String(timeout)] } = {}) {
    const run = [{ type: 'command', command: path.join(this.#bin, 'afar-hook'), args, timeout }];
    return Object.fromEntries([
      ...question_events.map((event) => [event, [{ matcher: tools, hooks: run }]]),
      ...session_events.map((event) => [event, [{ hooks: run }]]),
    ]);
  }

  register(hooks) {
    fs.writeFileSync(path.join(this.home, '.claude/settings.json'), JSON.stringify({ hooks }));
  }

  // afar's own configuration, to be written before the first hook runs.
  configure(config) {
    fs.mkdirSync(path.join(this.home, '.config/afar'), { recursive: true });
    fs.writeFileSync(path.join(this.home, '.config/afar/config.json'), JSON.stringify(config), { mode: 0o600 });
  }

  // A plugin with hooks of its own; gives its folder.
  plugin(hooks) {
    const folder = path.join(this.root, 'plugin');
    fs.mkdirSync(path.join(folder, '.claude-plugin'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'hooks'));
    fs.writeFileSync(path.join(folder, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'afar-twice', version: '1.0.0', description: 'registers the hook again' }));
    fs.writeFileSync(path.join(folder, 'hooks/hooks.json'), JSON.stringify({ hooks }));
    return folder;
  }

  async model(...script) {
    const model = await new FakeModel(script).start();
    this.#models.push(model);
    return model;
  }

  #client_env(model) {
    return this.#env({
      ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: api_key, DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1',
    });
  }

  // How the daemon resumes this client; what it needs to know of the model stands in a file for it.
  delivery(model) {
    const env_file = path.join(this.home, 'client.env');
    const { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, ...quiet } = this.#client_env(model);
    const lines = Object.entries({ ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, ...quiet }).map(([name, value]) => `${name}=${value}\n`);
    fs.writeFileSync(env_file, lines.join(''), { mode: 0o600 });
    return { 'claude-code': { resume: true, program: this.#client, env_file } };
  }

  // What the daemon's n-th try to resume a session for this dialog printed.
  resumed_run(id, attempt = 1) {
    return JSON.parse(fs.readFileSync(path.join(this.home, '.local/state/afar/runs', `${id}-${attempt}.json`), 'utf8'));
  }

  #start(Kind, model, args, project, env = {}) {
    const client = new Kind({
      name: `t${this.#clients.length}`, binary: this.#client, args, cwd: path.join(this.root, project), env: { ...this.#client_env(model), ...env },
    });
    this.#clients.push(client);
    return client;
  }

  // The client in a terminal, prompted with "go".
  terminal(model, { args = [], project = 'project' } = {}) {
    return this.#start(TerminalClient, model, ['go', ...args], project);
  }

  // The client without one; `stdio` makes the question tool available there.
  print(model, { args = ['go'], project = 'project' } = {}) {
    return this.#start(PrintClient, model, ['-p', ...args, '--output-format', 'json', '--permission-prompt-tool', 'stdio'], project);
  }

  // The client without one, asking through our MCP server; `server` are that one's own arguments.
  prompted(model, { args = ['go'], project = 'project', server = [], env = {} } = {}) {
    const config = { mcpServers: { afar: { command: path.join(this.#bin, 'afar-mcp'), args: server } } };
    return this.#start(PrintClient, model, [
      '-p', ...args, '--output-format', 'json', '--permission-prompt-tool', 'mcp__afar__permission_prompt', '--mcp-config', JSON.stringify(config),
    ], project, env);
  }

  // The same with whatever server of that name is registered in the client's own configuration.
  registered(model, { args = ['go'], project = 'project' } = {}) {
    return this.#start(PrintClient, model, ['-p', ...args, '--output-format', 'json', '--permission-prompt-tool', 'mcp__afar__permission_prompt'], project);
  }

  // What our hook prints for an event that no client sent, as if a run without a terminal had.
  hook(event) {
    // The shell is the agent that asks: who asks may not answer, and that would be us.
    return execFileSync('/bin/sh', ['-c', '"$0" --agent claude-code; exit $?', path.join(this.#bin, 'afar-hook')], {
      input: JSON.stringify(event), env: this.#env({ CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }), encoding: 'utf8',
    });
  }

  // What the client has written down of its sessions so far.
  transcripts() {
    const folder = path.join(this.home, '.claude/projects');
    return fs.readdirSync(folder, { recursive: true })
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
      .join('');
  }

  running(program) {
    return processes_of(this.home).filter((process) => process.program === program);
  }

  // Those that wait beside an idle session stay.
  no_hook_left() {
    return until('every afar-hook to have ended', () => this.running('afar-hook').every(({ command }) => command.includes('--wake')));
  }

  // What a person needs to understand a failure; to be called before end().
  async report() {
    const log = path.join(this.home, '.local/state/afar/afard.log');
    const dialogs = await this.afar.run('list', '--all', '--json').catch((error) => ({ out: '', err: error.message }));
    const parts = [
      ...this.#clients.map((client, n) => [`client ${n}`, client.screen()]),
      ...this.#models.map((model, n) => [`model ${n}`, model.transcript()]),
      ['afar list --all --json', dialogs.out + dialogs.err],
      ['spool', fs.existsSync(path.join(this.home,'.local/state/afar/spool')) ? fs.readFileSync(path.join(this.home,'.local/state/afar/spool'),'utf8') : '(none)'],
      ['status', JSON.stringify(await this.afar.run('status','--json').catch((e)=>e.message))],
      ['audit', (await this.afar.run('audit').catch((e)=>({out:e.message}))).out],
      ['afard.log', fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '(none)'],
      ['processes', processes_of(this.home).map(({ pid, command }) => `${pid} ${command}`).join('\n')],
    ];
    return parts.map(([title, text]) => `--- ${title}\n${shortened(text.trimEnd())}`).join('\n');
  }

  async end() {
    const problems = [];
    for (const client of this.#clients) await client.end().catch((error) => problems.push(error.message));
    for (const model of this.#models) model.stop();
    await this.#stop_daemon().catch((error) => problems.push(error.message));
    const left = processes_of(this.home);
    for (const { pid, command } of left) {
      problems.push(`left running: ${pid} ${command}`);
      process.kill(pid, 'SIGKILL');
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  async #stop_daemon() {
    if (this.running('afard').length > 0) await this.afar.done('daemon', 'stop');
    await until('everything to have ended', () => processes_of(this.home).length === 0);
  }
}

function shortened(text) {
  const most = 12_000;
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n[... ${text.length - most} characters ...]\n${text.slice(-most / 2)}`;
}
