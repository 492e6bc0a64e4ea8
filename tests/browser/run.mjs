#!/usr/bin/env node
// Every case of the web page, two at a time: the real afard and afar-hook, and a real browser of a phone's size.
//   node tests/browser/run.mjs [--bin FOLDER] [--case REGEX] [--jobs N] [--counts FILE]
// --bin: our executables; else $AFAR_BIN, else build/release/bin. --counts: where to write "PASSED FAILED SKIPPED SKIPS-ALLOWED".
// Screenshots are in build/browser. All is skipped where the browser's driver is not kept and the package registry cannot be reached now.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases_in, check_built, play_all } from '../e2e/play.mjs';
import { Unreachable } from '../lib/npm.mjs';
import { Stage } from './stage.mjs';
import { tools } from './tools.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const top = path.resolve(here, '../..');
const { values: given } = parseArgs({
  options: {
    bin: { type: 'string', default: process.env.AFAR_BIN ?? path.join(top, 'build/release/bin') },
    case: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    counts: { type: 'string' },
  },
});
const bin = path.resolve(given.bin);
const shots = path.join(top, 'build/browser');
const say = (text) => console.log(text);
check_built(bin);
fs.mkdirSync(shots, { recursive: true });

// null: the driver cannot be had now.
async function kept_tools() {
  try {
    return await tools(path.join(shots, 'packages'));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(error.message);
    return null;
  }
}

const kit = await kept_tools();
const browser = await kit?.launch();
const release = { version: browser ? `Chromium ${browser.version()}` : 'Chromium', binary: browser ? bin : null };
const queue = (await cases_in(path.join(here, 'cases'), given.case)).map((one) => ({ release, ...one }));
say(`${queue.length} cases in ${release.version}, our executables from ${path.relative('', bin)}`);
const status = await play_all(queue, () => new Stage({ bin, browser, axe: kit.axe, shots }), { jobs: Number(given.jobs), counts: given.counts, say });
await browser?.close();
process.exit(status);
