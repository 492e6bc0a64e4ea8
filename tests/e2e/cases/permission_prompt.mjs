// `claude -p --permission-prompt-tool mcp__afar__permission_prompt`: what the client would ask in a terminal is
// asked through our MCP server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ask, call, question } from '../fake-model.mjs';
import { assert_carries, assert_told, told_labels, told_words } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const bash = (id, command) => call(id, 'Bash', { command, description: 'a command of the test' });
const made = (stage, file) => fs.existsSync(path.join(stage.root, 'project', file));

// A denial, word for word.
const assert_denied = (result, text) => assert.deepEqual(result, { text, is_error: true });

export default [
  {
    name: 'prompt tool: a question with no hook installed is answered from outside',
    async run(stage) {
      stage.register({});
      const model = await stage.model(['Two colors are left.', ask('toolu_color', color)], [ask('toolu_again', color)], ['All done.']);
      const client = stage.prompted(model);
      const [dialog] = await stage.afar.waiting();
      assert.equal(dialog.kind, 'user_question');
      assert.equal(dialog.origin.call, 'toolu_color');
      assert.equal(dialog.origin.interactive, false);
      await stage.afar.with_context(dialog.id, 'Two colors are left.');

      await stage.afar.answer(dialog.id, '2');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await stage.afar.delivered(dialog.id)).state, 'answered');

      const [again] = await stage.afar.waiting();
      await stage.afar.answer(again.id, '--text', 'Blue, but darker');
      assert_told(await model.result_of('toolu_again'), told_words(stage.version, { 'Which color?': 'Blue, but darker' }));

      const { code, result } = await client.ended();
      assert.equal(code, 0);
      assert.equal(result.session_id, dialog.origin.session);
      assert.equal(result.result, 'All done.');
    },
  },
  {
    name: 'prompt tool: a Bash permission is allowed, and denied in the person\'s words',
    async run(stage) {
      stage.register({});
      const model = await stage.model([bash('toolu_yes', 'touch yes && echo made')], [bash('toolu_no', 'touch no')], [bash('toolu_plain', 'touch plain')], ['All done.']);
      const client = stage.prompted(model);

      const [yes] = await stage.afar.waiting();
      assert.equal(yes.kind, 'permission');
      assert.ok(yes.body.startsWith('```\ntouch yes && echo made\n```\n'), yes.body);
      await stage.afar.answer(yes.id, 'allow');
      assert_told(await model.result_of('toolu_yes'), 'made');
      assert.ok(made(stage, 'yes'));

      const [no] = await stage.afar.waiting();
      await stage.afar.answer(no.id, 'deny', '--text', 'use the staging key: "no" — 日本語');
      assert_denied(await model.result_of('toolu_no'), 'use the staging key: "no" — 日本語');

      const [plain] = await stage.afar.waiting();
      await stage.afar.answer(plain.id, 'deny');
      assert_denied(await model.result_of('toolu_plain'), 'Denied by owner.');

      assert.equal((await client.ended()).code, 0);
      assert.ok(!made(stage, 'no') && !made(stage, 'plain'));
      assert.equal((await stage.afar.delivered(no.id)).state, 'answered');
    },
  },
];
