// `claude -p --permission-prompt-tool mcp__afar__permission_prompt`: what the client would ask in a terminal is
// asked through our MCP server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ask, call, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';
import { assert_carries, assert_told, told_labels, told_words } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
// Commands that write: what only reads runs unasked.
const bash = (id, command) => call(id, 'Bash', { command, description: 'a command of the test' });
const made = (stage, file) => fs.existsSync(path.join(stage.root, 'project', file));

// A denial, word for word.
const assert_denied = (result, text) => assert.deepEqual(result, { text, is_error: true });

export default [
  {
    name: 'prompt tool: a question with no hook installed is answered from outside',
    async run(stage) {
      stage.register({});
      const model = await stage.model(['Two colors are left.', ask('toolu_color', color)], [ask('toolu_again', color)], ['All done.']);
      const client = stage.prompted(model);
      const [dialog] = await stage.afar.waiting();
      assert.equal(dialog.kind, 'user_question');
      assert.equal(dialog.origin.call, 'toolu_color');
      assert.equal(dialog.origin.interactive, false);
      await stage.afar.with_context(dialog.id, 'Two colors are left.');

      await stage.afar.answer(dialog.id, '2');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await stage.afar.delivered(dialog.id)).state, 'answered');

      const [again] = await stage.afar.waiting();
      await stage.afar.answer(again.id, '--text', 'Blue, but darker');
      assert_told(await model.result_of('toolu_again'), told_words(stage.version, { 'Which color?': 'Blue, but darker' }));

      const { code, result } = await client.ended();
      assert.equal(code, 0);
      assert.equal(result.session_id, dialog.origin.session);
      assert.equal(result.result, 'All done.');
    },
  },
  {
    name: 'when input, prompt tool: the rule decides where the pattern is in the permission\'s input, and nowhere else',
    async run(stage) {
      stage.register({});
      const denies = (input, message) => ({ name: message, when: { input }, do: { mode: 'deny', message } });
      stage.configure({ rules: [denies('no such text', 'Never.'), denies('\\bdeploy\\b', 'Deploys are frozen.')] });
      const model = await stage.model([bash('toolu_deploy', 'touch deploy')], [bash('toolu_other', 'touch deployed')], ['All done.']);
      const client = stage.prompted(model);

      const refused = await model.result_of('toolu_deploy');
      assert.ok(refused.is_error && refused.text.startsWith('Deploys are frozen.'), refused.text);
      const [other] = await stage.afar.waiting();
      assert.equal(other.origin.call, 'toolu_other');
      await stage.afar.answer(other.id, 'deny');
      await model.result_of('toolu_other');
      assert.equal((await client.ended()).code, 0);
      assert.ok(!made(stage, 'deploy') && !made(stage, 'deployed'));
    },
  },
  {
    name: 'prompt tool: a Bash permission is allowed, and denied in the person\'s words',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_yes', 'touch yes && echo made')], [bash('toolu_no', 'touch no')], [bash('toolu_plain', 'touch plain')], ['All done.']);
      const client = stage.prompted(model);

      const [yes] = await stage.afar.waiting();
      assert.equal(yes.kind, 'permission');
      assert.ok(yes.body.startsWith('```\ntouch yes && echo made\n```\n'), yes.body);
      await stage.afar.answer(yes.id, 'allow');
      assert_told(await model.result_of('toolu_yes'), 'made');
      assert.ok(made(stage, 'yes'));

      const [no] = await stage.afar.waiting();
      await stage.afar.answer(no.id, 'deny', '--text', 'use the staging key: "no" — 日本語');
      assert_denied(await model.result_of('toolu_no'), 'use the staging key: "no" — 日本語');

      const [plain] = await stage.afar.waiting();
      await stage.afar.answer(plain.id, 'deny');
      assert_denied(await model.result_of('toolu_plain'), 'Denied by owner.');

      assert.equal((await client.ended()).code, 0);
      assert.ok(!made(stage, 'no') && !made(stage, 'plain'));
      assert.equal((await stage.afar.delivered(no.id)).state, 'answered');
    },
  },
  {
    name: 'prompt tool: deny and stop ends the run',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_no', 'touch no')], ['Never said.']);
      const client = stage.prompted(model);
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'deny_and_stop', '--text', 'not today');

      const { code } = await client.ended();
      assert.notEqual(code, 0);
      assert.equal(model.turns, 1);
      assert.ok(!made(stage, 'no'));
    },
  },
  {
    name: 'prompt tool: two questions at once, answered crosswise',
    async run(stage) {
      stage.register({});
      const model = await stage.model([ask('toolu_one', color), ask('toolu_two', color)], ['All done.']);
      const client = stage.prompted(model);
      const dialogs = await stage.afar.waiting(2);
      const of = (call_id) => dialogs.find((dialog) => dialog.origin.call === call_id);

      await stage.afar.answer(of('toolu_two').id, 'Blue');
      await stage.afar.answer(of('toolu_one').id, 'Red');

      assert_told(await model.result_of('toolu_one'), told_labels({ 'Which color?': 'Red' }));
      assert_told(await model.result_of('toolu_two'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'prompt tool: a plan is rejected in the person\'s words, then approved',
    async run(stage) {
      stage.register({});
      const plan = (id) => call(id, 'ExitPlanMode', { plan: '# Add a cache\n1. Redis' });
      const model = await stage.model([plan('toolu_first')], [plan('toolu_second')], [bash('toolu_work', 'touch work && echo working')], ['All done.']);
      const client = stage.prompted(model, { args: ['go', '--permission-mode', 'plan'] });

      const [first] = await stage.afar.waiting();
      assert.equal(first.kind, 'plan_approval');
      await stage.afar.answer(first.id, 'reject', '--text', 'not Redis');
      assert_denied(await model.result_of('toolu_first'), 'not Redis');

      // The newer client passes no plan on that is in no file, so there feedback has no place.
      const [second] = await stage.afar.waiting();
      const takes_feedback = second.body !== '';
      assert.equal(second.questions[0].options.some(({ id }) => id === 'accept_with_feedback'), takes_feedback);
      await stage.afar.answer(second.id, ...(takes_feedback ? ['accept_with_feedback', '--text', 'and test it'] : ['accept']));
      const { text, is_error } = await model.result_of('toolu_second');
      assert.equal(is_error, false, text);
      assert_carries(text, /User has approved/, ...(takes_feedback ? ['1. Redis', 'and test it'] : []));

      const [work] = await stage.afar.waiting();
      await stage.afar.answer(work.id, 'allow');
      assert_told(await model.result_of('toolu_work'), 'working');
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'prompt tool: edits are not asked about once a plan was approved with them',
    async run(stage) {
      stage.register({});
      const model = await stage.model(
        [call('toolu_plan', 'ExitPlanMode', { plan: '# Write it\n1. write' })],
        [call('toolu_write', 'Write', { file_path: path.join(stage.root, 'project/written'), content: 'by the plan' })], ['All done.']);
      const client = stage.prompted(model, { args: ['go', '--permission-mode', 'plan'] });
      const [plan] = await stage.afar.waiting();
      await stage.afar.answer(plan.id, 'accept_edits');

      assert.equal((await model.result_of('toolu_write')).is_error, false);
      assert.equal((await client.ended()).code, 0);
      assert.ok(made(stage, 'written'));
    },
  },
  {
    name: 'prompt tool beside an installed hook: one dialog for one question',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], [bash('toolu_yes', 'touch yes && echo made')], ['All done.']);
      const client = stage.prompted(model);
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Blue');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));

      const [yes] = await stage.afar.waiting();
      assert.equal(yes.kind, 'permission');
      await stage.afar.answer(yes.id, 'allow');
      assert_told(await model.result_of('toolu_yes'), 'made');

      assert.equal((await client.ended()).code, 0);
      assert.equal((await stage.afar.list('--all')).length, 2);
      await stage.no_hook_left();
    },
  },
  {
    name: 'prompt tool: a question that the hook deferred is answered through it when the run is resumed without the hook',
    async run(stage) {
      stage.register(stage.hooks({ timeout: 8 }));
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      const first = await stage.prompted(model).ended();
      assert.equal(first.result.stop_reason, 'tool_deferred');
      const [dialog] = await stage.afar.list();
      assert.equal(dialog.state, 'open');

      stage.register({});
      const client = stage.prompted(model, { args: ['--resume', first.result.session_id] });
      await stage.afar.joined(dialog.id, 1);
      await stage.afar.answer(dialog.id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).code, 0);
      assert.equal((await stage.afar.list('--all')).length, 1);
    },
  },
  {
    name: 'prompt tool: the daemon is killed while it waits',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_yes', 'touch yes && echo made')], ['All done.']);
      const client = stage.prompted(model);
      const [dialog] = await stage.afar.waiting();
      const [{ pid }] = stage.running('afard');
      process.kill(pid, 'SIGKILL');

      await until('another daemon to have the dialog', async () => {
        const [again] = await stage.afar.waiting();
        return again.id === dialog.id && stage.running('afard').every((daemon) => daemon.pid !== pid);
      });
      await stage.afar.answer(dialog.id, 'allow');
      assert_told(await model.result_of('toolu_yes'), 'made');
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'prompt tool: nobody answers within the client\'s limit for a tool: denied before it, and still open',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_no', 'touch no')], ['All done.']);
      const client = stage.prompted(model, { env: { MCP_TOOL_TIMEOUT: '4000' } });
      const { text, is_error } = await model.result_of('toolu_no');
      assert.equal(is_error, true);
      assert_carries(text, 'Nobody answered this within', 'stays open');
      assert.equal((await client.ended()).code, 0);
      const [dialog] = await stage.afar.list();
      assert.equal(dialog.state, 'open');
      assert.ok(!made(stage, 'no'));
    },
  },
  {
    name: 'prompt tool without a daemon: nobody is asked, and nothing runs',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_no', 'touch no')], ['All done.']);
      const client = stage.prompted(model, { server: ['--no-start'] });
      const { text, is_error } = await model.result_of('toolu_no');
      assert.equal(is_error, true);
      assert_carries(text, 'Nobody was asked', 'no terminal to fall back to');
      assert.equal((await client.ended()).code, 0);
      assert.ok(!made(stage, 'no'));
    },
  },
];
