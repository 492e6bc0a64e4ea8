// More than one dialog at a time.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const size = question('Which size?', 'Size', ['S', 'M']);
const about = (dialogs, text) => dialogs.find((dialog) => dialog.questions[0].text === text);

export default [
  {
    name: 'two sessions at once, answered crosswise',
    async run(stage) {
      const models = [await stage.model([ask('toolu_one', color)], ['Thanks.']), await stage.model([ask('toolu_two', color)], ['Thanks.'])];
      stage.terminal(models[0]);
      stage.terminal(models[1], { project: 'other' });
      const dialogs = await stage.afar.waiting(2);
      const of = (project) => dialogs.find((dialog) => dialog.origin.project === project);

      await stage.afar.answer(of('other').id, 'Blue');
      assert_told(await models[1].result_of('toolu_two'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal(models[0].told('toolu_one'), false);
      await stage.afar.answer(of('project').id, 'Red');
      assert_told(await models[0].result_of('toolu_one'), told_labels({ 'Which color?': 'Red' }));
      await stage.no_hook_left();
    },
  },
  {
    name: 'two questions in one turn, each answered from afar',
    async run(stage) {
      const model = await stage.model(['Two things.', ask('toolu_color', color), ask('toolu_size', size)], ['Thanks.']);
      stage.terminal(model);
      const dialogs = await stage.afar.waiting(2);
      for (const { id } of dialogs) await stage.afar.with_context(id, 'Two things.');

      await stage.afar.answer(about(dialogs, 'Which size?').id, 'M');
      await stage.afar.answer(about(dialogs, 'Which color?').id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert_told(await model.result_of('toolu_size'), told_labels({ 'Which size?': 'M' }));
      await stage.no_hook_left();
    },
  },
  {
    name: 'two questions in one turn, one answered in the terminal, the other from afar',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color), ask('toolu_size', size)], ['Thanks.']);
      const client = stage.terminal(model);
      const dialogs = await stage.afar.waiting(2);
      const screen = await client.sees(/Which (color|size)\?[^]*Enter to select/);
      const [here, there] = /Which color\?/.test(screen) ? ['Which color?', 'Which size?'] : ['Which size?', 'Which color?'];

      await client.press('2');

      const ended = await stage.afar.reached(about(dialogs, here).id, 'answered');
      assert.equal(ended.outcome.by.kind, 'terminal');
      assert.deepEqual(ended.answers.q1.options, ['o2']);
      const [left] = await stage.afar.waiting();
      assert.equal(left.questions[0].text, there);
      await stage.afar.answer(left.id, '1');
      const labels = { 'Which color?': ['Red', 'Blue'], 'Which size?': ['S', 'M'] };
      const told = { 'Which color?': 'toolu_color', 'Which size?': 'toolu_size' };
      assert_told(await model.result_of(told[here]), told_labels({ [here]: labels[here][1] }));
      assert_told(await model.result_of(told[there]), told_labels({ [there]: labels[there][0] }));
      await stage.no_hook_left();
    },
  },
  {
    name: 'the same question twice in one turn: two dialogs, each answer used once',
    async run(stage) {
      const model = await stage.model([ask('toolu_one', color), ask('toolu_two', color)], ['Thanks.']);
      stage.terminal(model);
      const dialogs = await stage.afar.waiting(2);

      await stage.afar.answer(dialogs[1].id, 'Blue');
      await stage.afar.answer(dialogs[0].id, 'Red');

      const told = [await model.result_of('toolu_one'), await model.result_of('toolu_two')].map(({ text }) => text);
      assert.deepEqual(told.sort(), [told_labels({ 'Which color?': 'Blue' }), told_labels({ 'Which color?': 'Red' })]);
      await stage.no_hook_left();
    },
  },
  {
    name: 'the same question twice in one turn, one answered in the terminal: the other is still answered from afar',
    async run(stage) {
      const model = await stage.model([ask('toolu_one', color), ask('toolu_two', color)], ['Thanks.']);
      const client = stage.terminal(model);
      await stage.afar.waiting(2);
      await client.picker('Which color?');

      await client.press('1');

      const [left] = await stage.afar.waiting(1);
      await stage.afar.answer(left.id, 'Blue');
      const told = [await model.result_of('toolu_one'), await model.result_of('toolu_two')].map(({ text }) => text);
      assert.deepEqual(told.sort(), [told_labels({ 'Which color?': 'Blue' }), told_labels({ 'Which color?': 'Red' })]);
      await stage.no_hook_left();
    },
  },
  {
    name: 'Esc at the first of two questions: both are cancelled',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color), ask('toolu_size', size)]);
      const client = stage.terminal(model);
      const dialogs = await stage.afar.waiting(2);
      await client.sees(/Enter to select/);

      await client.press('Escape');

      for (const { id } of dialogs) await stage.afar.reached(id, 'cancelled');
      await stage.no_hook_left();
    },
  },
];
