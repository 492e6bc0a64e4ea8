// Every shape of an answer arrives at the model byte for byte.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_told, told_labels, told_words } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const features = question('Which features?', 'Features', ['Auth', 'Logs', 'Cache'], { multiSelect: true });
const layout = question('Which layout?', 'Layout', ['A', 'B'], {
  options: ['A', 'B'].map((label) => ({ label, description: label, preview: `+-+\n|${label}|\n+-+` })),
});
const odd = question('Say "hi"\nto the naïve 🦊 user — 日本語 \\ back\tslash?', 'Odd 🦊', ['Ja "so"', 'Nein, danke']);

export default [
  {
    name: 'several options, free text, a note, a preview, an odd question',
    async run(stage) {
      const turns = { toolu_features: features, toolu_text: color, toolu_note: layout, toolu_odd: odd };
      const model = await stage.model(...Object.entries(turns).map(([id, one]) => [ask(id, one)]), ['Thanks.']);
      stage.terminal(model);
      const next = async () => (await stage.afar.waiting())[0];
      const words = (answers) => told_words(stage.version, answers);

      const several = await next();
      assert.equal(several.questions[0].multi_select, true);
      await stage.afar.answer(several.id, '1,3');
      assert_told(await model.result_of('toolu_features'), told_labels({ 'Which features?': 'Auth, Cache' }));

      const text = 'neither: #00ff88, please\n\nsecond "line" \\ with a 🦊 and a tab\tin it';
      await stage.afar.answer((await next()).id, '--text', text);
      assert_told(await model.result_of('toolu_text'), words({ 'Which color?': text }));

      const preview = await next();
      assert.equal(preview.questions[0].options[1].preview, '+-+\n|B|\n+-+');
      await stage.afar.answer(preview.id, 'b', '--note', 'nice, but\nwider 🦊');
      const noted = await model.result_of('toolu_note');
      assert.match(noted.text, /"Which layout\?"="B"/);
      assert.ok(noted.text.includes(' notes: nice, but\nwider 🦊'), noted.text);
      assert.equal(noted.is_error, false);

      const strange = await next();
      assert.equal(strange.questions[0].text, odd.question);
      await stage.afar.answer(strange.id, 'nein, DANKE');
      assert_told(await model.result_of('toolu_odd'), told_labels({ [odd.question]: 'Nein, danke' }));
      await stage.no_hook_left();
    },
  },
  {
    name: 'four questions, answered out of order; the agent waits for the last',
    async run(stage) {
      const model = await stage.model([ask('toolu_four', color, question('Which size?', 'Size', ['S', 'M', 'L']), features, question('Proceed?', 'Go', ['Yes', 'No']))], ['Thanks.']);
      const client = stage.terminal(model);
      await client.picker('Which color?');
      const [{ id }] = await stage.afar.waiting();

      await stage.afar.answer(id, '3=1,2');
      await stage.afar.answer(id, '--question', '4', 'Yes');
      const half = await stage.afar.show(id);
      assert.equal(half.state, 'open');
      assert.deepEqual(half.answers.q3.options, ['o1', 'o2']);
      assert.equal(model.told('toolu_four'), false);
      await stage.afar.answer(id, '2=M', '1=2');

      const answers = { 'Which color?': 'Blue', 'Which size?': 'M', 'Which features?': 'Auth, Logs', 'Proceed?': 'Yes' };
      assert_told(await model.result_of('toolu_four'), told_labels(answers));
      await stage.no_hook_left();
    },
  },
];
