// An answer that comes when the agent has gone on already: the model is told once, asks again, and gets it.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';
import { assert_carries, assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue (Recommended)']);
const denies = { rules: [{ name: 'away', do: { mode: 'deny' } }] };
const announcement = 'owner has answered on the command line';

// The dialog that the rule denied; it may be answered by now.
const denied = async (stage) => ({ id: (await stage.afar.recorded('denied')).dialog });

// The person answered Red late, and the model was told so once and got it as the answer of its second call.
async function assert_given(stage, model, id) {
  assert_told(await model.result_of('toolu_again'), told_labels({ 'Which color?': 'Red' }));
  assert.equal(model.heard(announcement), 1);
  const [dialog, ...others] = await stage.afar.list('--all');
  assert.deepEqual([dialog.id, others], [id, []], 'no second card');
  const kinds = (await stage.afar.audit()).filter((event) => event.dialog === id).map(({ kind }) => kind);
  assert.deepEqual(kinds.filter((kind) => kind !== 'context'), ['opened', 'denied', 'late_answer', 'delivered', 'joined', 'delivered']);
}

// The model's last words of its turn, said once the person has answered.
const once_answered = (stage) => async () => {
  const { id } = await denied(stage);
  await stage.afar.answer(id, 'Red');
  return ['I went on without it.'];
};

export default [
  {
    name: 'late, while the turn goes on: told at its end, asked again, and given',
    async run(stage) {
      stage.configure(denies);
      const model = await stage.model([ask('toolu_color', color)], once_answered(stage), [ask('toolu_again', color)], ['Thanks.']);
      stage.terminal(model);
      const { id } = await denied(stage);
      await assert_given(stage, model, id);
      assert.equal((await stage.afar.delivered(id)).answers.q1.options[0], 'o1');
    },
  },
  {
    name: 'late, -p: told at the end of the run, asked again, and given',
    async run(stage) {
      stage.configure(denies);
      const model = await stage.model([ask('toolu_color', color)], once_answered(stage), [ask('toolu_again', color)], ['Thanks.']);
      const client = stage.print(model);
      const { id } = await denied(stage);
      await assert_given(stage, model, id);
      assert.equal((await client.ended()).result.result, 'Thanks.');
    },
  },
  {
    name: 'late, when the session is idle: woken, told, asked again, and given',
    async run(stage) {
      await stage.afar.done('setup', 'claude-code');
      stage.configure(denies);
      const model = await stage.model([ask('toolu_color', color)], ['I went on without it.'], [ask('toolu_again', color)], ['Thanks.']);
      const client = stage.terminal(model);
      const { id } = await denied(stage);
      await client.sees(/I went on without it\./);
      await until('somebody to wait for late answers', () => stage.running('afar-hook').length > 0);

      await stage.afar.answer(id, 'Red');

      await assert_given(stage, model, id);
      const [told] = (await stage.afar.audit()).filter(({ kind }) => kind === 'delivered');
      assert.equal(told.body.way, 'wake');
    },
  },
  {
    name: 'late, after the person prompted on: stale, shown, and never told',
    async run(stage) {
      stage.configure(denies);
      const model = await stage.model([ask('toolu_color', color)], ['I went on without it.'], ['Something else, then.']);
      const client = stage.terminal(model);
      const { id } = await denied(stage);
      await client.sees(/I went on without it\./);
      await client.type('something else');
      await client.press('Enter');
      await client.sees(/Something else, then\./);

      assert_carries(await stage.afar.answer(id, 'Red'), 'moved on');

      assert.equal((await stage.afar.show(id)).outcome.delivery, 'stale');
      assert_carries(await stage.afar.done('show', id), 'stale');
      await client.type('and more');
      await client.press('Enter');
      await model.turn(4);
      assert.equal(model.heard(announcement), 0);
    },
  },
  {
    name: 'late, after the person prompted on while no daemon ran: stale as well',
    async run(stage) {
      await stage.afar.done('setup', 'claude-code');
      stage.configure(denies);
      const model = await stage.model([ask('toolu_color', color)], ['I went on without it.'], ['Something else, then.']);
      const client = stage.terminal(model);
      const { id } = await denied(stage);
      await client.sees(/I went on without it\./);
      await stage.afar.done('daemon', 'stop');
      await client.type('something else');
      await client.press('Enter');
      await client.sees(/Something else, then\./);
      await stage.afar.done('daemon', 'start');

      await stage.afar.answer(id, 'Red');

      assert.equal((await stage.afar.show(id)).outcome.delivery, 'stale');
      assert.equal(model.heard(announcement), 0);
    },
  },
  {
    name: 'late, and the daemon is killed before it is told: told once after the restart',
    async run(stage) {
      stage.configure(denies);
      const killed = async () => {
        const words = await once_answered(stage)();
        const [daemon] = stage.running('afard');
        process.kill(daemon.pid, 'SIGKILL');
        await until('the daemon to be gone', () => stage.running('afard').length === 0);
        await stage.afar.done('daemon', 'start');
        return words;
      };
      const model = await stage.model([ask('toolu_color', color)], killed, [ask('toolu_again', color)], ['Thanks.']);
      stage.terminal(model);
      const { id } = await denied(stage);
      await assert_given(stage, model, id);
    },
  },
  {
    name: 'late, after the run has ended: resumed with it where delivery is on',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['I went on without it.'], [ask('toolu_again', color)], ['Thanks.']);
      stage.configure({ ...denies, delivery: stage.delivery(model) });
      assert.equal((await stage.print(model).ended()).code, 0);
      const { id } = await denied(stage);

      await stage.afar.answer(id, 'Red');

      await stage.afar.recorded('resumed');
      assert_told(await model.result_of('toolu_again'), told_labels({ 'Which color?': 'Red' }));
      assert.equal(model.heard(announcement), 1);
      assert.equal(stage.resumed_run(id).result, 'Thanks.');
    },
  },
];
