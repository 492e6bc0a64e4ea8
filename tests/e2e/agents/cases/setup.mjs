// What afar setup leaves in a client's own configuration.
import assert from 'node:assert/strict';
import fs from 'node:fs';

export default [
  {
    name: 'setup: the client\'s file is as it was once our server is taken out again',
    async run(stage) {
      const model = await stage.model(['Nothing to ask.']);
      await stage.first('go');
      assert.equal(model.turns, 1);
      await stage.afar.done('setup', stage.agent, '--remove');
      assert.equal(fs.readFileSync(stage.settings_file, 'utf8'), stage.written);
    },
  },
];
