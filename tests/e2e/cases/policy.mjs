// What policy says in the person's place: refusals, and defaults that never look like the person's answer.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_carries, assert_refused, assert_told, marks_default, names_default, names_no_default, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue (Recommended)']);
const size = question('Which size?', 'Size', ['S', 'M']);
const features = question('Which features?', 'Features', ['Logs', 'Auth (Recommended)', 'Cache (recommended)'], { multiSelect: true });

const by_policy = (rule) => ({ kind: 'policy', name: null, surface: null, rule });

// One rule for each question, by its last words.
const by_question = (rules) => ({
  rules: Object.entries(rules).map(([words, to_do]) => ({ name: `for ${words}`, when: { question: `\\b${words}\\?$` }, do: to_do })),
});

// The model was given just these answers, beside them stands that they are defaults, and so it stands on record.
async function assert_defaulted(stage, model, call_id, { rule, answers, options }) {
  assert_told(await model.result_of(call_id), told_labels(answers));
  const dialog = (await stage.afar.list('--all')).find(({ origin }) => origin.call === call_id);
  assert_carries(model.beside(call_id), ...marks_default({ id: dialog.id, rule }));
  const shown = await stage.afar.show(dialog.id);
  assert.equal(shown.state, 'defaulted');
  assert.equal(shown.outcome.state, 'defaulted');
  assert.deepEqual(shown.outcome.by, by_policy(rule));
  assert.deepEqual(Object.values(shown.answers).map((answer) => answer.options), options);
  assert.match(await stage.afar.done('show', dialog.id), new RegExp(`defaulted:.* by the rule "${rule}"`));
}

// Without a terminal; the run goes on whatever policy says.
async function printed(stage, rules, ...turns) {
  stage.configure(rules);
  const model = await stage.model(...turns, ['All done.']);
  const { code, result } = await stage.print(model).ended();
  assert.equal(code, 0);
  assert.equal(result.result, 'All done.');
  await stage.no_hook_left();
  return model;
}

async function assert_no_default(stage, model, call_id, rule) {
  const dialog = (await stage.afar.list('--all')).find(({ origin }) => origin.call === call_id);
  const refused = await model.result_of(call_id);
  assert_refused(refused, ...names_no_default({ id: dialog.id, rule }));
  for (const { options } of dialog.questions) {
    for (const { label } of options) assert.ok(!refused.text.includes(`"${label}"`), `it names ${label}: ${refused.text}`);
  }
  assert.equal(dialog.state, 'denied');
  assert.deepEqual(dialog.outcome.by, by_policy(rule));
  assert.deepEqual(dialog.answers, {});
}

export default [
  {
    name: '-p, mode deny: with a default for every question, with none, and with the operator\'s words before afar\'s',
    async run(stage) {
      const message = 'Colors are "bea\'s": see COLORS.';
      const rules = by_question({ features: { mode: 'deny' }, size: { mode: 'deny', default: 'none' }, color: { mode: 'deny', message } });
      const model = await printed(stage, rules, [ask('toolu_all', size, features)], [ask('toolu_none', size)], [ask('toolu_words', color)]);

      const id_of = async (call_id) => (await stage.afar.list('--all')).find(({ origin }) => origin.call === call_id).id;
      const defaults = { 'Which size?': 'S', 'Which features?': 'Auth (Recommended), Cache (recommended)' };
      assert_refused(await model.result_of('toolu_all'), ...names_default({ id: await id_of('toolu_all'), rule: 'for features', defaults }));
      await assert_no_default(stage, model, 'toolu_none', 'for size');
      const refused = await model.result_of('toolu_words');
      assert_refused(refused, ...names_default({ id: await id_of('toolu_words'), rule: 'for color', defaults: { 'Which color?': 'Blue (Recommended)' } }));
      assert.ok(refused.text.replace(/^PreToolUse:AskUserQuestion hook error: /, '').startsWith(`${message} `), refused.text);
    },
  },
  {
    name: '-p, mode deny: the person\'s own word is taken late',
    async run(stage) {
      await printed(stage, { rules: [{ name: 'not now', do: { mode: 'deny' } }] }, [ask('toolu_color', color)]);
      const [{ id }] = await stage.afar.list('--all');

      assert.match(await stage.afar.answer(id, 'Red'), /late/);

      const answered = await stage.afar.show(id);
      assert.equal(answered.state, 'answered');
      assert.equal(answered.outcome.by.kind, 'person');
      assert.deepEqual(answered.answers.q1.options, ['o1']);
      assert.deepEqual((await stage.afar.audit()).filter(({ dialog }) => dialog === id).map(({ kind }) => kind), ['opened', 'denied', 'late_answer']);
    },
  },
  {
    name: '-p, mode deny: the same question asked again gets the answer that came late, as the tool\'s own, on the same card',
    async run(stage) {
      stage.configure({ rules: [{ name: 'not now', do: { mode: 'deny' } }] });
      const answered_late = async () => {
        const [{ id }] = await stage.afar.list('--all');
        await stage.afar.answer(id, 'Red');
        return [ask('toolu_again', color)];
      };
      const model = await stage.model([ask('toolu_first', color)], answered_late, [ask('toolu_third', color)], ['All done.']);
      const { code } = await stage.print(model).ended();

      assert.equal(code, 0);
      await stage.no_hook_left();
      assert_told(await model.result_of('toolu_again'), told_labels({ 'Which color?': 'Red' }));
      const cards = await stage.afar.list('--all');
      assert.deepEqual(cards.map(({ state }) => state), ['answered', 'denied'], 'it is given once: the third time is a question of its own');
      assert.equal(cards[0].outcome.delivery, 'delivered');
      assert.deepEqual((await stage.afar.audit()).filter(({ dialog }) => dialog === cards[0].id).map(({ kind }) => kind), ['opened', 'denied', 'late_answer', 'joined', 'delivered']);
    },
  },
  {
    name: 'mode deny in a terminal: the same question asked again gets the answer that came late',
    async run(stage) {
      stage.configure({ rules: [{ name: 'not now', do: { mode: 'deny' } }] });
      const answered_late = async () => {
        const [{ id }] = await stage.afar.list('--all');
        await stage.afar.answer(id, '--text', 'neither:\n"green" 🦊');
        return [ask('toolu_again', color)];
      };
      const model = await stage.model([ask('toolu_first', color)], answered_late, ['Thanks.']);
      stage.terminal(model);

      const { text } = await model.result_of('toolu_again');
      assert.ok(text.includes('neither:\n"green" 🦊'), text);
      await stage.no_hook_left();
      const cards = await stage.afar.list('--all');
      assert.deepEqual(cards.map(({ state, outcome }) => [state, outcome.delivery]), [['answered', 'delivered']]);
    },
  },
  {
    name: '-p, mode default: every question gets all its recommended options, or else its first; marked as defaults',
    async run(stage) {
      const model = await printed(stage, { rules: [{ name: 'night shift', do: { mode: 'default' } }] }, [ask('toolu_three', color, size, features)]);

      const answers = { 'Which color?': 'Blue (Recommended)', 'Which size?': 'S', 'Which features?': 'Auth (Recommended), Cache (recommended)' };
      await assert_defaulted(stage, model, 'toolu_three', { rule: 'night shift', answers, options: [['o2'], ['o1'], ['o2', 'o3']] });
      const { actor, body } = (await stage.afar.audit()).find(({ kind }) => kind === 'defaulted');
      assert.deepEqual(actor, by_policy('night shift'));
      assert.deepEqual(body.answers.q3.options, ['o2', 'o3']);
    },
  },
  {
    name: 'mode default in a terminal: no picker opens, and the answer is marked as the default',
    async run(stage) {
      stage.configure({ rules: [{ name: 'night shift', do: { mode: 'default' } }] });
      const model = await stage.model([ask('toolu_color', color, features)], ['Thanks.']);
      const client = stage.terminal(model);

      const answers = { 'Which color?': 'Blue (Recommended)', 'Which features?': 'Auth (Recommended), Cache (recommended)' };
      await assert_defaulted(stage, model, 'toolu_color', { rule: 'night shift', answers, options: [['o2'], ['o2', 'o3']] });
      await client.sees(/Thanks\./);
      assert.doesNotMatch(client.screen(), /Enter to select/);
      await stage.no_hook_left();
    },
  },
  {
    name: '-p, mode default: the first option, whatever is recommended; a label, whole',
    async run(stage) {
      const other = question('Which other size?', 'Size', ['L', 'M']);
      const rules = by_question({ features: { mode: 'default', default: 'first' }, 'other size': { mode: 'default', default: 'M' } });
      const model = await printed(stage, rules, [ask('toolu_first', color, features)], [ask('toolu_label', size, other)]);

      await assert_defaulted(stage, model, 'toolu_first', {
        rule: 'for features', answers: { 'Which color?': 'Red', 'Which features?': 'Logs' }, options: [['o1'], ['o1']],
      });
      await assert_defaulted(stage, model, 'toolu_label', {
        rule: 'for other size', answers: { 'Which size?': 'M', 'Which other size?': 'M' }, options: [['o2'], ['o2']],
      });
    },
  },
  {
    name: '-p, mode default, and a question without that default: refused, none is answered',
    async run(stage) {
      const rules = by_question({ size: { mode: 'default', default: 'M' }, features: { mode: 'default', default: 'none' }, color: { mode: 'default', default: 'Blue' } });
      const model = await printed(stage, rules, [ask('toolu_partial', size, question('Which fit?', 'Fit', ['Slim', 'Wide']))], [ask('toolu_none', features)], [ask('toolu_half', color)]);

      await assert_no_default(stage, model, 'toolu_partial', 'for size');
      await assert_no_default(stage, model, 'toolu_none', 'for features');
      await assert_no_default(stage, model, 'toolu_half', 'for color');
    },
  },
  {
    name: 'mode default where afar is asked beside the picker alone: the picker closes, the model is refused and told the default',
    async run(stage) {
      const { PermissionRequest } = stage.hooks();
      stage.register({ PermissionRequest });
      stage.configure({ rules: [{ name: 'night shift', do: { mode: 'default' } }] });
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.terminal(model);

      const refused = await model.result_of('toolu_color');

      const [dialog] = await stage.afar.list('--all');
      assert_refused(refused, ...names_default({ id: dialog.id, rule: 'night shift', defaults: { 'Which color?': 'Blue (Recommended)' } }));
      assert.equal(dialog.state, 'defaulted');
      assert.deepEqual(dialog.outcome.by, by_policy('night shift'));
      await client.sees(/Thanks\./);
      assert.doesNotMatch(client.screen(), /Enter to select/);
      await stage.no_hook_left();
    },
  },
];
