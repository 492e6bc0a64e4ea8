// Forms and links of MCP servers: each field held to what it takes, beside the field.
import assert from 'node:assert/strict';

const relayed = { rules: [{ name: 'relay forms', when: { kind: 'elicitation' }, do: { mode: 'block' } }] };

export default [
  {
    name: 'form: a wrong value is told beside its field, the right ones are sent',
    async run(stage) {
      await stage.start(relayed);
      const phone = await stage.phone();
      const { reply } = stage.ask('Elicitation-every-field');
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.shots('form');
      const field = (name) => phone.page.getByRole('group', { name }).locator('input:not([type=radio], [type=checkbox]), textarea').first();
      await phone.page.getByRole('button', { name: 'Use Ann' }).click();
      await phone.option('Blue one').click();
      await field('Age').fill('151');
      await field('Age').blur();
      const error = phone.page.getByRole('group', { name: 'Age' }).locator('.error');
      await error.getByText('Expected a whole number from 0 to 150.').waitFor();
      assert.equal(await field('Age').getAttribute('aria-invalid'), 'true');
      const sends = phone.page.getByRole('button', { name: 'Send' });
      assert.ok(await sends.isDisabled());
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('form-wrong');
      await field('Age').fill('42');
      await error.waitFor({ state: 'hidden' });
      await field('email').fill('ann@example.org');
      await sends.click();
      await phone.sees_outcome('Ann');
      const told = (await reply).hookSpecificOutput;
      assert.equal(told.action, 'accept');
      assert.deepEqual(told.content, { name: 'Ann', email: 'ann@example.org', age: 42, color: 'blue' });
    },
  },
  {
    name: 'form: declined with one button, nothing filled in',
    async run(stage) {
      await stage.start(relayed);
      const phone = await stage.phone();
      const { reply } = stage.ask('Elicitation-every-field');
      await phone.card.waitFor();
      await phone.page.getByRole('button', { name: 'Decline' }).click();
      await phone.sees_outcome('Decline');
      assert.equal((await reply).hookSpecificOutput.action, 'decline');
    },
  },
  {
    name: 'form: a link is shown whole, and goes on by a button',
    async run(stage) {
      await stage.start(relayed);
      const phone = await stage.phone();
      const { reply } = stage.ask('Elicitation-url');
      await phone.card.waitFor();
      await phone.sees('https://example.invalid/x');
      assert.equal(await phone.card.getByRole('link').getAttribute('rel'), 'noopener noreferrer');
      await phone.shots('form-link');
      await phone.page.getByRole('button', { name: 'Accept' }).click();
      await phone.sees_outcome('Accept');
      assert.equal((await reply).hookSpecificOutput.action, 'accept');
    },
  },
];
