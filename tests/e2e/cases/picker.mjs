// One question, its picker on screen, and every way in which it can end.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';
import { assert_told, told_labels, told_words } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const size = question('Which size?', 'Size', ['S', 'M']);

// The rows that the picker adds below the options.
const type_something = '3', chat_about_this = '4';

async function asked(stage, ...more_turns) {
  const model = await stage.model(['Two colors are left.', ask('toolu_color', color)], ...more_turns);
  const client = stage.terminal(model);
  await client.picker('Which color?');
  const [dialog] = await stage.afar.waiting();
  return { model, client, dialog };
}

export default [
  {
    name: 'answered from another shell: the picker closes and the model is told',
    async run(stage) {
      const { model, client, dialog } = await asked(stage, ['Blue it is.']);
      assert.equal(dialog.kind, 'user_question');
      await stage.afar.with_context(dialog.id, 'Two colors are left.');
      assert.deepEqual(dialog.questions[0].options.map(({ label }) => label), ['Red', 'Blue']);
      assert.equal(dialog.origin.agent, 'claude-code');
      assert.equal(dialog.origin.agent_version, stage.version);
      assert.equal(dialog.origin.interactive, true);
      assert.equal(dialog.origin.project, 'project');

      await stage.afar.answer(dialog.id, '2');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await client.sees_no_more(/Enter to select/);
      await stage.no_hook_left();
      const ended = await stage.afar.delivered(dialog.id);
      assert.equal(ended.state, 'answered');
      assert.equal(ended.outcome.by.kind, 'person');
      assert.equal(ended.outcome.by.surface, 'cli');
      const second = await stage.afar.run('answer', dialog.id, '1');
      assert.equal(second.code, 4, second.err);
      await stage.afar.done('audit', 'verify');
    },
  },
  {
    name: 'answered in the terminal: on record as such, with the answer, and no hook stays',
    async run(stage) {
      const { model, client, dialog } = await asked(stage, ['And now the size.', ask('toolu_size', size)], ['Thanks.']);

      await client.press('2');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      const ended = await stage.afar.reached(dialog.id, 'answered');
      assert.equal(ended.outcome.by.kind, 'terminal');
      assert.deepEqual(ended.answers.q1.options, ['o2']);

      await client.picker('Which size?');
      const [next] = await stage.afar.waiting();
      await stage.afar.with_context(next.id, 'And now the size.');
      await client.press(type_something);
      await client.type('XXL, please');
      await client.press('Enter');

      assert_told(await model.result_of('toolu_size'), told_words(stage.version, { 'Which size?': 'XXL, please' }));
      const typed = await stage.afar.reached(next.id, 'answered');
      assert.equal(typed.outcome.by.kind, 'terminal');
      assert.equal(typed.answers.q1.text, 'XXL, please');
      await stage.no_hook_left();
      assert.equal((await stage.afar.run('answer', dialog.id, '1')).code, 4);
    },
  },
  {
    name: 'Esc: cancelled, and the client goes on',
    async run(stage) {
      const { model, client, dialog } = await asked(stage, ['Never mind.']);

      await client.press('Escape');

      const ended = await stage.afar.reached(dialog.id, 'cancelled');
      assert.equal(ended.waiters, 0);
      await stage.no_hook_left();
      assert.equal((await stage.afar.run('answer', dialog.id, '1')).code, 4);
      await client.sees_no_more(/Enter to select/);
      await client.type('go on');
      await client.press('Enter');
      await model.turn(2);
      assert.equal((await stage.afar.show(dialog.id)).state, 'cancelled');
    },
  },
  {
    name: '"Chat about this": left at the turn\'s end, still answerable',
    async run(stage) {
      const { client, dialog } = await asked(stage, ['What would you like to know?']);

      await client.press(chat_about_this);

      await stage.afar.reached(dialog.id, 'left');
      await stage.no_hook_left();
      await stage.afar.answer(dialog.id, '2');
    },
  },
  {
    name: '"Chat about this" and asked again in the same turn: the first is left, the second is open',
    async run(stage) {
      const { model, client, dialog } = await asked(stage, ['Once more, then.', ask('toolu_again', size)], ['Thanks.']);

      await client.press(chat_about_this);

      await client.picker('Which size?');
      await stage.afar.reached(dialog.id, 'left');
      const [again] = await stage.afar.waiting();
      assert.equal(again.questions[0].text, 'Which size?');
      await stage.afar.answer(again.id, 'M');
      assert_told(await model.result_of('toolu_again'), told_labels({ 'Which size?': 'M' }));
      await stage.no_hook_left();
    },
  },
  {
    name: '"Chat about this" and the very same question asked again: a dialog of its own',
    async run(stage) {
      // A model takes longer to reply than the client to write down how the first call ended (0.1 s), and the
      // transcript is all that tells equal questions apart.
      const once_more = async () => {
        await until('the client to write down the first result', () => stage.transcripts().includes('"tool_result"'));
        return ['Once more, then.', ask('toolu_again', color)];
      };
      const { model, client, dialog } = await asked(stage, once_more, ['Thanks.']);

      await client.press(chat_about_this);

      await model.turn(2);
      await client.picker('Which color?');
      await stage.afar.reached(dialog.id, 'left');
      const [again] = await stage.afar.waiting();
      assert.notEqual(again.id, dialog.id);
      await stage.afar.with_context(again.id, 'Once more, then.');
      await stage.afar.answer(again.id, 'Blue');
      assert_told(await model.result_of('toolu_again'), told_labels({ 'Which color?': 'Blue' }));
      await stage.no_hook_left();
    },
  },
];
