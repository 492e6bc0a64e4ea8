// Nobody answers within a rule's `wait`, and its `on_timeout` decides: beside the picker (race), instead of it (block), and without
// a terminal. A picker may be gone before anybody could look, so what is asserted of it is what stays of it.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_carries, assert_refused, assert_told, marks_default, names_default, names_no_default, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue (Recommended)']);
const features = question('Which features?', 'Features', ['Auth (recommended)', 'Logs', 'Cache (Recommended)'], { multiSelect: true });
const answers = { 'Which color?': 'Blue (Recommended)', 'Which features?': 'Auth (recommended), Cache (Recommended)' };
const rule = 'impatient';
const told_how_long = /within 1s/;
const picker = /Enter to select/;

const configure = (stage, mode, on_timeout) => stage.configure({ rules: [{ name: rule, do: { mode, wait: '1s', on_timeout } }] });

// In a terminal. `of`: what goes on record when the time is over; `phase`: what afar was asked by, PreToolUse (before) or PermissionRequest (beside).
async function timed_out(stage, mode, on_timeout, of, questions = [color]) {
  configure(stage, mode, on_timeout);
  const model = await stage.model([ask('toolu_asked', ...questions)], ['Thanks.']);
  const client = stage.terminal(model);
  const { dialog: id, actor } = await stage.afar.recorded(of);
  assert.equal(actor.rule, rule);
  assert.equal((await stage.afar.recorded('opened')).body.phase, mode === 'race' ? 'beside' : 'before');
  return { model, client, id };
}

// Without one: the run to its end, and what is on record by then.
async function ended(stage, on_timeout, questions = [color]) {
  configure(stage, 'block', on_timeout);
  const model = await stage.model([ask('toolu_asked', ...questions)], ['All done.']);
  const { code, result } = await stage.print(model).ended();
  assert.equal(code, 0);
  await stage.no_hook_left();
  const [dialog] = await stage.afar.list('--all');
  return { model, dialog, result };
}

async function assert_ended(stage, id, state) {
  const dialog = await stage.afar.show(id);
  assert.equal(dialog.state, state);
  assert.equal(dialog.waiters, 0);
  assert.equal(dialog.outcome.by.kind, 'policy');
  assert.equal(dialog.outcome.by.rule, rule);
  return dialog;
}

// The picker is on screen with nobody but the person in front of it; their answer is the agent's, and goes on record.
async function answer_in_terminal({ model, client, id }, stage) {
  await client.picker('Which color?');
  await stage.no_hook_left();
  assert.equal(model.told('toolu_asked'), false);

  await client.press('1');

  assert_told(await model.result_of('toolu_asked'), told_labels({ 'Which color?': 'Red' }));
  const answered = await stage.afar.reached(id, 'answered');
  assert.equal(answered.outcome.by.kind, 'terminal');
  assert.deepEqual(answered.answers.q1.options, ['o1']);
  await stage.no_hook_left();
}

async function assert_gone_on(stage, client) {
  await client.sees(/Thanks\./);
  assert.doesNotMatch(client.screen(), picker);
  await stage.no_hook_left();
}

const beside_the_picker = [
  {
    name: 'race, on_timeout local: the picker stays, and the person answers there',
    async run(stage) {
      const asked = await timed_out(stage, 'race', 'local', 'left_to_terminal');
      await assert_ended(stage, asked.id, 'left');
      await answer_in_terminal(asked, stage);
    },
  },
  {
    name: 'race, on_timeout default: the picker closes, the model is refused and told every default',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'race', 'default', 'defaulted', [color, features]);
      assert_refused(await model.result_of('toolu_asked'), told_how_long, ...names_default({ id, rule, defaults: answers }));
      const shown = await assert_ended(stage, id, 'defaulted');
      assert.deepEqual(shown.answers.q2.options, ['o1', 'o3']);
      await assert_gone_on(stage, client);
    },
  },
  {
    name: 'race, on_timeout deny: the picker closes, the model is told how long nobody answered, and the default',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'race', 'deny', 'denied');
      assert_refused(await model.result_of('toolu_asked'), told_how_long, ...names_default({ id, rule, defaults: { 'Which color?': 'Blue (Recommended)' } }));
      await assert_ended(stage, id, 'denied');
      await assert_gone_on(stage, client);
    },
  },
  {
    name: 'race, on_timeout park: the picker stays, the question stays open, and the person answers in the terminal',
    async run(stage) {
      const asked = await timed_out(stage, 'race', 'park', 'parked');
      await assert_ended(stage, asked.id, 'open');
      assert.deepEqual((await stage.afar.list()).map(({ id }) => id), [asked.id]);
      await answer_in_terminal(asked, stage);
    },
  },
  {
    name: 'race, on_timeout stop: the picker closes and the turn ends; the next thing the model hears is the person',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'race', 'stop', 'denied');
      await client.sees(/eclined to answer/);
      await stage.no_hook_left();
      await assert_ended(stage, id, 'denied');
      assert.doesNotMatch(client.screen(), picker);

      await client.type('go on');
      await client.press('Enter');

      await client.sees(/Thanks\./);
      assert.equal((await model.result_of('toolu_asked')).is_error, true);
      assert.match(model.beside('toolu_asked'), /\bgo on$/m);
    },
  },
];

const instead_of_the_picker = [
  {
    name: 'block, on_timeout local: the picker opens then, and the person answers there',
    async run(stage) {
      const asked = await timed_out(stage, 'block', 'local', 'left_to_terminal');
      await asked.client.picker('Which color?');
      await stage.no_hook_left();
      await assert_ended(stage, asked.id, 'left');
      assert.equal((await stage.afar.list('--all')).length, 1);
      await answer_in_terminal(asked, stage);
    },
  },
  {
    name: 'block, on_timeout default: answered, every question, and marked as defaults',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'block', 'default', 'defaulted', [color, features]);
      assert_told(await model.result_of('toolu_asked'), told_labels(answers));
      assert_carries(model.beside('toolu_asked'), told_how_long, ...marks_default({ id, rule }));
      const shown = await assert_ended(stage, id, 'defaulted');
      assert.deepEqual(shown.answers.q2.options, ['o1', 'o3']);
      await assert_gone_on(stage, client);
    },
  },
  {
    name: 'block, on_timeout deny: no picker opens, the model is told how long nobody answered, and the default',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'block', 'deny', 'denied');
      assert_refused(await model.result_of('toolu_asked'), told_how_long, ...names_default({ id, rule, defaults: { 'Which color?': 'Blue (Recommended)' } }));
      await assert_ended(stage, id, 'denied');
      await assert_gone_on(stage, client);
    },
  },
  {
    name: 'block, on_timeout park: no picker opens, the model is told that it stays open; the person can answer it later',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'block', 'park', 'parked');
      assert_refused(await model.result_of('toolu_asked'), `afar ${id}`, /stays open/, /[Aa]sk the same question again/);
      await assert_ended(stage, id, 'open');
      await assert_gone_on(stage, client);

      await stage.afar.answer(id, 'Red');

      const answered = await stage.afar.show(id);
      assert.equal(answered.outcome.by.kind, 'person');
      assert.deepEqual(answered.answers.q1.options, ['o1']);
    },
  },
  {
    name: 'block, on_timeout stop: no picker opens, the model is told to end its turn',
    async run(stage) {
      const { model, client, id } = await timed_out(stage, 'block', 'stop', 'denied');
      assert_refused(await model.result_of('toolu_asked'), told_how_long, `afar ${id}`, `the rule "${rule}"`, /[Ee]nd your turn/, /what is missing/);
      await assert_ended(stage, id, 'denied');
      await assert_gone_on(stage, client);
    },
  },
];

const without_a_terminal = [
  {
    name: '-p, on_timeout local: nobody answers for the person; the question is left, and can still be answered',
    async run(stage) {
      const { model, dialog } = await ended(stage, 'local');
      // There is no picker: the client asks its own permission prompt, which is not there in this run.
      assert_refused(await model.result_of('toolu_asked'));
      await assert_ended(stage, dialog.id, 'left');

      assert.match(await stage.afar.answer(dialog.id, 'Red'), /late/);

      assert.equal((await stage.afar.show(dialog.id)).outcome.by.kind, 'person');
    },
  },
  {
    name: '-p, on_timeout default: answered, every question, and marked as defaults',
    async run(stage) {
      const { model, dialog, result } = await ended(stage, 'default', [color, features]);
      assert_told(await model.result_of('toolu_asked'), told_labels(answers));
      assert_carries(model.beside('toolu_asked'), told_how_long, ...marks_default({ id: dialog.id, rule }));
      const shown = await assert_ended(stage, dialog.id, 'defaulted');
      assert.deepEqual(shown.answers.q2.options, ['o1', 'o3']);
      assert.equal(result.result, 'All done.');
    },
  },
  {
    name: '-p, on_timeout deny: the model is told how long nobody answered, and the default',
    async run(stage) {
      const { model, dialog, result } = await ended(stage, 'deny');
      assert_refused(await model.result_of('toolu_asked'), told_how_long, ...names_default({ id: dialog.id, rule, defaults: { 'Which color?': 'Blue (Recommended)' } }));
      await assert_ended(stage, dialog.id, 'denied');
      assert.equal(result.result, 'All done.');
    },
  },
  {
    name: '-p, on_timeout park: the run ends deferred, and is resumed with the person\'s answer',
    async run(stage) {
      const { model, dialog, result } = await ended(stage, 'park');
      assert.equal(result.stop_reason, 'tool_deferred');
      assert.equal(result.deferred_tool_use.id, 'toolu_asked');
      assert.equal(model.told('toolu_asked'), false);
      const parked = await assert_ended(stage, dialog.id, 'open');
      assert.equal(parked.outcome.state, 'deferred');

      await stage.afar.answer(dialog.id, 'Red');
      const resumed = await stage.print(model, { args: ['--resume', result.session_id] }).ended();

      assert_told(await model.result_of('toolu_asked'), told_labels({ 'Which color?': 'Red' }));
      assert.equal(resumed.result.result, 'All done.');
      await stage.no_hook_left();
    },
  },
  {
    name: '-p, on_timeout stop: the model is told to end its turn',
    async run(stage) {
      const { model, dialog } = await ended(stage, 'stop');
      assert_refused(await model.result_of('toolu_asked'), told_how_long, `afar ${dialog.id}`, `the rule "${rule}"`, /[Ee]nd your turn/, /what is missing/);
      await assert_ended(stage, dialog.id, 'denied');
    },
  },
];

const nothing_to_default_to = ['race', 'block'].map((mode) => ({
  name: `${mode}, on_timeout default, and a question without that default: refused, none is answered`,
  async run(stage) {
    stage.configure({ rules: [{ name: rule, do: { mode, wait: '1s', on_timeout: 'default', default: 'Red' } }] });
    const model = await stage.model([ask('toolu_asked', color, question('Which size?', 'Size', ['S', 'M']))], ['Thanks.']);
    const client = stage.terminal(model);

    const refused = await model.result_of('toolu_asked');

    const { dialog: id } = await stage.afar.recorded('denied');
    assert_refused(refused, told_how_long, ...names_no_default({ id, rule }));
    assert.deepEqual((await assert_ended(stage, id, 'denied')).answers, {});
    await assert_gone_on(stage, client);
  },
}));

export default [...beside_the_picker, ...instead_of_the_picker, ...without_a_terminal, ...nothing_to_default_to];
