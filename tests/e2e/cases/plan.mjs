// Plans: the client's dialog "ready to code?", and the same from afar.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { call } from '../fake-model.mjs';
import { assert_carries, assert_refused, assert_told } from '../wording.mjs';

const text = '# Add a cache\n1. Redis\n';
const plan = (id) => call(id, 'ExitPlanMode', { plan: text });
const writes = (stage, id) => call(id, 'Write', { file_path: path.join(stage.root, 'project/written'), content: 'by the plan' });
const asks = /Would you like to proceed\?|Ready to code\?/;
const args = ['--permission-mode', 'plan'];
const next = async (stage) => (await stage.afar.waiting())[0];
const assert_denied = (result, words) => assert.deepEqual(result, { text: words, is_error: true });
const tools = 'AskUserQuestion|ExitPlanMode|EnterPlanMode';

// The model writes its plan into the file that the client names, as it is told to; newer clients take it from nowhere else.
async function planning(stage, ...more) {
  stage.register(stage.hooks({ tools }));
  const write = () => [call('toolu_file', 'Write', { file_path: model.plan_file(), content: text })];
  const model = await stage.model(write, ...more);
  return model;
}

export default [
  {
    name: 'plan: rejected with feedback, then approved from another shell while the dialog is on screen',
    async run(stage) {
      const model = await planning(stage, ['My plan.', plan('toolu_first')], [plan('toolu_second')], ['I start.']);
      const client = stage.terminal(model, { args });
      await client.sees(asks);
      const first = await next(stage);
      assert.equal(first.kind, 'plan_approval');
      assert.equal(first.title, 'Approve the plan "Add a cache"?');
      assert.equal(first.body, text);
      assert.deepEqual(first.questions[0].options.map(({ id }) => id), ['accept', 'accept_edits', 'accept_with_feedback', 'reject']);
      await stage.afar.with_context(first.id, 'My plan.');
      const words = 'not Redis:\nuse "SQLite" — 日本語';
      await stage.afar.answer(first.id, 'reject', '--text', words);
      assert_denied(await model.result_of('toolu_first'), words);

      const second = await next(stage);
      assert.notEqual(second.id, first.id);
      await stage.afar.answer(second.id, 'accept');
      const { text: told, is_error } = await model.result_of('toolu_second');
      assert.equal(is_error, false, told);
      assert_carries(told, /User has approved/, '1. Redis');
      await client.sees(/I start\./);
      await client.sees_no_more(asks);
      await stage.no_hook_left();
      assert.equal((await stage.afar.delivered(second.id)).outcome.by.kind, 'person');
      assert.ok(!(await stage.afar.audit()).some(({ kind }) => kind === 'terminal_answered' || kind === 'undelivered'));
      await stage.afar.done('audit', 'verify');
    },
  },
  {
    name: 'plan: approved with its edits: the next edit does not ask',
    async run(stage) {
      const model = await planning(stage, [plan('toolu_plan')], [writes(stage, 'toolu_write')], ['All done.']);
      const client = stage.terminal(model, { args });
      await stage.afar.answer((await next(stage)).id, 'accept_edits');
      assert.equal((await model.result_of('toolu_write')).is_error, false);
      await client.sees(/All done\./);
      assert.equal(fs.readFileSync(path.join(stage.root, 'project/written'), 'utf8'), 'by the plan');
    },
  },
  {
    name: 'plan: approved as the person edited it',
    async run(stage) {
      const model = await planning(stage, [plan('toolu_plan')], ['All done.']);
      stage.terminal(model, { args });
      const { id } = await next(stage);
      assert_carries(await stage.afar.done('show', id), 'accept --edited - < FILE');
      assert_carries(await stage.afar.answer(id, 'accept', '--edited', '# Another cache\n1. "SQLite" — 日本語\n'), 'edited');
      const { text: told, is_error } = await model.result_of('toolu_plan');
      assert.equal(is_error, false, told);
      assert_carries(told, /User has approved/, '# Another cache\n1. "SQLite" — 日本語');
      assert.ok(!told.includes('1. Redis'), told);
      assert.equal((await stage.afar.delivered(id)).answers.q1.edited, '# Another cache\n1. "SQLite" — 日本語\n');
    },
  },
  {
    name: 'plan: approved with feedback: the words are in the plan that the model goes on with',
    async run(stage) {
      const model = await planning(stage, [plan('toolu_plan')], ['All done.']);
      stage.terminal(model, { args });
      await stage.afar.answer((await next(stage)).id, 'accept_with_feedback', '--text', 'and "test" it');
      const { text: told, is_error } = await model.result_of('toolu_plan');
      assert.equal(is_error, false, told);
      assert_carries(told, /User has approved/, '1. Redis', 'The person\'s feedback', 'and "test" it');
      await stage.no_hook_left();
      assert.ok(!(await stage.afar.audit()).some(({ kind }) => kind === 'terminal_answered' || kind === 'undelivered'));
    },
  },
  {
    name: 'plan: approved in the terminal while afar waits',
    async run(stage) {
      const model = await planning(stage, [plan('toolu_plan')], ['All done.']);
      const client = stage.terminal(model, { args });
      const dialog = await next(stage);
      await client.sees(asks);
      await client.press('Enter');
      assert.equal((await model.result_of('toolu_plan')).is_error, false);
      const ended = await stage.afar.reached(dialog.id, 'answered');
      assert.equal(ended.outcome.by.kind, 'terminal');
      assert.match(ended.answers.q1.options[0], /^accept(_edits)?$/);
      assert.equal((await stage.afar.recorded('terminal_answered')).dialog, dialog.id);
      await stage.no_hook_left();
    },
  },
  {
    name: 'plan -p: rejected, then approved, from afar',
    async run(stage) {
      const model = await planning(stage, [plan('toolu_first')], [plan('toolu_second')], ['All done.']);
      const client = stage.print(model, { args: ['go', ...args] });
      const first = await next(stage);
      // Before the client's own dialog there is no place to set the mode that follows.
      assert.deepEqual(first.questions[0].options.map(({ id }) => id), ['accept', 'accept_with_feedback', 'reject']);
      await stage.afar.answer(first.id, 'reject', '--text', 'think again');
      const refused = await model.result_of('toolu_first');
      assert.equal(refused.is_error, true);
      assert.ok(refused.text.endsWith('think again'), refused.text);
      await stage.afar.answer((await next(stage)).id, 'accept_with_feedback', '--text', 'but slowly');
      const { text: told, is_error } = await model.result_of('toolu_second');
      assert.equal(is_error, false, told);
      assert_carries(told, /User has approved/);
      assert_carries(model.beside('toolu_second'), 'The person\'s feedback', 'but slowly');
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'plan: without a plan in a file it can be approved or rejected, and feedback is not offered where it would be lost',
    async run(stage) {
      stage.register(stage.hooks({ tools }));
      const model = await stage.model(['Here is what I would do.', plan('toolu_plan')], ['I start.']);
      const client = stage.terminal(model, { args });
      const dialog = await next(stage);
      await stage.afar.with_context(dialog.id, 'Here is what I would do.');
      assert.equal(dialog.questions[0].options.some(({ id }) => id === 'accept_with_feedback'), dialog.body !== '');
      await stage.afar.answer(dialog.id, 'accept');
      assert.equal((await model.result_of('toolu_plan')).is_error, false);
      await client.sees(/I start\./);
      await stage.no_hook_left();
    },
  },
  {
    name: 'plan entry: let pass, or refused by a rule; nobody is asked',
    async run(stage) {
      stage.register(stage.hooks({ tools }));
      const enters = (id) => call(id, 'EnterPlanMode', {});
      const model = await stage.model([enters('toolu_enter')], ['Planning.']);
      const client = stage.terminal(model);
      assert.equal((await model.result_of('toolu_enter')).is_error, false);
      await client.sees(/Planning\./);
      assert.deepEqual(await stage.afar.list('--all'), []);

      stage.configure({ rules: [{ name: 'no plans', when: { kind: 'plan_entry' }, do: { mode: 'deny', message: 'Just do it.' } }] });
      await stage.afar.done('daemon', 'restart');
      const other = await stage.model([enters('toolu_refused')], ['As you wish.']);
      stage.terminal(other);
      assert_refused(await other.result_of('toolu_refused'), 'Just do it.', 'the rule "no plans"');
      assert.deepEqual(await stage.afar.list(), []);
      const [refused] = await stage.afar.list('--all');
      assert.equal(refused.state, 'denied');
    },
  },
];
