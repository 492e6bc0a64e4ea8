// What has ended, searched and filtered; the numbers of it.
import assert from 'node:assert/strict';
import { until } from '../../e2e/wait.mjs';
import { Wire } from '../wire.mjs';

const named = (name) => ({ question: name, options: [{ label: 'Yes' }, { label: 'No' }] });

async function ended(stage, name, ...answer) {
  const { reply } = stage.question([named(name)]);
  const { id } = await stage.waiting();
  await (answer.length > 0 ? stage.afar.answer(id, ...answer) : stage.afar.done('dismiss', id));
  await reply;
  return id;
}

export default [
  {
    name: 'history: newest first, searched, filtered, opened; and counted',
    async run(stage) {
      await stage.start();
      await ended(stage, 'Use the zebra library?', '1');
      const dismissed = await ended(stage, 'Rename the module?');
      await ended(stage, 'Drop the table?', '--text', 'never, the giraffe lives there');
      const phone = await stage.phone();
      await phone.tab('History');
      const titles = phone.page.locator('.list-title');
      const shows = (...wanted) => until(`the history to show ${wanted}`, async () => JSON.stringify(await titles.allInnerTexts()) === JSON.stringify(wanted));
      await shows('Drop the table?', 'Rename the module?', 'Use the zebra library?');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('history');
      await phone.page.getByLabel('Search what has ended').fill('giraffe');
      await shows('Drop the table?');
      await phone.page.getByLabel('Search what has ended').fill('okapi');
      await phone.sees('Nothing that ended matches this.');
      await phone.page.getByLabel('Search what has ended').fill('');
      await phone.page.getByLabel('How it ended').selectOption('Cancelled');
      await shows('Rename the module?');
      await titles.first().click();
      await phone.card_of(dismissed).waitFor();
      await phone.sees_outcome('cancelled');
      await phone.page.goBack();
      await phone.page.getByLabel('Search what has ended').waitFor();

      await phone.tab('Numbers');
      await phone.page.getByRole('heading', { name: 'How long people took' }).waitFor();
      await phone.page.getByRole('row', { name: /command line/ }).waitFor();
      assert.match(await phone.page.getByRole('row', { name: 'answered' }).innerText(), /2/);
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('numbers');
    },
  },
  {
    name: 'history: page by page',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const agent = await Wire.connect(stage, 'mcp');
      const opened = [];
      for (let i = 1; i <= 60; i += 1) {
        opened.push(agent.call('dialog.open', {
          kind: 'user_question', title: '', body: '', questions: [{ id: 'q1', header: '', text: `Question ${i}?`, options: [{ id: 'o1', label: 'Yes' }] }],
          origin: { agent: 'example', session: 's1', call: `call-${i}` }, phase: 'before', must_ask: true, wait: 'none',
        }));
      }
      const person = await Wire.connect(stage, 'operator');
      for (const { id } of await Promise.all(opened)) person.call('dialog.answer', { id, answers: { q1: { options: ['o1'] } } });
      await person.all();
      await phone.tab('History');
      await phone.page.locator('.list-row').first().waitFor();
      const more = phone.page.getByRole('button', { name: 'Show older ones' });
      await until('all 60 to be shown', async () => {
        if (await more.isVisible()) await more.click();
        return await phone.page.locator('.list-row').count() === 60;
      });
      assert.equal(new Set(await phone.page.locator('.list-title').allTextContents()).size, 60);
      agent.end();
      person.end();
    },
  },
];
