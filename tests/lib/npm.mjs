// Packages from npm's registry, fetched by its own client.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

// The registry did not answer in this run: the only reason to skip.
export class Unreachable extends Error {}

const network_codes = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_SOCKET_CONNECTION_TIMEOUT|E50[0234])\b/;

export async function npm(...args) {
  const child = spawn('npm', [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code === 0) return out.trim();
  const message = `npm ${args[0]} failed (exit ${code}):\n${err.trim()}`;
  throw network_codes.test(err) ? new Unreachable(message) : new Error(message);
}

// Installs packages ("name@version") into a folder, unless `whole` (a path in it) is there already. The folder
// gets its name when all of it is there, so that an interrupted download is not taken for one.
export async function install(folder, whole, packages) {
  if (fs.existsSync(path.join(folder, whole))) return;
  const half = `${folder}.part`;
  fs.rmSync(half, { recursive: true, force: true });
  fs.mkdirSync(half, { recursive: true });
  await npm('install', '--prefix', half, '--no-save', ...packages);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(half, folder);
}
