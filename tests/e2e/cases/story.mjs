// One session with every kind of dialog, answered from both ends: the record tells all of it, in order.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, call, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';

const server = fileURLToPath(new URL('../forms-server.mjs', import.meta.url));
const plan = '# Add a cache\n1. Redis\n';
const color = question('Which color?', 'Color', ['Red', 'Blue']);
const size = question('Which size?', 'Size', ['S', 'M']);
const form = { mode: 'form', message: 'Where to?', requestedSchema: { type: 'object', properties: { city: { type: 'string', title: 'City' } }, required: ['city'] } };
const bash = (id, command) => call(id, 'Bash', { command, description: 'a command of the test' });

export default [
  {
    name: 'a session with all kinds, answered from both ends: the record reads as a story, and verifies',
    async run(stage) {
      stage.register({});
      stage.configure({ rules: [{ name: 'relay forms', when: { kind: 'elicitation' }, do: { mode: 'block' } }] });
      await stage.afar.done('setup', 'claude-code', '--permissions');
      fs.writeFileSync(path.join(stage.root, 'project/run.sh'), '#!/bin/sh\necho "made $1"\n', { mode: 0o755 });
      const ready = path.join(stage.root, 'forms-ready');
      const config = { mcpServers: { forms: { command: process.execPath, args: [server], env: { FORMS_READY: ready } } } };
      const opened = async () => {
        await until('the MCP server to be known', () => fs.existsSync(ready));
        return ['The shop is open.'];
      };
      const writes_plan = () => [call('toolu_file', 'Write', { file_path: model.plan_file(), content: plan })];
      // That many answers of the terminal are on record.
      const of_terminal = async (count) => (await stage.afar.audit()).filter(({ kind }) => kind === 'terminal_answered').length === count;
      // A dialog may show a moment before it takes keys; the next one that a key could reach is not shown before this one has ended.
      const entered = (count) => until('the dialog in the terminal to be answered', async () => {
        if (await of_terminal(count)) return true;
        await client.press('Enter');
        return false;
      });
      const then_plan = async () => {
        await until('the terminal\'s answer to be on record', () => of_terminal(1));
        return [call('toolu_plan', 'ExitPlanMode', { plan })];
      };
      const model = await stage.model(
        opened, writes_plan, [ask('toolu_color', color)], then_plan, [bash('toolu_one', './run.sh one')],
        [bash('toolu_two', './run.sh two')], [call('toolu_form', 'mcp__forms__ask', form)], [ask('toolu_size', size)], ['All done.'],
      );
      const client = stage.terminal(model, { args: ['--permission-mode', 'plan', '--mcp-config', JSON.stringify(config), '--allowedTools', 'mcp__forms__ask'] });
      await client.sees(/The shop is open\./);
      await client.type('go on');
      await client.press('Enter');
      const next = async () => (await stage.afar.waiting())[0].id;

      const in_terminal = await next();
      await client.picker('Which color?');
      await entered(1);
      await model.result_of('toolu_color');
      const approved = await next();
      await stage.afar.answer(approved, 'accept');
      await model.result_of('toolu_plan');
      const allowed = await next();
      await stage.afar.answer(allowed, 'allow');
      await model.result_of('toolu_one');
      const allowed_there = await next();
      await client.sees(/Do you want to proceed\?/);
      await entered(2);
      await model.result_of('toolu_two');
      const filled = await next();
      await stage.afar.answer(filled, '--text', 'Lisbon');
      await model.result_of('toolu_form');
      const remote = await next();
      await stage.afar.answer(remote, 'M');
      await client.sees(/All done\./);
      await stage.no_hook_left();

      const story = (await stage.afar.audit()).filter(({ dialog, kind }) => dialog && kind !== 'context' && kind !== 'joined');
      const told = (id) => story.filter(({ dialog }) => dialog === id).map(({ kind, actor }) => `${kind} by ${actor.kind}`);
      const from_afar = ['opened by agent', 'answered by person', 'delivered by agent'];
      const in_its_own = ['opened by agent', 'terminal_answered by terminal'];
      assert.deepEqual(
        [in_terminal, approved, allowed, allowed_there, filled, remote].map(told),
        [in_its_own, from_afar, from_afar, in_its_own, from_afar, from_afar],
      );
      const kinds = story.filter(({ kind }) => kind === 'opened').map(({ body }) => body.kind);
      assert.deepEqual(kinds, ['user_question', 'plan_approval', 'permission', 'permission', 'elicitation', 'user_question']);
      const { body } = story.find(({ dialog, kind }) => dialog === allowed_there && kind === 'terminal_answered');
      assert.deepEqual(body.answers.q1.options, ['allow']);
      await stage.afar.done('audit', 'verify');
    },
  },
];
