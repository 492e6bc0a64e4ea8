// The settings that `afar setup` writes are ones that the real client takes, every hook in them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ask, call, question } from '../fake-model.mjs';
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
  {
    name: 'set up by afar with its MCP server: claude -p finds the prompt tool by itself, and its question is answered from outside',
    async run(stage) {
      const config = path.join(stage.home, '.claude.json');
      stage.register({});
      const before = JSON.parse(fs.readFileSync(config, 'utf8'));
      fs.chmodSync(config, 0o600);
      await stage.afar.done('setup', 'claude-code', '--mcp');
      const model = await stage.model([ask('toolu_color', color)], [call('toolu_work', 'Bash', { command: 'touch work && echo made', description: 'a command of the test' })], ['Thanks.']);
      const client = stage.registered(model);
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Blue');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));

      const [permission] = await stage.afar.waiting();
      assert.equal(permission.kind, 'permission');
      await stage.afar.answer(permission.id, 'allow');
      assert_told(await model.result_of('toolu_work'), 'made');
      assert.equal((await client.ended()).code, 0);
      const { out } = await stage.afar.run('doctor');
      assert.match(out, /ok +mcp +the MCP server afar in .* waits for a week/);

      // The client has written its own file meanwhile.
      await stage.afar.done('setup', '--remove', 'claude-code');
      const after = JSON.parse(fs.readFileSync(config, 'utf8'));
      assert.equal(after.mcpServers?.afar, undefined);
      assert.deepEqual(after.customApiKeyResponses, before.customApiKeyResponses);
      assert.equal(fs.statSync(config).mode & 0o777, 0o600);
    },
  },
  ...['local', 'project'].map((scope) => ({
    name: `set up by afar with its MCP server in a project, scope ${scope}: claude -p finds the prompt tool there`,
    async run(stage) {
      const project = path.join(stage.root, 'project');
      stage.register({});
      await stage.afar.in(project).done('setup', 'claude-code', '--mcp', '--scope', scope);
      const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
      const client = stage.registered(model);
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Blue');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await client.ended()).code, 0);
    },
  })),
];
