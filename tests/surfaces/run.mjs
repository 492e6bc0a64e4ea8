#!/usr/bin/env node
// The peers of the surfaces against programs that nobody here wrote: our stubs are checked with independent
// clients, our surfaces with independent servers.
//   node tests/surfaces/run.mjs [--bin FOLDER] [--case REGEX] [--counts FILE]
// --bin: our executables; else $AFAR_BIN, else build/release/bin. --counts: where to write "PASSED FAILED SKIPPED SKIPS-ALLOWED".
// cases/*.mjs: lists of {name, packages, run}. run({bin, load, load_module, folder_with}) throws where it fails; load(NAME) requires one
// of its packages ("name@version"), load_module(NAME) imports one that cannot be required, folder_with(NAME) is where one stands. A case is skipped only where its packages are not kept and the registry cannot be reached now.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { guarded } from '../e2e/wait.mjs';
import { install, Unreachable } from '../lib/npm.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const top = path.resolve(here, '../..');
const { values: given } = parseArgs({
  options: {
    bin: { type: 'string', default: process.env.AFAR_BIN ?? path.join(top, 'build/release/bin') },
    case: { type: 'string', default: '' },
    counts: { type: 'string' },
  },
});
const bin = path.resolve(given.bin);
const kept = path.join(top, 'build/surfaces/packages');

async function cases() {
  const files = fs.readdirSync(path.join(here, 'cases')).filter((file) => file.endsWith('.mjs')).sort();
  const lists = await Promise.all(files.map(async (file) => (await import(path.join(here, 'cases', file))).default));
  return lists.flat().filter(({ name }) => new RegExp(given.case).test(name));
}

const name_of = (spec) => spec.slice(0, spec.lastIndexOf('@'));
const folder_of = (spec) => path.join(kept, spec.replaceAll('/', '+'));

async function fetch_all(packages) {
  for (const spec of packages) await install(folder_of(spec), path.join('node_modules', name_of(spec), 'package.json'), [spec]);
}

function require_of(packages, name) {
  return createRequire(path.join(folder_of(packages.find((spec) => name_of(spec) === name)), 'x.js'));
}

function loaders_of(packages) {
  return {
    load: (name) => require_of(packages, name)(name),
    load_module: (name) => import(pathToFileURL(require_of(packages, name).resolve(name))),
    folder_with: (name) => folder_of(packages.find((spec) => name_of(spec) === name)), // its node_modules is in there
  };
}

async function play({ name, packages = [], run }) {
  const started = Date.now();
  try {
    await fetch_all(packages);
    await guarded('the end of the case', run({ bin, ...loaders_of(packages) }));
  } catch (error) {
    const unreachable = error instanceof Unreachable;
    console.log(unreachable ? `SKIP ${name}: ${error.message}` : `FAIL ${name}\n${error.stack.replace(/^/gm, '     ')}`);
    return unreachable ? 'skipped' : 'failed';
  }
  console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return 'passed';
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const one of await cases()) total[await play(one)] += 1;
if (given.counts) fs.writeFileSync(given.counts, `${total.passed} ${total.failed} ${total.skipped} ${total.skipped}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 || total.passed + total.skipped === 0 ? 1 : 0);
