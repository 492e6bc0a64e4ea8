// The settings that `afar setup` writes are ones that the real client takes, every hook in them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ask, question } from '../fake-model.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);

export default [
  {
    name: 'set up by afar: the picker races, doctor is content, the removal leaves the settings as they were',
    async run(stage) {
      const settings = path.join(stage.home, '.claude/settings.json');
      const before = '{\n\t"hooks": {},\n\t"cleanupPeriodDays": 30\n}';
      fs.writeFileSync(settings, before);
      await stage.afar.done('setup', 'claude-code');
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.terminal(model);
      await client.picker('Which color?');
      const [dialog] = await stage.afar.waiting();

      await stage.afar.answer(dialog.id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await stage.no_hook_left();
      await stage.afar.done('doctor');
      await stage.afar.done('setup', '--remove', 'claude-code');
      assert.equal(fs.readFileSync(settings, 'utf8'), before);
    },
  },
];
