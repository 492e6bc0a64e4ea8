// An operator's rule decides where the question is shown.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_refused, assert_told, names_default, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);

async function asked(stage, mode) {
  stage.configure({ rules: [{ name: `only ${mode}`, do: { mode } }] });
  const model = await stage.model(['Two colors are left.', ask('toolu_color', color)], ['Thanks.']);
  return { model, client: stage.terminal(model) };
}

export default [
  {
    name: 'mode block: no picker opens, and the answer comes from afar',
    async run(stage) {
      const { model, client } = await asked(stage, 'block');
      const [dialog] = await stage.afar.waiting();
      assert.equal(dialog.origin.call, 'toolu_color');
      await client.sees(/Two colors are left\./);
      assert.doesNotMatch(client.screen(), /Enter to select/);

      await stage.afar.answer(dialog.id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await stage.no_hook_left();
      assert.equal((await stage.afar.delivered(dialog.id)).outcome.by.kind, 'person');
    },
  },
  {
    name: 'mode block, Esc: cancelled, and no picker follows',
    async run(stage) {
      const { client } = await asked(stage, 'block');
      const [dialog] = await stage.afar.waiting();
      await client.sees(/Two colors are left\./);

      await client.press('Escape');

      await stage.afar.reached(dialog.id, 'cancelled');
      await stage.no_hook_left();
      assert.doesNotMatch(client.screen(), /Enter to select/);
    },
  },
  {
    name: 'mode block, the client is terminated: left, and afard, started by the waiting hook, outlives it',
    async run(stage) {
      const { client } = await asked(stage, 'block');
      const [dialog] = await stage.afar.waiting();
      const [{ pid }] = stage.running('afard');

      client.signal('SIGTERM');

      await client.gone();
      await stage.afar.reached(dialog.id, 'left');
      await stage.no_hook_left();
      assert.deepEqual(stage.running('afard').map((process) => process.pid), [pid]);
    },
  },
  {
    name: 'mode local: the picker alone, nothing on record',
    async run(stage) {
      const { model, client } = await asked(stage, 'local');
      await client.picker('Which color?');

      await client.press('2');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await model.turn(2);
      await stage.no_hook_left();
      assert.deepEqual(await stage.afar.list('--all'), []);
    },
  },
  {
    name: 'mode deny: the model is told to go on with the default, and that it is one',
    async run(stage) {
      stage.configure({ rules: [{ name: 'ci never waits', do: { mode: 'deny', default: 'first' } }] });
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.terminal(model);

      const refused = await model.result_of('toolu_color');

      const [dialog] = await stage.afar.list('--all');
      assert_refused(refused, ...names_default({ id: dialog.id, rule: 'ci never waits', defaults: { 'Which color?': 'Red' } }));
      assert.equal(dialog.state, 'denied');
      assert.deepEqual(dialog.outcome.by, { kind: 'policy', name: null, surface: null, rule: 'ci never waits' });
      await client.sees(/Thanks\./);
      assert.doesNotMatch(client.screen(), /Enter to select/);
      await stage.no_hook_left();
    },
  },
];
