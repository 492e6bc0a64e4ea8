// The hook is registered in the settings and in a plugin, so every event starts it twice.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);

export default [
  {
    name: 'registered twice: one dialog, answered once',
    async run(stage) {
      const folder = stage.plugin(stage.hooks());
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.terminal(model, { args: ['--plugin-dir', folder] });
      await client.picker('Which color?');
      const [dialog] = await stage.afar.waiting();
      const both = await stage.afar.joined(dialog.id, 2);
      assert.equal((await stage.afar.list()).length, 1);

      await stage.afar.answer(both.id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await stage.no_hook_left();
      assert.equal((await stage.afar.list('--all')).length, 1);
    },
  },
  {
    name: '-p, registered twice: one dialog, answered once',
    async run(stage) {
      const folder = stage.plugin(stage.hooks());
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      const client = stage.print(model, { args: ['go', '--plugin-dir', folder] });
      const [dialog] = await stage.afar.waiting();
      await stage.afar.joined(dialog.id, 2);

      await stage.afar.answer(dialog.id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).result.result, 'All done.');
      await stage.no_hook_left();
      assert.equal((await stage.afar.list('--all')).length, 1);
    },
  },
];
