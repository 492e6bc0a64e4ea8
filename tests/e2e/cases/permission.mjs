// Permissions: what the client asks before it runs a tool, asked from afar too where the operator has turned that on.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { call } from '../fake-model.mjs';
import { pinned } from '../releases.mjs';
import { until } from '../wait.mjs';
import { assert_told } from '../wording.mjs';

const bash = (id, command) => call(id, 'Bash', { command, description: 'a command of the test' });
const asks = /Do you want to proceed\?/;
const in_project = (stage, file) => path.join(stage.root, 'project', file);
const made = (stage, file) => fs.existsSync(in_project(stage, file));
const assert_denied = (result, text) => assert.deepEqual(result, { text, is_error: true });
const never_asked = async (stage) => assert.deepEqual(await stage.afar.list('--all'), []);

// A program of the project's own, which the client asks about and proposes a rule for.
function with_program(stage) {
  fs.writeFileSync(in_project(stage, 'run.sh'), '#!/bin/sh\ntouch "made-$1" && echo "made $1"\n', { mode: 0o755 });
}

async function relayed(stage) {
  stage.register({});
  await stage.afar.done('setup', 'claude-code', '--permissions');
  with_program(stage);
}

const args = ['--permission-mode', 'default'];
const next = async (stage) => (await stage.afar.waiting())[0];

export default [
  {
    name: 'permission: allowed from another shell while the dialog is on screen, then always, and the next one is not asked about',
    async run(stage) {
      await relayed(stage);
      const model = await stage.model(['I run it.', bash('toolu_once', './run.sh one')], [bash('toolu_always', './run.sh one more')], [bash('toolu_again', './run.sh one again')], ['All done.']);
      const client = stage.terminal(model, { args });
      await client.sees(asks);
      const once = await next(stage);
      assert.equal(once.kind, 'permission');
      assert.equal(once.origin.call, 'toolu_once');
      assert.equal(once.title, 'Bash: ./run.sh one');
      assert.ok(once.body.startsWith('```\n./run.sh one\n```\n'), once.body);
      await stage.afar.with_context(once.id, 'I run it.');
      await stage.afar.answer(once.id, 'allow');
      assert_told(await model.result_of('toolu_once'), 'made one');

      const always = await next(stage);
      const option = always.questions[0].options.find(({ id }) => id === 'allow_always');
      assert.match(option.label, /^Always: Bash\(\.\/run\.sh one/);
      assert.match(option.description, /your own settings of this project/);
      await stage.afar.answer(always.id, 'allow_always');
      assert_told(await model.result_of('toolu_always'), 'made one');

      assert_told(await model.result_of('toolu_again'), 'made one');
      await client.sees(/All done\./);
      await stage.no_hook_left();
      const ended = await stage.afar.list('--all');
      assert.equal(ended.length, 2);
      for (const { id } of ended) assert.equal((await stage.afar.delivered(id)).outcome.by.kind, 'person');
      assert.match(fs.readFileSync(in_project(stage, '.claude/settings.local.json'), 'utf8'), /run\.sh one/);
      assert.ok(!(await stage.afar.audit()).some(({ kind }) => kind === 'terminal_answered' || kind === 'undelivered'));
      await stage.afar.done('audit', 'verify');
    },
  },
  {
    name: 'permission: denied in the person\'s words, then stopped',
    async run(stage) {
      await relayed(stage);
      const model = await stage.model([bash('toolu_no', './run.sh no')], [bash('toolu_plain', './run.sh plain')], [bash('toolu_stop', './run.sh stop')], ['Never said.']);
      const client = stage.terminal(model, { args });
      const words = 'use the staging key: "no" — 日本語';
      const no = await next(stage);
      await client.sees(asks);
      await stage.afar.answer(no.id, 'deny', '--text', words);
      assert_denied(await model.result_of('toolu_no'), words);

      await stage.afar.answer((await next(stage)).id, 'deny');
      assert_denied(await model.result_of('toolu_plain'), 'Denied by owner.');

      const stop = await next(stage);
      await client.sees(asks);
      await stage.afar.answer(stop.id, 'deny_and_stop', '--text', 'not today');
      await client.sees_no_more(asks);
      await stage.no_hook_left();
      assert.equal(model.turns, 3);
      for (const file of ['made-no', 'made-plain', 'made-stop']) assert.ok(!made(stage, file), file);
      assert.equal((await stage.afar.delivered(stop.id)).state, 'answered');
      assert.ok(!(await stage.afar.audit()).some(({ kind }) => kind === 'terminal_answered'));
    },
  },
  {
    name: 'permission: allowed in the terminal while afar waits, also of a command that fails; denied there: left at the end of the turn',
    async run(stage) {
      await relayed(stage);
      const model = await stage.model([bash('toolu_yes', './run.sh yes')], [bash('toolu_fails', './run.sh fails && false')], [bash('toolu_no', './run.sh no')], ['All done.']);
      const client = stage.terminal(model, { args });
      const yes = await next(stage);
      await client.sees(asks);
      await client.press('Enter');
      assert_told(await model.result_of('toolu_yes'), 'made yes');
      const allowed = await stage.afar.reached(yes.id, 'answered');
      assert.equal(allowed.outcome.by.kind, 'terminal');
      assert.deepEqual(allowed.answers.q1.options, ['allow']);
      assert.equal((await stage.afar.recorded('terminal_answered')).dialog, yes.id);

      const fails = await next(stage);
      await client.sees(asks);
      await client.press('Enter');
      await model.result_of('toolu_fails');
      assert.equal((await stage.afar.reached(fails.id, 'answered')).outcome.by.kind, 'terminal');

      const no = await next(stage);
      await client.sees(asks);
      await client.press('Escape');
      await until('the permission to have ended', async () => (await stage.afar.show(no.id)).state !== 'open');
      await stage.no_hook_left();
      assert.ok(!made(stage, 'made-no'));
      assert.ok(['cancelled', 'left'].includes((await stage.afar.show(no.id)).state));
    },
  },
  {
    name: 'permission: where the operator has not turned it on, nobody is asked and nothing is on record',
    async run(stage) {
      stage.register(stage.hooks({ tools: '*' }));
      with_program(stage);
      const model = await stage.model([bash('toolu_yes', './run.sh yes')], ['All done.']);
      const client = stage.terminal(model, { args });
      await client.sees(asks);
      await stage.no_hook_left();
      await never_asked(stage);
      await client.press('Enter');
      assert_told(await model.result_of('toolu_yes'), 'made yes');
      await client.sees(/All done\./);
      await never_asked(stage);
    },
  },
  {
    name: 'permission: what the client runs without asking is not asked about, nor in a mode that asks nothing',
    async run(stage) {
      await relayed(stage);
      const model = await stage.model([bash('toolu_reads', 'ls run.sh')], ['All done.']);
      const client = stage.terminal(model, { args });
      assert_told(await model.result_of('toolu_reads'), 'run.sh');
      await client.sees(/All done\./);
      const free = await stage.model([bash('toolu_free', './run.sh free')], ['Done, too.']);
      stage.terminal(free, { args: ['--permission-mode', 'dontAsk', '--allowedTools', 'Bash(./run.sh free)'] });
      assert_told(await free.result_of('toolu_free'), 'made free');
      await stage.no_hook_left();
      await never_asked(stage);
    },
  },
  {
    name: 'permission: a rule that names the calls holds them up before they run, whatever the client would have done',
    async run(stage) {
      stage.configure({ rules: [
        { name: 'everything else', when: { presence: ['here', 'away'], kind: 'permission' }, do: { mode: 'block' } },
        { name: 'no listing', when: { kind: 'permission', tool: 'Bash', input: '\\bls\\b' }, do: { mode: 'block' } },
      ].reverse() });
      await relayed(stage);
      const model = await stage.model([bash('toolu_ls', 'ls run.sh')], [bash('toolu_free', 'echo free')], ['All done.']);
      const client = stage.terminal(model, { args });
      const ls = await next(stage);
      assert.deepEqual(ls.questions[0].options.map(({ id }) => id), ['allow', 'deny', 'deny_and_stop']);
      await stage.afar.answer(ls.id, 'allow');
      assert_told(await model.result_of('toolu_ls'), 'run.sh');
      assert_told(await model.result_of('toolu_free'), 'free');
      await client.sees(/All done\./);
      assert.equal((await stage.afar.list('--all')).length, 1);
    },
  },
  {
    name: 'permission, prompt tool beside the hook: one card, allowed once, denied once',
    async run(stage) {
      await relayed(stage);
      const model = await stage.model([bash('toolu_yes', './run.sh yes')], [bash('toolu_no', './run.sh no')], ['All done.']);
      const client = stage.prompted(model, { args: ['go', ...args] });
      // The older client does not run the hook where it has a prompt tool.
      const both = async () => stage.afar.joined((await next(stage)).id, stage.version === pinned ? 1 : 2);
      const yes = await both();
      await stage.afar.answer(yes.id, 'allow');
      assert_told(await model.result_of('toolu_yes'), 'made yes');
      const no = await both();
      await stage.afar.answer(no.id, 'deny', '--text', 'not this one');
      assert_denied(await model.result_of('toolu_no'), 'not this one');
      assert.equal((await client.ended()).code, 0);
      assert.equal((await stage.afar.list('--all')).length, 2);
      assert.ok(!made(stage, 'made-no'));
      await stage.no_hook_left();
    },
  },
];
