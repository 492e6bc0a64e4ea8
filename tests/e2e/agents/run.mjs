#!/usr/bin/env node
// The clients of other agents, each with afar-mcp registered by afar setup, every case on every release, two at a time.
//   node tests/e2e/agents/run.mjs [--bin FOLDER] [--agent codex|opencode]... [--release VERSION]... [--case REGEX] [--jobs N] [--counts FILE]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases_in, check_built, play_all } from '../play.mjs';
import { codex, opencode } from '../releases.mjs';
import { CodexStage } from './codex.mjs';
import { OpencodeStage } from './opencode.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const top = path.resolve(here, '../../..');
const agents = { codex: { releases: codex, Stage: CodexStage }, opencode: { releases: opencode, Stage: OpencodeStage } };
const { values: given } = parseArgs({
  options: {
    bin: { type: 'string', default: process.env.AFAR_BIN ?? path.join(top, 'build/release/bin') },
    agent: { type: 'string', multiple: true, default: Object.keys(agents) },
    release: { type: 'string', multiple: true },
    case: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    counts: { type: 'string' },
  },
});
const bin = path.resolve(given.bin);
const say = (text) => console.log(text);
check_built(bin);

const queue = [];
for (const client of given.agent) {
  const { releases, Stage } = agents[client];
  for (const found of await releases(path.join(top, 'build/e2e/clients'), say).all(given.release)) {
    const release = { ...found, stage: () => new Stage(found, bin) };
    for (const one of await cases_in(path.join(here, 'cases'), given.case)) queue.push({ release, client, ...one });
  }
}
say(`${queue.length} cases, our executables from ${path.relative('', bin)}`);
process.exit(await play_all(queue, (release) => release.stage(), { jobs: Number(given.jobs), counts: given.counts, say }));
