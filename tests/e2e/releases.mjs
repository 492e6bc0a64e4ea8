// A client's releases under test, each from npm, kept in build/e2e/clients/.
import fs from 'node:fs';
import path from 'node:path';
import { install, npm, Unreachable } from '../lib/npm.mjs';

const arch = { x64: 'x64', arm64: 'arm64' }[process.arch];

export class Releases {
  #name;
  #spec_of;
  #executable;
  #kept;
  #say;

  // name: the package that has the version numbers; spec_of(version, arch): what holds the executable; executable(arch): its path in
  // node_modules; kept: the folder to keep releases in; pinned: the one that is always tried.
  constructor({ name, spec_of, executable, kept, pinned, say }) {
    this.pinned = pinned;
    this.#name = name;
    this.#spec_of = spec_of;
    this.#executable = executable;
    this.#kept = kept;
    this.#say = say;
  }

  #binary_of(version) {
    return path.join(this.#kept, version, 'node_modules', this.#executable(arch));
  }

  // [{version, binary}] of these, 'newest' among them; binary is null where the release cannot be had now.
  async all(wanted = [this.pinned, 'newest']) {
    const found = [];
    for (const name of wanted) {
      let version = name;
      try {
        if (name === 'newest') version = await this.#newest();
        if (found.some((release) => release.version === version)) continue;
        found.push({ version, binary: await this.#get(version) });
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        this.#say(error.message);
        found.push({ version, binary: null });
      }
    }
    return found;
  }

  // The newest release on the registry; where that cannot be asked, the newest that is kept.
  async #newest() {
    try {
      return await npm('view', this.#name, 'version');
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      const have = (fs.existsSync(this.#kept) ? fs.readdirSync(this.#kept) : [])
        .filter((version) => version !== this.pinned && fs.existsSync(this.#binary_of(version)))
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      if (have.length === 0) throw error;
      this.#say(`The registry cannot be reached; the newest kept release is ${have.at(-1)}.`);
      return have.at(-1);
    }
  }

  // The path of a release's executable; downloads it where it is not kept yet.
  async #get(version) {
    if (!arch) throw new Error(`no platform package for ${process.arch}`);
    const binary = this.#binary_of(version);
    if (fs.existsSync(binary)) return binary;
    const started = Date.now();
    const spec = this.#spec_of(version, arch);
    this.#say(`Downloading ${spec} (some 100 MB) ...`);
    const folder = path.join(this.#kept, version);
    await install(folder, path.relative(folder, binary), [spec]);
    this.#say(`... done in ${Math.round((Date.now() - started) / 1000)} s.`);
    return binary;
  }
}

export const pinned = '2.1.197'; // of Claude Code

// kept: the folder of all clients' releases.
export const claude_code = (kept, say) => new Releases({
  name: '@anthropic-ai/claude-code',
  spec_of: (version, arch) => `@anthropic-ai/claude-code-linux-${arch}@${version}`,
  executable: (arch) => `@anthropic-ai/claude-code-linux-${arch}/claude`,
  pinned, kept, say,
});
export const codex = (kept, say) => new Releases({
  name: '@openai/codex',
  spec_of: (version, arch) => `@openai/codex@${version}-linux-${arch}`,
  executable: (arch) => `@openai/codex/vendor/${{ x64: 'x86_64', arm64: 'aarch64' }[arch]}-unknown-linux-musl/bin/codex`,
  pinned: '0.171.0', kept: path.join(kept, 'codex'), say,
});
export const opencode = (kept, say) => new Releases({
  name: 'opencode-ai',
  spec_of: (version, arch) => `opencode-linux-${arch}@${version}`,
  executable: (arch) => `opencode-linux-${arch}/bin/opencode`,
  pinned: '1.18.33', kept: path.join(kept, 'opencode'), say,
});
