// Questions: seen live, chosen, written, noted; one and several.
import assert from 'node:assert/strict';

const cache = {
  question: 'Which approach do you prefer?', header: 'Cache', options: [
    { label: 'Redis-based cache', description: 'shared between workers' },
    { label: 'In-memory with LRU', description: 'fastest, lost on restart', preview: '| a | b |\n|---|---|\n| 1 | 2 |' },
    { label: 'SQLite file cache (Recommended)', description: 'no server' },
  ],
};
const regions = { question: 'Which regions?', header: 'Regions', multiSelect: true, options: ['Frankfurt', 'Dublin', 'Oregon'].map((label) => ({ label, description: `in ${label}` })) };

const told = ({ hookSpecificOutput: { updatedInput } }) => updatedInput.answers;

export default [
  {
    name: 'question: it appears by itself, an option is tapped, and the agent gets it',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      await phone.sees('Nothing waits for you.');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('open-none');

      const { reply } = stage.question([cache], { said: 'I measured the reads.\n\nMost repeat within **five minutes**, so a cache helps.' });
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.sees('five minutes');
      assert.equal(await phone.page.title(), '(1) afar');
      assert.match(await phone.card.locator('.who').innerText(), /claude-code[^]*shop-api/);
      await phone.sees('recommended');
      assert.ok(await phone.answer_button.isDisabled());
      for (const row of await phone.card.locator('.row').all()) assert.ok((await row.boundingBox()).height >= 48);
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('question');

      await phone.page.getByText('Preview').click();
      await phone.card.locator('.preview table').waitFor();
      await phone.shots('question-preview');
      await phone.option('SQLite').click();
      await phone.answer();
      await phone.sees_outcome(/SQLite file cache — owner, web page/);
      assert.deepEqual(told(await reply), { [cache.question]: 'SQLite file cache (Recommended)' });
      assert.equal(await phone.page.title(), 'afar');
      assert.equal(await phone.answer_button.count(), 0);
      await phone.sees('the agent has it');
      await phone.shots('question-answered');
      await phone.page.getByRole('button', { name: 'Done' }).click();
      await phone.sees('Nothing waits for you.');
    },
  },
  {
    name: 'question: several options, and a note that goes with them',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([regions]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      for (const label of ['Oregon', 'Frankfurt', 'Dublin', 'Dublin']) await phone.option(label).click();
      await phone.page.getByText('Add a note').click();
      await phone.page.getByLabel('Note').fill('Oregon only for backups\n— 日本語');
      await phone.shots('question-multi');
      await phone.answer();
      await phone.sees_outcome('Frankfurt, Oregon');
      const answer = told(await reply);
      assert.match(answer[regions.question], /Frankfurt, ?Oregon/);
      assert.equal((await stage.afar.show(id)).answers.q1.note, 'Oregon only for backups\n— 日本語');
    },
  },
  {
    name: 'question: an answer in the person\'s own words arrives byte for byte',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([cache]);
      await phone.card.waitFor();
      await phone.option('Other').click();
      assert.ok(await phone.answer_button.isDisabled());
      const words = '  memcached, "if it\'s there"\n\tה 🦊 e\u0301';
      await phone.page.getByLabel('Your own answer').fill(words);
      await phone.answer();
      await phone.sees_outcome('memcached');
      assert.deepEqual(told(await reply), { [cache.question]: words });
    },
  },
  {
    name: 'question: several on one page, answered together, or all by one reply',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const first = stage.question([cache, regions]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await phone.sees('0 of 2 answered');
      await phone.option('Redis').click();
      await phone.sees('1 of 2 answered');
      assert.ok(await phone.answer_button.isDisabled());
      await phone.option('Dublin').click();
      await phone.shots('question-several');
      await phone.answer();
      await phone.sees_outcome('Redis-based cache; Dublin');
      assert.deepEqual(told(await first.reply), { [cache.question]: 'Redis-based cache', [regions.question]: 'Dublin' });

      const second = stage.question([cache, regions]);
      const next = await stage.waiting();
      await phone.page.getByRole('button', { name: 'Next' }).click();
      await phone.card_of(next.id).waitFor();
      await phone.page.getByText('Reply to all of it instead').click();
      await phone.page.getByLabel('One reply to everything').fill('you decide');
      await phone.answer();
      await phone.sees_outcome('you decide');
      assert.deepEqual(told(await second.reply), { [cache.question]: 'you decide', [regions.question]: 'you decide' });
    },
  },
  {
    name: 'question: what was answered elsewhere in part is shown, and the rest is enough',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      const { reply } = stage.question([cache, regions]);
      const { id } = await stage.waiting();
      await phone.card_of(id).waitFor();
      await stage.afar.answer(id, '--question', '1', '2');
      await phone.sees('1 of 2 answered');
      assert.ok(await phone.option('In-memory').locator('input').isChecked());
      await phone.option('Oregon').click();
      await phone.answer();
      await phone.sees_outcome('In-memory with LRU; Oregon');
      assert.deepEqual(told(await reply), { [cache.question]: 'In-memory with LRU', [regions.question]: 'Oregon' });
    },
  },
];
