#!/usr/bin/env node
// Every case on every release of the real client, two at a time.
//   node tests/e2e/run.mjs [--bin FOLDER] [--release VERSION]... [--case REGEX] [--jobs N] [--counts FILE]
// --bin: our executables; else $AFAR_BIN, else build/release/bin. --counts: where to write "PASSED FAILED SKIPPED SKIPS-ALLOWED".
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases_in, check_built, play_all } from './play.mjs';
import { claude_code } from './releases.mjs';
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
const say = (text) => console.log(text);
check_built(bin);

const found = await claude_code(path.join(top, 'build/e2e/clients'), say).all(given.release);
const queue = (await cases_in(path.join(here, 'cases'), given.case)).flatMap((one) => found.map((release) => ({ release, ...one })));
say(`${queue.length} cases on ${found.map(({ version }) => version).join(' and ')}, our executables from ${path.relative('', bin)}`);
process.exit(await play_all(queue, (release) => new Stage(release, bin), { jobs: Number(given.jobs), counts: given.counts, say }));
