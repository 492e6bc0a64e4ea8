// Plans and permissions: read whole, approved, sent back, edited, allowed, denied.
import assert from 'node:assert/strict';

const plan = `# Add a cache\n\n1. Add \`cache.cpp\`\n2. Wire it up\n\n- [x] measured\n- [ ] built\n\n\`\`\`cpp\nauto answer = cache.find_or(key, [&] { return catalog.find(key, at_most, and_so_on, and_on); });\n\`\`\`\n\n${'A long explanation of a step. '.repeat(120)}\n\nThe very last words of the plan.`;
const decision = ({ hookSpecificOutput }) => hookSpecificOutput.decision;

export default [
  {
    name: 'plan: read to its end, and sent back with what to change',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.plan(plan);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      assert.equal(await phone.card.locator('.body h1').innerText(), 'Add a cache');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('plan');
      const last = phone.page.getByText('The very last words of the plan.');
      const block = phone.card.locator('.body');
      const is_cut = async () => { const [end, of] = [await last.boundingBox(), await block.boundingBox()]; return end.y + end.height > of.y + of.height; };
      assert.ok(await is_cut());
      await phone.page.getByRole('button', { name: 'Show all of the plan' }).click();
      assert.ok(!(await is_cut()));
      await phone.option('Say what to change').click();
      const words = 'Prioritize the tests — "first"';
      await phone.page.getByRole('textbox', { name: 'What to change' }).fill(words);
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('plan-reject');
      await phone.answer();
      await phone.sees_outcome(words);
      const told = decision(await reply);
      assert.equal(told.behavior, 'deny');
      assert.equal(told.message, words);
    },
  },
  {
    name: 'plan: approved with feedback, which must not be empty',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.plan(plan);
      await phone.card.waitFor();
      await phone.option('Approve, with feedback').click();
      await phone.sees('Write your feedback');
      assert.ok(await phone.answer_button.isDisabled());
      await phone.page.getByRole('textbox', { name: 'Your feedback' }).fill('Measure before and after.');
      await phone.answer();
      await phone.sees_outcome('Measure before and after.');
      const told = decision(await reply);
      assert.equal(told.behavior, 'allow');
      assert.match(told.updatedInput.plan, /^# Add a cache[^]*Measure before and after\.$/);
    },
  },
  {
    name: 'plan: edited, and approved as edited',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.plan('# Add a cache\n\n1. Redis');
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.page.locator('.row', { hasText: /^1Approve/ }).first().click();
      await phone.page.getByText('Edit the plan first').click();
      const box = phone.page.getByLabel('The plan, as it is to be');
      assert.equal(await box.inputValue(), '# Add a cache\n\n1. Redis');
      await box.fill('# Add a cache\n\n1. SQLite');
      await phone.shots('plan-edited');
      await phone.answer();
      await phone.sees_outcome('Approve (edited)');
      const told = decision(await reply);
      assert.equal(told.behavior, 'allow');
      assert.equal(told.updatedInput.plan, '# Add a cache\n\n1. SQLite');
    },
  },
  {
    name: 'plan: with a secret masked it is not edited here, since the mask would be sent',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const secret = `sk-${'a1B2'.repeat(8)}`;
      const { reply } = stage.plan(`# Deploy\n\nUse ${secret} for it.`);
      await phone.card.waitFor();
      await phone.sees('Use [masked] for it.');
      await phone.page.locator('.row', { hasText: /^1Approve/ }).first().click();
      await phone.sees('Parts of this plan are masked here.');
      assert.equal(await phone.page.getByLabel('The plan, as it is to be').count(), 0);
      assert.ok(!(await phone.page.content()).includes(secret));
      await phone.answer();
      await phone.sees_outcome('Approve');
      assert.match((await reply).hookSpecificOutput.decision.updatedInput?.plan ?? secret, new RegExp(secret));
    },
  },
  {
    name: 'permission: the command first and whole, allowed once',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const command = `./deploy.sh ${Array.from({ length: 60 }, (_, i) => `--option-${i}=value`).join(' ')} --last`;
      const { reply } = stage.permission((event) => { event.tool_input.command = command; });
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      const code = phone.card.locator('.command pre').first();
      assert.equal((await code.innerText()).trim(), command);
      assert.ok(await code.evaluate((each) => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth));
      assert.ok(await code.evaluate((each) => each.compareDocumentPosition(document.querySelector('.question')) & Node.DOCUMENT_POSITION_FOLLOWING));
      await phone.option('Allow once').click();
      await phone.answer();
      await phone.sees_outcome('Allow once');
      assert.equal(decision(await reply).behavior, 'allow');
    },
  },
  {
    name: 'permission: always only after the rule was confirmed',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.permission();
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.shots('permission');
      await phone.option('Always').click();
      await phone.answer();
      const box = phone.page.getByRole('dialog', { name: 'Allow this from now on?' });
      await box.getByText('Bash(make one *)').first().waitFor();
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('permission-always');
      await box.getByRole('button', { name: 'Back' }).click();
      await box.waitFor({ state: 'detached' });
      assert.equal((await stage.afar.show(id)).state, 'open');
      await phone.answer();
      await box.getByRole('button', { name: 'Allow always' }).click();
      await phone.sees_outcome('Always: Bash(make one *)');
      const told = decision(await reply);
      assert.equal(told.behavior, 'allow');
      assert.equal(told.updatedPermissions[0].rules[0].ruleContent, 'make one *');
    },
  },
  {
    name: 'permission: denied in the person\'s words, and stopped',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const first = stage.permission();
      await phone.card.waitFor();
      await phone.page.locator('.row', { hasText: /Deny(?! and)/ }).click();
      await phone.page.getByRole('textbox', { name: 'Why' }).fill('use the staging key');
      await phone.shots('permission-deny');
      await phone.answer();
      await phone.sees_outcome('use the staging key');
      assert.deepEqual(decision(await first.reply), { behavior: 'deny', message: 'use the staging key' });

      const second = stage.permission();
      const { id } = await stage.waiting();
      await phone.page.getByRole('button', { name: 'Next' }).click();
      await phone.card_of(id).waitFor();
      await phone.option('Deny and stop').click();
      await phone.answer();
      await phone.sees_outcome('Deny and stop');
      assert.equal(decision(await second.reply).interrupt, true);
    },
  },
];
