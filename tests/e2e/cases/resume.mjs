// `claude -p` runs that end for a question, and go on by themselves once it is answered.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const size = question('Which size?', 'Size', ['S', 'M']);
const defer = [{ do: { mode: 'defer' } }];

async function deferred(stage, model) {
  const { code, result } = await stage.print(model).ended();
  assert.equal(code, 0);
  assert.equal(result.stop_reason, 'tool_deferred');
  await stage.no_hook_left();
  return result;
}

export default [
  {
    name: '-p, deferred and answered: the daemon resumes the run, and the model is told the answer',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      stage.configure({ rules: defer, delivery: stage.delivery(model) });
      const { session_id } = await deferred(stage, model);
      const [{ id }] = await stage.afar.list();
      assert.equal(model.told('toolu_color'), false);

      await stage.afar.answer(id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      const { body } = await stage.afar.recorded('resumed');
      assert.equal(body.attempt, 1);
      const run = stage.resumed_run(id);
      assert.equal(run.result, 'All done.');
      assert.equal(run.session_id, session_id);
      assert.equal((await stage.afar.show(id)).outcome.delivery, 'delivered');
      assert.deepEqual((await stage.afar.audit()).filter(({ dialog }) => dialog === id).map(({ kind }) => kind), ['opened', 'deferred', 'answered', 'delivered', 'resumed']);
    },
  },
  {
    name: '-p, deferred, answered, and asks again in the resumed run: deferred and resumed once more',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], [ask('toolu_size', size)], ['All done.']);
      stage.configure({ rules: defer, delivery: stage.delivery(model) });
      await deferred(stage, model);
      const [first] = await stage.afar.list();
      await stage.afar.answer(first.id, 'Red');

      const { dialog: next } = await stage.afar.recorded_of('deferred', ({ dialog }) => dialog !== first.id);
      await stage.afar.answer(next, 'M');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Red' }));
      assert_told(await model.result_of('toolu_size'), told_labels({ 'Which size?': 'M' }));
      await stage.afar.recorded_of('resumed', ({ dialog }) => dialog === next);
      assert.equal(stage.resumed_run(next).result, 'All done.');
    },
  },
  {
    name: '-p, deferred, and no delivery: the answer waits for whoever resumes the run',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      stage.configure({ rules: defer });
      const { session_id } = await deferred(stage, model);
      const [{ id }] = await stage.afar.list();
      assert.match(await stage.afar.answer(id, 'Blue'), /kept/);
      assert.equal((await stage.afar.show(id)).outcome.delivery, 'undelivered');

      const { result } = await stage.print(model, { args: ['--resume', session_id] }).ended();

      assert.equal(result.result, 'All done.');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await stage.afar.delivered(id)).state, 'answered');
    },
  },
];
