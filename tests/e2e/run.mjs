#!/usr/bin/env node
// Every case on every release of the real client, two at a time.
//   node tests/e2e/run.mjs [--bin FOLDER] [--release VERSION]... [--case REGEX] [--jobs N] [--counts FILE]
// --bin: our executables; else $AFAR_BIN, else build/release/bin. --counts: where to write "PASSED FAILED SKIPPED SKIPS-ALLOWED".
// A case is skipped only where its release is not kept and the package registry cannot be reached now.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { client_of, newest, pinned, Unreachable } from './releases.mjs';
import { Stage } from './stage.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const top = path.resolve(here, '../..');
const { values: given } = parseArgs({
  options: {
    bin: { type: 'string', default: process.env.AFAR_BIN ?? path.join(top, 'build/release/bin') },
    release: { type: 'string', multiple: true },
    case: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    counts: { type: 'string' },
  },
});
const bin = path.resolve(given.bin);
const kept = path.join(top, 'build/e2e/clients');
const say = (text) => console.log(text);
for (const program of ['afar', 'afard', 'afar-hook', 'afar-mcp']) {
  if (fs.existsSync(path.join(bin, program))) continue;
  console.error(`There is no ${program} in ${bin}: build it first (cmake --build --preset release).`);
  process.exit(1);
}

async function cases() {
  const files = fs.readdirSync(path.join(here, 'cases')).filter((file) => file.endsWith('.mjs')).sort();
  const lists = await Promise.all(files.map(async (file) => (await import(path.join(here, 'cases', file))).default));
  return lists.flat().filter(({ name }) => new RegExp(given.case).test(name));
}

// [{version, binary}]; binary is null where the release cannot be had now.
async function releases() {
  const found = [];
  for (const wanted of given.release ?? [pinned, 'newest']) {
    let version = wanted;
    try {
      if (wanted === 'newest') version = await newest(kept, say);
      if (found.some((release) => release.version === version)) continue;
      found.push({ version, binary: await client_of(kept, version, say) });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      say(error.message);
      found.push({ version, binary: null });
    }
  }
  return found;
}

async function play({ release, name, run }) {
  const started = Date.now();
  const title = `${release.version}  ${name}`;
  if (!release.binary) {
    say(`SKIP ${title}: the package registry cannot be reached`);
    return 'skipped';
  }
  const stage = new Stage(release, bin);
  let problem = null;
  try {
    await run(stage);
  } catch (error) {
    problem = `${error.stack}\n${await stage.report()}`;
  }
  try {
    await stage.end();
  } catch (error) {
    problem = `${problem ?? ''}\nat the end: ${error.message}\nits files: ${stage.root}`;
  }
  say(`${problem ? 'FAIL' : 'ok  '} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (problem) say(problem.replace(/^/gm, '     '));
  return problem ? 'failed' : 'passed';
}

const found = await releases();
const queue = (await cases()).flatMap((one) => found.map((release) => ({ release, ...one })));
const total = { passed: 0, failed: 0, skipped: 0 };
say(`${queue.length} cases on ${found.map(({ version }) => version).join(' and ')}, our executables from ${path.relative('', bin)}`);
await Promise.all(Array.from({ length: Number(given.jobs) }, async () => {
  for (let next; (next = queue.shift());) total[await play(next)] += 1;
}));
const allowed = found.some(({ binary }) => !binary) ? total.skipped : 0;
if (given.counts) fs.writeFileSync(given.counts, `${total.passed} ${total.failed} ${total.skipped} ${allowed}\n`);
say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || total.skipped > allowed || total.passed + total.skipped === 0 ? 1 : 0);
