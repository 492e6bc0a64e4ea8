// An MCP server asks the person something: its form is answered from afar before the client shows it, or left to the client.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../fake-model.mjs';
import { pinned } from '../releases.mjs';
import { until } from '../wait.mjs';

const server = fileURLToPath(new URL('../forms-server.mjs', import.meta.url));
const relayed = { rules: [{ name: 'relay forms', when: { kind: 'elicitation' }, do: { mode: 'block' } }] };

const form = (properties, required = Object.keys(properties)) => ({
  mode: 'form', message: 'Where shall it go?', requestedSchema: { type: 'object', properties, required },
});
const color = { color: { type: 'string', title: 'Color', enum: ['red', 'blue'] } };
const order = form({
  name: { type: 'string', title: 'Name', minLength: 2 },
  age: { type: 'integer', title: 'Age', minimum: 0, maximum: 150 },
  gift: { type: 'boolean', title: 'As a gift' },
  extras: { type: 'array', title: 'Extras', maxItems: 2, items: { type: 'string', enum: ['card', 'bow', 'box'] } },
});

// The client with the server beside it; the model has it ask once it is there.
async function asked(stage, start, elicitation, { timeout } = {}) {
  const hooks = stage.hooks({ timeout });
  const [{ hooks: run }] = hooks.Stop;
  stage.register({ ...hooks, Elicitation: [{ hooks: run }], ElicitationResult: [{ hooks: run }] });
  const ready = path.join(stage.root, 'forms-ready');
  const once_ready = (said) => async () => {
    await until('the MCP server to be known', () => fs.existsSync(ready));
    return said;
  };
  const asks = ['I ask the shop.', call('toolu_ask', 'mcp__forms__ask', elicitation)];
  const config = { mcpServers: { forms: { command: process.execPath, args: [server], env: { FORMS_READY: ready } } } };
  const args = ['--mcp-config', JSON.stringify(config), '--allowedTools', 'mcp__forms__ask'];
  if (start === 'print') {
    const model = await stage.model(once_ready(asks), ['All done.']);
    return { model, client: stage.print(model, { args: ['go', ...args] }) };
  }
  // In a terminal the older client offers the tools that it knew when the turn began.
  const model = await stage.model(once_ready(['The shop is open.']), asks, ['All done.']);
  const client = stage.terminal(model, { args });
  await client.sees(/The shop is open\./);
  await client.type('ask it');
  await client.press('Enter');
  return { model, client };
}

// What the server was told.
const told = async (model) => JSON.parse((await model.result_of('toolu_ask')).text);

export default [
  {
    name: 'a form of four fields, -p: a wrong type is refused, then all of it arrives as it was written',
    async run(stage) {
      const { model, client } = await asked(stage, 'print', order);
      const [{ id }] = await stage.afar.waiting();
      const dialog = await stage.afar.with_context(id, 'I ask the shop.');
      assert.equal(dialog.kind, 'elicitation');
      assert.equal(dialog.title, 'The MCP server "forms" asks');
      assert.equal(dialog.body, 'Where shall it go?');
      assert.deepEqual(dialog.questions.map(({ header }) => header), ['Name', 'Age', 'As a gift', 'Extras', '']);
      await stage.afar.answer(id, '--question', '1', '--text', 'Ann "A"');

      const wrong = await stage.afar.run('answer', id, '--question', '2', '--text', 'abc');

      assert.equal(wrong.code, 2);
      assert.match(wrong.err, /Age: expected a whole number from 0 to 150, found "abc"/);
      assert.equal((await stage.afar.run('answer', id, '4=1,2,3')).code, 2);
      assert.equal(model.told('toolu_ask'), false);
      assert.equal((await stage.afar.show(id)).state, 'open');

      await stage.afar.answer(id, '--question', '2', '--text', '42');
      await stage.afar.answer(id, '3=yes', '4=card,box');

      assert.deepEqual(await told(model), { action: 'accept', content: { name: 'Ann "A"', age: 42, gift: true, extras: ['card', 'box'] } });
      assert.equal((await stage.afar.delivered(id)).outcome.by.kind, 'person');
      assert.equal((await client.ended()).code, 0);
      await stage.no_hook_left();
    },
  },
  {
    name: 'a form with a field that may be left out, -p: it is sent when the person says so',
    async run(stage) {
      const { model, client } = await asked(stage, 'print', form({ ...color, note: { type: 'string' } }, ['color']));
      const [{ id }] = await stage.afar.waiting();

      await stage.afar.answer(id, 'blue');
      assert.equal(model.told('toolu_ask'), false);
      await stage.afar.answer(id, 'accept');

      assert.deepEqual(await told(model), { action: 'accept', content: { color: 'blue' } });
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'a form, -p: declined without filling it in',
    async run(stage) {
      const { model, client } = await asked(stage, 'print', order);
      const [{ id }] = await stage.afar.waiting();

      await stage.afar.answer(id, 'decline');

      assert.equal((await told(model)).action, 'decline');
      assert.equal((await stage.afar.delivered(id)).state, 'answered');
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'a form, -p: dismissed, so cancelled',
    async run(stage) {
      const { model, client } = await asked(stage, 'print', order);
      const [{ id }] = await stage.afar.waiting();

      await stage.afar.done('dismiss', id);

      assert.equal((await told(model)).action, 'cancel');
      assert.equal((await stage.afar.show(id)).state, 'cancelled');
      assert.equal((await client.ended()).code, 0);
    },
  },
  {
    name: 'a form, -p, nobody answers within the host\'s limit: the client cancels it, nothing is accepted',
    async run(stage) {
      const { model, client } = await asked(stage, 'print', order, { timeout: 8 });

      assert.equal((await told(model)).action, 'cancel');

      assert.equal((await client.ended()).code, 0);
      await stage.no_hook_left();
      const [dialog] = await stage.afar.list('--all');
      assert.equal((await stage.afar.reached(dialog.id, 'cancelled')).outcome.by.kind, 'terminal');
    },
  },
  {
    name: 'a form, a rule denies: declined, and nobody is asked',
    async run(stage) {
      stage.configure({ rules: [{ name: 'no forms', when: { kind: 'elicitation' }, do: { mode: 'deny' } }] });
      const { model } = await asked(stage, 'print', order);

      assert.equal((await told(model)).action, 'decline');

      const [dialog] = await stage.afar.list('--all');
      assert.deepEqual([dialog.state, dialog.outcome.by.rule], ['denied', 'no forms']);
    },
  },
  {
    name: 'a form in the terminal, no rule: the client shows it, and nothing is on record',
    async run(stage) {
      const { model, client } = await asked(stage, 'terminal', form(color));
      await client.sees(/Where shall it go\?[^]*Esc to cancel/);

      await client.press_for('Escape', /All done\./);

      assert.equal((await told(model)).action, 'cancel');
      assert.deepEqual(await stage.afar.list('--all'), []);
    },
  },
  {
    name: 'a form in the terminal, mode block: answered from afar, the client shows none',
    async run(stage) {
      stage.configure(relayed);
      const { model, client } = await asked(stage, 'terminal', form(color));
      const [{ id }] = await stage.afar.waiting();
      assert.doesNotMatch(client.screen(), /Where shall it go/);

      await stage.afar.answer(id, 'blue');

      assert.deepEqual(await told(model), { action: 'accept', content: { color: 'blue' } });
      await client.sees(/All done\./);
      assert.equal((await stage.afar.delivered(id)).state, 'answered');
      await stage.no_hook_left();
    },
  },
  {
    name: 'a form in the terminal, mode block, Esc: over at the next prompt',
    async run(stage) {
      stage.configure(relayed);
      const { client } = await asked(stage, 'terminal', form(color));
      const [{ id }] = await stage.afar.waiting();
      await client.sees(/Calling forms/);

      await client.press_for('Escape', /Called forms|Interrupted/);
      await client.type('something else');
      await client.press_for('Enter', /All done\./);

      assert.equal((await stage.afar.reached(id, 'left')).outcome.by.kind, 'terminal');
      await stage.no_hook_left();
    },
  },
  {
    name: 'a form in the terminal, after the rule\'s wait: filled in there, and that is on record',
    async run(stage) {
      const rule = { mode: 'block', wait: '1s', on_timeout: 'local' };
      stage.configure({ rules: [{ name: 'a moment', when: { kind: 'elicitation' }, do: rule }] });
      const { model, client } = await asked(stage, 'terminal', form(color));
      await client.sees(/Where shall it go\?[^]*Esc to cancel/);
      const [{ id }] = await stage.afar.list('--all');

      await client.press_for('Right', /◯ blue/);
      await client.press_for('Down', /❯ ◯ blue/);
      await client.press_for('Enter', /❯ Accept/);
      await client.press_for('Enter', /All done\./);

      assert.deepEqual(await told(model), { action: 'accept', content: { color: 'blue' } });
      const dialog = await stage.afar.reached(id, 'answered');
      assert.equal(dialog.outcome.by.kind, 'terminal');
      assert.deepEqual(JSON.parse(dialog.response), { color: 'blue' });
    },
  },
  {
    name: 'a link of an MCP server, -p: shown, and accepted without content',
    async run(stage) {
      const { model } = await asked(stage, 'print', { mode: 'url', message: 'Sign in', url: 'https://example.invalid/x', elicitationId: 'el-1' });
      if (stage.version === pinned) {
        assert.match((await told(model)).error, /does not support URL-mode/);
        return;
      }
      const [{ id, questions }] = await stage.afar.waiting();
      assert.deepEqual(questions[0].links, [{ title: 'example.invalid', url: 'https://example.invalid/x' }]);
      assert.match(await stage.afar.done('show', id), /https:\/\/example\.invalid\/x/);

      await stage.afar.answer(id, 'accept');

      assert.deepEqual(await told(model), { action: 'accept' });
    },
  },
];
