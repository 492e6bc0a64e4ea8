// Whether the person is there, and what a session waits for: as their prompts, their own words and the client tell.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';
import { assert_carries, assert_refused } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const session_line = async (stage, word) => until(`the session to be shown as ${word}`, async () => (await stage.afar.done('status')).includes(` ${word} `));

export default [
  {
    name: 'presence: a rule holds while the person says that they are away, and no longer',
    async run(stage) {
      stage.configure({ rules: [{ name: 'away', when: { presence: 'away' }, do: { mode: 'deny' } }] });
      await stage.afar.done('daemon', 'start');
      assert_carries(await stage.afar.done('away'), 'You are away');
      const model = await stage.model([ask('toolu_color', color)], [ask('toolu_again', color)], ['Thanks.']);
      stage.terminal(model);
      assert_refused(await model.result_of('toolu_color'), 'the rule "away"');
      assert_carries(await stage.afar.done('status'), 'You are away, as you said');
      assert_carries(await stage.afar.done('auto'), 'you are here now'); // the prompt "go" was theirs
      const { body } = await stage.afar.recorded_of('presence', ({ body }) => body.mode === 'auto');
      assert.deepEqual(body, { mode: 'auto' });
    },
  },
  {
    name: 'presence: a session whose picker nobody answers needs input, as status shows',
    async run(stage) {
      await stage.afar.done('setup', 'claude-code');
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.terminal(model);
      await client.picker('Which color?');
      await session_line(stage, 'needs_input');
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Blue');
      await session_line(stage, 'stop');
    },
  },
];
