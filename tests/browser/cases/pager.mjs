// Several that wait: one at a time, oldest first, by button, swipe, key and list; a thousand of them.
import assert from 'node:assert/strict';
import { Wire } from '../wire.mjs';

const named = (name) => ({ question: name, options: [{ label: 'Yes' }, { label: 'No' }] });

async function three(stage) {
  const ids = [];
  for (const name of ['First?', 'Second?', 'Third?']) {
    stage.question([named(name)]);
    const open = await stage.waiting(ids.length + 1);
    ids.push([open].flat().find(({ id }) => !ids.includes(id)).id);
  }
  return ids;
}

export default [
  {
    name: 'pager: three, oldest first, by buttons, by swiping, by the list',
    async run(stage) {
      await stage.start();
      const ids = await three(stage);
      const phone = await stage.phone();
      await phone.card_of(ids[0]).waitFor();
      await phone.sees('1 of 3');
      assert.equal(await phone.page.title(), '(3) afar');
      await phone.page.getByRole('button', { name: 'Newer question' }).click();
      await phone.card_of(ids[1]).waitFor();
      await phone.shots('pager');
      await phone.swipe(-1);
      await phone.card_of(ids[2]).waitFor();
      await phone.swipe(1);
      await phone.card_of(ids[1]).waitFor();
      await phone.option('Yes').click();
      await phone.page.locator('.position').click();
      const list = phone.page.getByRole('dialog', { name: '3 open questions' });
      assert.deepEqual(await list.locator('.list-title').allInnerTexts(), ['First?', 'Second?', 'Third?']);
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('pager-list');
      await list.getByText('Third?').click();
      await phone.card_of(ids[2]).waitFor();
      await phone.page.getByRole('button', { name: 'Older question' }).click();
      await phone.card_of(ids[1]).waitFor();
      assert.ok(await phone.option('Yes').locator('input').isChecked());
      await phone.answer();
      await phone.sees_outcome('Yes');
      await phone.page.getByRole('button', { name: 'Next (2 open)' }).click();
      await phone.card_of(ids[2]).waitFor();
      await phone.sees('2 of 2');
    },
  },
  {
    name: 'pager: the keyboard alone turns pages, chooses, writes and answers',
    async run(stage) {
      await stage.start();
      const ids = await three(stage);
      const phone = await stage.phone({ hasTouch: false, isMobile: false });
      const { keyboard } = phone.page;
      await phone.card_of(ids[0]).waitFor();
      await keyboard.press('ArrowRight');
      await phone.card_of(ids[1]).waitFor();
      await keyboard.press('2');
      assert.ok(await phone.option('No').locator('input').isChecked());
      await phone.shot('focus');
      await keyboard.press('Enter');
      await phone.sees_outcome('No');
      await keyboard.press('Enter');
      await phone.card_of(ids[2]).waitFor();
      await keyboard.press('3');
      await keyboard.type('in my own words, 1 2 3');
      await keyboard.press('Control+Enter');
      await phone.sees_outcome('in my own words, 1 2 3');
      await keyboard.press('Enter');
      await phone.card_of(ids[0]).waitFor();
      // Through every control by Tab: each can be reached, and shows that it is.
      const reached = [];
      for (let i = 0; i < 20; i += 1) {
        await keyboard.press('Tab');
        reached.push(await phone.page.evaluate(() => (document.activeElement.textContent || document.activeElement.value || document.activeElement.type).trim()));
      }
      for (const control of ['History', 'Status', '⋯', 'Add a note']) assert.ok(reached.includes(control), `${control} in ${reached}`);
      await phone.option('Yes').locator('input').focus();
      await keyboard.press('Space');
      await keyboard.press('Enter');
      await phone.sees_outcome('Yes');
      for (const id of ids) assert.equal((await stage.afar.show(id)).state, 'answered');
    },
  },
  {
    name: 'pager: a thousand open ones are listed, found and answered',
    async run(stage) {
      await stage.start();
      const wire = await Wire.connect(stage, 'mcp');
      for (let i = 1; i <= 1000; i += 1) {
        wire.call('dialog.open', {
          kind: 'user_question', title: '', body: '', questions: [{ id: 'q1', header: 'Choice', text: `Question number ${i}?`, options: [{ id: 'o1', label: 'Yes' }, { id: 'o2', label: 'No' }] }],
          origin: { agent: 'example', session: 's1', project: 'load', call: `call-${i}` }, phase: 'before', must_ask: true, wait: 'none',
        });
      }
      await wire.all();
      const phone = await stage.phone();
      await phone.sees('1 of 1,000');
      assert.equal(await phone.page.title(), '(1000) afar');
      await phone.shots('thousand');
      await phone.page.locator('.position').click();
      const list = phone.page.getByRole('dialog', { name: '1,000 open questions' });
      await list.getByLabel('Find among the open questions').fill('number 777?');
      await phone.shots('thousand-list');
      await list.getByText('Question number 777?').click();
      await phone.sees('777 of 1,000');
      await phone.option('No').click();
      await phone.answer();
      await phone.sees_outcome('No');
      await phone.page.getByRole('button', { name: 'Next (999 open)' }).click();
      await phone.sees('777 of 999');
      await phone.sees('Question number 778?');
      wire.end();
    },
  },
];
