// The way in and out: one-time links, logins that end.
import assert from 'node:assert/strict';

export default [
  {
    name: 'login: the link of afar web lets in once, and leaves no code in the address bar',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone({ login: false });
      phone.expect_refusal(401, '/api/me');
      phone.expect_refusal(401, '/api/login');
      await phone.page.getByRole('heading', { name: 'Log in to afar' }).waitFor();
      await phone.sees('afar web');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('login');
      const link = await stage.link();
      await phone.page.goto(link);
      await phone.sees('Nothing waits for you.');
      assert.equal(new URL(phone.page.url()).hash, '');
      assert.ok(!(await phone.page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage }))).includes(new URL(link).hash.split('=').at(-1)));
      await phone.page.reload();
      await phone.sees('Nothing waits for you.');

      const other = await stage.phone({ login: false });
      other.expect_refusal(401, '/api/me');
      other.expect_refusal(401, '/api/login');
      other.expect_refusal(403, '/api/login');
      await other.page.goto(link);
      await other.page.getByRole('heading', { name: 'Log in to afar' }).waitFor();
      await other.page.getByLabel('Or paste the link here').fill(link);
      await other.page.getByRole('button', { name: 'Log in' }).click();
      await other.sees('This link was used already, or is older than five minutes.');
      await other.shots('login-refused');
      await other.page.getByLabel('Or paste the link here').fill(await stage.link());
      await other.page.getByRole('button', { name: 'Log in' }).click();
      await other.sees('Nothing waits for you.');
    },
  },
  {
    name: 'login: a revoked one is shown the way in again, wherever it is',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      await phone.sees('Nothing waits for you.');
      phone.expect_failures();
      const logins = JSON.parse(await stage.afar.done('web', 'list', '--json'));
      assert.equal(logins.length, 1);
      await stage.afar.done('web', 'revoke', String(logins[0].id));
      await phone.page.getByRole('heading', { name: 'Log in to afar' }).waitFor();
      await phone.sees('This login has ended');
    },
  },
  {
    name: 'login: out by a button, and nothing of a draft stays behind',
    async run(stage) {
      await stage.start();
      const phone = await stage.phone();
      stage.question([{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]);
      await phone.card.waitFor();
      await phone.option('B').click();
      await phone.tab('Status');
      await phone.sees('You answer as owner.');
      assert.deepEqual(await phone.find_barriers(), []);
      await phone.shots('status');
      phone.expect_failures();
      await phone.page.getByRole('button', { name: 'Log out' }).click();
      await phone.sees('You are logged out.');
      assert.equal(await phone.page.evaluate(() => sessionStorage.length), 0);
      await phone.page.reload();
      await phone.page.getByRole('heading', { name: 'Log in to afar' }).waitFor();
    },
  },
  {
    name: 'login: as a responder, who is named on what they answer',
    async run(stage) {
      await stage.start({ responders: { ann: { web: true, may: ['user_question'] } } });
      const phone = await stage.phone({ as: 'ann' });
      stage.question([{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]);
      await phone.card.waitFor();
      await phone.option('B').click();
      await phone.answer();
      await phone.sees_outcome(/B — ann, web page/);
      stage.permission();
      await phone.page.getByRole('button', { name: 'Next' }).click();
      await phone.option('Allow once').click();
      await phone.sees('This is for somebody else to answer.');
      assert.ok(await phone.answer_button.isDisabled());
    },
  },
];
