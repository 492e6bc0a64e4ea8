// The client's releases under test, each the platform package from npm, kept in build/e2e/clients/VERSION.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const pinned = '2.1.197';
const name = '@anthropic-ai/claude-code';
const arch = { x64: 'x64', arm64: 'arm64' }[process.arch];
const platform_package = `${name}-linux-${arch}`;

// The registry did not answer in this run: the only reason to skip.
export class Unreachable extends Error {}

const network_codes = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT|E50[0234])\b/;

async function npm(...args) {
  const child = spawn('npm', [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code === 0) return out.trim();
  const message = `npm ${args[0]} failed (exit ${code}):\n${err.trim()}`;
  throw network_codes.test(err) ? new Unreachable(message) : new Error(message);
}

function kept_binary(kept, version) {
  return path.join(kept, version, 'node_modules', platform_package, 'claude');
}

// The newest release on the registry; where that cannot be asked, the newest that is kept.
export async function newest(kept, say) {
  try {
    return await npm('view', name, 'version');
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const have = (fs.existsSync(kept) ? fs.readdirSync(kept) : [])
      .filter((version) => version !== pinned && fs.existsSync(kept_binary(kept, version)))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    if (have.length === 0) throw error;
    say(`The registry cannot be reached; the newest kept release is ${have.at(-1)}.`);
    return have.at(-1);
  }
}

// The path of a release's executable; downloads it where it is not kept yet.
export async function client_of(kept, version, say) {
  if (!arch) throw new Error(`no platform package for ${process.arch}`);
  const binary = kept_binary(kept, version);
  if (fs.existsSync(binary)) return binary;
  const started = Date.now();
  say(`Downloading ${platform_package} ${version} (some 100 MB) ...`);
  const half = path.join(kept, `${version}.part`); // renamed when whole, so that an interrupted download is not taken for one
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { recursive: true });
  await npm('install', '--prefix', half, '--no-save', `${platform_package}@${version}`);
  fs.rmSync(path.join(kept, version), { recursive: true, force: true });
  fs.renameSync(half, path.join(kept, version));
  say(`... done in ${Math.round((Date.now() - started) / 1000)} s.`);
  return binary;
}
