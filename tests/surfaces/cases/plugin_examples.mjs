// The channel plugins of examples/plugins, as people would use them: by a file to look at and a pipe to write to.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/wait.mjs';
import { plan, question, questions, Stage } from '../stage.mjs';

const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../examples/plugins');

// TypeScript as Node 20 can run it.
function stripped(stage, ts) {
  const file = path.join(stage.root, 'plugin.mjs');
  const source = fs.readFileSync(path.join(examples, 'plugin.ts'), 'utf8');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, erasableSyntaxOnly: true };
  fs.writeFileSync(file, ts.transpileModule(source, { compilerOptions: options }).outputText);
  return file;
}

function with_plugin(argv_of) {
  return async ({ bin, load }) => {
    const stage = new Stage(bin);
    try {
      const config = JSON.parse(fs.readFileSync(path.join(examples, 'config.json'), 'utf8').replace(/^\/\/.*$/m, ''));
      config.surfaces.plugins[0].argv = argv_of(stage, load);
      config.rules = [{ do: { mode: 'block', notify_after: '0s' } }];
      stage.configure(config);
      await stage.start();
      await plays(stage);
    } finally {
      await stage.end();
    }
  };
}

async function plays(stage) {
  const seen = () => fs.existsSync(`${stage.home}/.questions`) ? fs.readFileSync(`${stage.home}/.questions`, 'utf8') : '';
  const until_seen = (text) => until(`"${text}" to be seen`, () => seen().includes(text));
  const write = (line) => fs.appendFileSync(`${stage.home}/.answers`, `${line}\n`);
  const answers_of = async (id) => JSON.parse(await stage.afar.done('show', id, '--json')).answers;

  const one = await stage.ask(question());
  await until_seen(`${one.id}: Which cache?\n  1. Redis\n  2. SQLite`);
  write('zzzzz 1');
  await until_seen('There is no open dialog zzzzz.');
  write(`${one.id} 2`);
  assert.match(await one.end, /"Which cache\?":"SQLite"/);
  await until_seen(`${one.id}: ✅ SQLite — me`);
  write(`${one.id} 1`); // once more
  await until_seen(`There is no open dialog ${one.id}.`);

  const two = await stage.ask(questions({ text: 'Which color?', options: ['Red', 'Blue'] }, { text: 'Which size?', options: ['S', 'M'] }));
  await until_seen(`${two.id}: Which color?`);
  write(`${two.id} 1`);
  await until_seen(`${two.id}: Which size?`);
  write(`${two.id} whatever fits`);
  await two.end;
  const { q1, q2 } = await answers_of(two.id);
  assert.deepEqual([q1.options, q2.text], [['o1'], 'whatever fits']);

  const three = await stage.ask(plan('## Cache\n1. Write tests'));
  await until_seen('## Cache\n1. Write tests');
  await stage.afar.done('answer', three.id, 'accept'); // elsewhere
  await until_seen(`${three.id}: ✅ Approve — owner`);
  await three.end;
}

export default [
  { name: 'the example plugin in Python carries dialogs', run: with_plugin(() => ['python3', path.join(examples, 'plugin.py')]) },
  {
    name: 'the example plugin in TypeScript carries dialogs',
    packages: ['typescript@5.9.3'],
    run: with_plugin((stage, load) => ['node', stripped(stage, load('typescript'))]),
  },
];
