// What drives the browser: playwright-core and axe-core from npm, kept in `folder`, and the system's Chromium.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { install } from '../lib/npm.mjs';

const packages = [['playwright-core', '1.65.1'], ['axe-core', '4.14.1']];
const chromium = '/usr/bin/chromium';

// {launch(), axe}: launch() starts a browser; axe is the source of the accessibility checker. Throws Unreachable as install() does.
export async function tools(folder) {
  const folder_of = (name, version) => path.join(folder, `${name}@${version}`);
  for (const [name, version] of packages) await install(folder_of(name, version), path.join('node_modules', name, 'package.json'), [`${name}@${version}`]);
  const [playwright, axe] = packages.map(([name, version]) => createRequire(path.join(folder_of(name, version), 'x.js')));
  if (!fs.existsSync(chromium)) throw new Error(`There is no ${chromium}: apt-get install chromium`);
  const args = [
    '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
    ...(process.getuid() === 0 ? ['--no-sandbox'] : []), // Chromium refuses to sandbox as root
  ];
  return {
    launch: () => playwright('playwright-core').chromium.launch({ executablePath: chromium, headless: true, args }),
    axe: fs.readFileSync(axe.resolve('axe-core/axe.min.js'), 'utf8'),
  };
}
