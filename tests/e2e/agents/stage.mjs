// Where one case of another agent's client plays: a HOME, a runtime directory and a project of its own, a configuration as a person
// writes it, with afar-mcp registered in it by afar setup. end() stops everything and says what did not stop by itself.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Afar } from '../afar.mjs';
import { processes_of } from '../processes.mjs';
import { be_patient, guarded, until } from '../wait.mjs';

// These clients unpack and migrate what they need when they start for the first time, and one run of them is one wait here.
be_patient(6);

export class AgentStage {
  #client;
  #models = [];
  #runs = [];

  // release: {version, binary}; bin: the folder of our executables.
  constructor(release, bin) {
    this.#client = release.binary;
    this.root = fs.mkdtempSync(path.join(os.tmpdir(), 'afar-e2e-')); // short: it holds sockets
    this.home = path.join(this.root, 'home');
    for (const folder of ['home', 'run', 'project']) fs.mkdirSync(path.join(this.root, folder), { mode: 0o700 });
    this.afar = new Afar(bin, this.#env(), path.join(this.root, 'project'));
  }

  // What the client's file says before afar setup, and that file; the client's own variables: for each agent to give.
  // agent, file, settings(model), variables()
  #env(more = {}) {
    return {
      PATH: '/usr/local/bin:/usr/bin:/bin', HOME: this.home, LANG: 'C.UTF-8', TERM: 'dumb', NO_COLOR: '1',
      XDG_RUNTIME_DIR: path.join(this.root, 'run'), XDG_STATE_HOME: path.join(this.root, 'state'), ...more,
    };
  }

  get settings_file() {
    return path.join(this.home, this.file);
  }

  // A scripted model, and the client's file that names it, with our server registered beside it.
  async model(...script) {
    const model = await this.scripted(script).start();
    this.#models.push(model);
    this.written = this.settings(model);
    fs.mkdirSync(path.dirname(this.settings_file), { recursive: true });
    fs.writeFileSync(this.settings_file, this.written);
    await this.afar.done('setup', this.agent, '--mcp');
    return model;
  }

  // One run of the client without a terminal: {code, out, err} once it has ended.
  async run(...args) {
    const child = spawn(this.#client, args, { cwd: path.join(this.root, 'project'), env: this.#env(this.variables()), stdio: ['ignore', 'pipe', 'pipe'] });
    const run = { child, args, out: '', err: '' };
    this.#runs.push(run);
    child.stdout.on('data', (data) => { run.out += data; });
    child.stderr.on('data', (data) => { run.err += data; });
    const closed = new Promise((done, fail) => child.on('error', fail).on('close', done));
    run.code = await guarded(`${this.agent} ${args.join(' ')} to end`, closed);
    if (run.code !== 0) throw new Error(`${this.agent} ${args.join(' ')}: exit ${run.code}\n${run.out}${run.err}`);
    return run;
  }

  // What a person needs to understand a failure; to be called before end().
  async report() {
    const dialogs = await this.afar.run('list', '--all', '--json').catch((error) => ({ out: '', err: error.message }));
    const parts = [
      ...this.#runs.map(({ args, out, err }) => [`${this.agent} ${args.join(' ')}`, out + err]),
      ...this.#models.map((model, n) => [`model ${n}`, model.transcript()]),
      ['afar list --all --json', dialogs.out + dialogs.err],
      [this.file, fs.existsSync(this.settings_file) ? fs.readFileSync(this.settings_file, 'utf8') : '(none)'],
      ['processes', processes_of(this.home).map(({ pid, command }) => `${pid} ${command}`).join('\n')],
    ];
    return parts.map(([title, text]) => `--- ${title}\n${text.trimEnd().slice(0, 12_000)}`).join('\n');
  }

  async end() {
    const problems = [];
    for (const { child } of this.#runs) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    for (const model of this.#models) model.stop();
    if (processes_of(this.home).some(({ program }) => program === 'afard')) {
      await this.afar.done('daemon', 'stop').catch((error) => problems.push(error.message));
    }
    await until('everything to have ended', () => processes_of(this.home).length === 0).catch((error) => problems.push(error.message));
    for (const { pid, command } of processes_of(this.home)) {
      problems.push(`left running: ${pid} ${command}`);
      process.kill(pid, 'SIGKILL');
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}
