// One browser of a phone's size: what a person does there and sees. Every error on its console, every refused
// resource and every text that became markup is a problem of the case.
import path from 'node:path';
import { guard_ms } from '../e2e/wait.mjs';

export const phone_size = { width: 360, height: 740 };

export class Phone {
  problems = [];
  page;
  #context;
  #axe;
  #shots;

  static async open({ browser, axe, shots, options }) {
    const phone = new Phone();
    phone.#axe = axe;
    phone.#shots = shots;
    phone.#context = await browser.newContext({ viewport: phone_size, deviceScaleFactor: 2, hasTouch: true, isMobile: true, reducedMotion: 'reduce', ...options });
    await phone.#context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
    });
    phone.page = await phone.#context.newPage();
    phone.page.setDefaultTimeout(guard_ms);
    phone.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !phone.#is_expected(message)) phone.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    phone.page.on('pageerror', (error) => phone.problems.push(`error on the page: ${error.stack}`));
    phone.page.on('dialog', (dialog) => phone.problems.push(`a script ran: ${dialog.message()}`));
    return phone;
  }

  // Answers that a case is about: [status, part of the URL].
  #expected = [];
  expect_refusal(status, url) {
    this.#expected.push([String(status), url]);
  }

  // From here on requests of this page fail, since the case takes its connection or its login away.
  #fails = false;
  expect_failures() {
    this.#fails = true;
  }

  #is_expected(message) {
    return (this.#fails && message.text().startsWith('Failed to load resource')) ||
      this.#expected.some(([status, url]) => message.text().includes(status) && message.location().url.includes(url));
  }

  get context() {
    return this.#context;
  }

  go_offline() {
    return this.#context.setOffline(true);
  }

  go_online() {
    return this.#context.setOffline(false);
  }

  // A finger over the card: to the left (-1) or to the right (1).
  async swipe(way) {
    const session = await this.#context.newCDPSession(this.page);
    const [from, to] = way < 0 ? [280, 60] : [60, 280];
    const touch = (type, x) => session.send('Input.dispatchTouchEvent', { type, touchPoints: x === null ? [] : [{ x, y: 200 }] });
    await touch('touchStart', from);
    for (let i = 1; i <= 4; i += 1) await touch('touchMove', from + ((to - from) * i) / 4);
    await touch('touchEnd', null);
    await session.detach();
  }

  get card() {
    return this.page.locator('article.card');
  }

  card_of(id) {
    return this.page.locator(`article.card[data-dialog="${id}"]`);
  }

  option(label) {
    return this.card.locator('.row', { hasText: label });
  }

  get answer_button() {
    return this.page.locator('.bar .answer');
  }

  answer() {
    return this.answer_button.click();
  }

  // The card says that it ended so.
  async sees_outcome(words) {
    await this.page.locator('.outcome-words', { hasText: words }).waitFor();
  }

  async sees(text) {
    await this.page.getByText(text).first().waitFor();
  }

  tab(name) {
    return this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  }

  async shot(name) {
    const too_wide = await this.page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    if (too_wide > 0) this.problems.push(`${name}: ${too_wide} px wider than the screen`);
    await this.page.screenshot({ path: path.join(this.#shots, `${name}.png`) });
  }

  // In both colour schemes, as `name-light` and `name-dark`.
  async shots(name) {
    for (const colorScheme of ['dark', 'light']) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.shot(`${name}-${colorScheme}`);
    }
  }

  // What axe-core finds serious in what is on screen, in both colour schemes.
  async find_barriers() {
    const found = [];
    for (const colorScheme of ['dark', 'light']) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.evaluate(this.#axe);
      const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      found.push(...violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .map(({ id, help, nodes }) => `${colorScheme}: ${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`));
    }
    return found;
  }

  async report() {
    await this.shot('failed').catch(() => {});
    return `${this.problems.join('\n')}\n${await this.page.locator('body').innerText()}`;
  }

  close() {
    return this.#context.close();
  }
}
