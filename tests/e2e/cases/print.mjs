// `claude -p`: no terminal, so the hook waits before the tool runs.
import assert from 'node:assert/strict';
import { ask, call, question } from '../fake-model.mjs';
import { assert_told, told_labels, told_words } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);

export default [
  {
    name: '-p: the run waits and goes on with exactly the answer',
    async run(stage) {
      const model = await stage.model(['Two colors are left.', ask('toolu_color', color)], [ask('toolu_again', color)], ['All done.']);
      const client = stage.print(model);
      const [dialog] = await stage.afar.waiting();
      assert.equal(dialog.origin.interactive, false);
      await stage.afar.with_context(dialog.id, 'Two colors are left.');

      await stage.afar.answer(dialog.id, '2');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));

      const [again] = await stage.afar.waiting();
      assert.notEqual(again.id, dialog.id);
      await stage.afar.answer(again.id, '--text', 'Blue, but darker');
      assert_told(await model.result_of('toolu_again'), told_words(stage.version, { 'Which color?': 'Blue, but darker' }));

      const { code, result } = await client.ended();
      assert.equal(code, 0);
      assert.equal(result.result, 'All done.');
      await stage.no_hook_left();
    },
  },
  {
    name: '-p: questions given as a JSON string',
    async run(stage) {
      const model = await stage.model([call('toolu_string', 'AskUserQuestion', { questions: JSON.stringify([color]) })], ['All done.']);
      const client = stage.print(model);
      const [dialog] = await stage.afar.waiting();
      assert.equal(dialog.questions[0].text, 'Which color?');

      await stage.afar.answer(dialog.id, 'Red');

      assert_told(await model.result_of('toolu_string'), told_labels({ 'Which color?': 'Red' }));
      assert.equal((await client.ended()).code, 0);
      await stage.no_hook_left();
    },
  },
  {
    name: '-p: two questions in one turn',
    async run(stage) {
      const model = await stage.model([ask('toolu_one', color), ask('toolu_two', color)], ['All done.']);
      const client = stage.print(model);
      const dialogs = await stage.afar.waiting(2);
      const of = (call_id) => dialogs.find((dialog) => dialog.origin.call === call_id);

      await stage.afar.answer(of('toolu_two').id, 'Blue');
      await stage.afar.answer(of('toolu_one').id, 'Red');

      assert_told(await model.result_of('toolu_one'), told_labels({ 'Which color?': 'Red' }));
      assert_told(await model.result_of('toolu_two'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).code, 0);
      await stage.no_hook_left();
    },
  },
  {
    name: '-p, nobody answers within the host\'s limit: deferred, and resumed with the answer',
    async run(stage) {
      stage.register(stage.hooks({ timeout: 8 }));
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      const first = await stage.print(model).ended();
      assert.equal(first.code, 0);
      assert.equal(first.result.stop_reason, 'tool_deferred');
      assert.equal(model.told('toolu_color'), false);
      await stage.no_hook_left();
      const [dialog] = await stage.afar.list();
      assert.equal(dialog.state, 'open');

      await stage.afar.answer(dialog.id, 'Blue');
      const second = await stage.print(model, { args: ['--resume', first.result.session_id] }).ended();

      assert.equal(second.code, 0);
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal(second.result.result, 'All done.');
      assert.equal((await stage.afar.delivered(dialog.id)).state, 'answered');
      await stage.no_hook_left();
    },
  },
  {
    name: '-p, registered for every tool: the others go their way',
    async run(stage) {
      const hooks = stage.hooks();
      for (const event of ['PreToolUse', 'PermissionRequest', 'PostToolUse']) delete hooks[event][0].matcher;
      stage.register(hooks);
      const model = await stage.model([call('toolu_echo', 'Bash', { command: 'echo untouched' }), ask('toolu_color', color)], ['All done.']);
      const client = stage.print(model, { args: ['go', '--allowedTools', 'Bash'] });
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Blue');

      assert_told(await model.result_of('toolu_echo'), 'untouched');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).code, 0);
      assert.equal((await stage.afar.list('--all')).length, 1);
      await stage.no_hook_left();
    },
  },
];
