// What happens somewhere else while the page is open: it shows within a moment, and nothing typed is lost.
import assert from 'node:assert/strict';
import { until } from '../../e2e/wait.mjs';

const cache = { question: 'Which cache?', options: [{ label: 'Redis' }, { label: 'SQLite' }] };
const y_of = async (locator) => Math.round((await locator.boundingBox()).y);

export default [
  {
    name: 'elsewhere: answered in the shell, the card turns into its outcome in place, and keeps what was typed',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([cache]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.option('Other').click();
      const box = phone.page.getByLabel('Your own answer');
      await box.fill('memcached, half typ');
      const before = await y_of(phone.card.locator('.asks'));
      stage.question([{ ...cache, question: 'Another one?' }]);
      await phone.sees('1 of 2');
      assert.equal(await y_of(phone.card.locator('.asks')), before);
      await stage.afar.answer(id, '2');
      await phone.sees_outcome(/SQLite — owner, command line/);
      assert.equal(await y_of(phone.card.locator('.asks')), before);
      assert.equal(await box.inputValue(), 'memcached, half typ');
      assert.ok(await phone.option('SQLite').locator('input').isChecked());
      assert.equal(await phone.card.locator('input[type=radio]:not(:disabled)').count(), 0);
      assert.equal(await phone.answer_button.count(), 0);
      await phone.page.locator('#live', { hasText: `${id} ended: SQLite` }).waitFor({ state: 'attached' });
      await phone.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await phone.page.getByRole('button', { name: 'Copy what you typed' }).click();
      await until('the text to be on the clipboard', async () => await phone.page.evaluate(() => navigator.clipboard.readText()) === 'memcached, half typ');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('answered-elsewhere');
      await reply;
    },
  },
  {
    name: 'elsewhere: an answer that comes too late says who won',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      stage.question([cache]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      phone.expect_refusal(409, `/api/dialogs/${id}/answer`);
      // Somebody else is faster, by as much as this answer is on its way.
      await phone.page.route(`**/api/dialogs/${id}/answer`, async (route) => {
        await stage.afar.answer(id, '1');
        await route.continue();
      });
      await phone.option('SQLite').click();
      await phone.answer();
      await phone.sees('Not sent: it had ended already.');
      await phone.sees_outcome(/Redis — owner, command line/);
      assert.deepEqual((await stage.afar.show(id)).answers.q1.options, ['o1']);
    },
  },
  {
    name: 'elsewhere: dismissed after a confirmation, and the agent is told',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([cache]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.page.getByRole('button', { name: 'More' }).click();
      await phone.shots('menu');
      await phone.page.getByRole('button', { name: 'Dismiss' }).click();
      const box = phone.page.getByRole('dialog', { name: 'Dismiss this question?' });
      await phone.shots('dismiss');
      await box.getByRole('button', { name: 'Back' }).click();
      assert.equal((await stage.afar.show(id)).state, 'open');
      await phone.page.getByRole('button', { name: 'More' }).click();
      await phone.page.getByRole('button', { name: 'Dismiss' }).click();
      await box.getByRole('button', { name: 'Dismiss' }).click();
      await phone.sees_outcome(/cancelled — owner, web page/);
      assert.match(JSON.stringify(await reply), /Nobody answers this/);
    },
  },
  {
    name: 'elsewhere: by default, and then answered late from the history',
    async run(stage) {
      await stage.start({ rules: [{ name: 'night', when: { kind: 'user_question' }, do: { mode: 'block', wait: '1s', on_timeout: 'default', default: 'first' } }] });
      const phone = await stage.phone();
      const { reply } = stage.question([cache]);
      await phone.card.waitFor();
      await phone.sees_outcome(/default: Redis — rule “night”/);
      await reply;
      await phone.tab('History');
      await phone.page.locator('.list-row').click();
      await phone.page.getByRole('button', { name: 'Answer late' }).click();
      await phone.option('SQLite').click();
      await phone.shots('answer-late');
      await phone.page.getByRole('button', { name: 'Answer late' }).click();
      await phone.sees_outcome(/SQLite — owner, web page/);
      const [dialog] = await stage.afar.list('--all');
      assert.deepEqual(dialog.answers.q1.options, ['o2']);
    },
  },
  {
    name: 'elsewhere: a lost connection is told, and what was missed is made up for',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      stage.question([cache]);
      const first = await stage.waiting();
      await phone.card_of(first.id).waitFor();
      await phone.option('Other').click();
      await phone.page.getByLabel('Your own answer').fill('kept');
      phone.expect_failures();
      await phone.go_offline();
      await phone.page.locator('#lost').waitFor();
      await phone.answer();
      await phone.sees('afar cannot be reached. What you typed is kept here');
      await phone.shots('offline');
      await stage.afar.answer(first.id, '1');
      stage.question([{ ...cache, question: 'Which queue?' }]);
      const next = await stage.waiting();
      await phone.go_online();
      await phone.page.locator('#lost').waitFor({ state: 'hidden' });
      await phone.sees_outcome(/Redis — owner/);
      assert.equal(await phone.page.getByLabel('Your own answer').inputValue(), 'kept');
      await phone.page.getByRole('button', { name: 'Next (1 open)' }).click();
      await phone.card_of(next.id).waitFor();
    },
  },
  {
    name: 'elsewhere: the daemon is restarted, and the page goes on where it was',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([cache]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.option('SQLite').click();
      phone.expect_failures();
      const lost = phone.page.locator('#lost');
      await Promise.all([lost.waitFor(), stage.afar.done('daemon', 'restart')]);
      await lost.waitFor({ state: 'hidden' });
      assert.ok(await phone.option('SQLite').locator('input').isChecked());
      await phone.answer();
      await phone.sees_outcome('SQLite');
      assert.match(JSON.stringify(await reply), /SQLite/);
    },
  },
  {
    name: 'elsewhere: a new question is said, and takes neither the focus nor the text in the making',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      stage.question([cache]);
      const first = await stage.waiting();
      await phone.card_of(first.id).waitFor();
      await phone.option('Other').click();
      await phone.page.getByLabel('Your own answer').pressSequentially('half a tho');
      stage.question([{ ...cache, question: 'Which queue?' }]);
      await stage.waiting(2);
      await phone.page.locator('#live', { hasText: 'New question from claude-code, shop-api: Which queue?' }).waitFor({ state: 'attached' });
      await phone.page.keyboard.type('ught');
      assert.equal(await phone.page.getByLabel('Your own answer').inputValue(), 'half a thought');
      assert.equal(await phone.page.title(), '(2) afar');
      await phone.card_of(first.id).waitFor();
    },
  },
  {
    name: 'elsewhere: the agent\'s words that come later move nothing that the person has begun to answer',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      let asked;
      stage.ask('PreToolUse-preview', (event) => {
        event.tool_input = { questions: [{ ...cache, header: 'Cache', multiSelect: false, options: Array.from({ length: 9 }, (_, i) => ({ label: `Option ${i + 1}`, description: '' })) }] };
        asked = event;
      });
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.option('Option 2').click();
      const before = await y_of(phone.option('Option 2'));
      stage.transcript(asked, 'These are my last words.');
      await phone.sees('These are my last words.');
      assert.ok(Math.abs(await y_of(phone.option('Option 2')) - before) <= 1);
    },
  },
];
