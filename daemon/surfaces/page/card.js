// One dialog as a card that fills the screen: shown once, then changed in place, so that focus, scrolling and
// what was typed stay where they are.
import { AnswerBar } from './answer_bar.js';
import { AnswerForm } from './answer_form.js';
import * as api from './api.js';
import { card_menu } from './card_menu.js';
import { body_part, context_part, title_part, waiting_since, who_line } from './card_parts.js';
import { confirm, is_meant } from './confirm.js';
import { h, set } from './dom.js';
import { forget_draft } from './drafts.js';
import { about, can_answer_late, ending, kind_name } from './words.js';

export class Card {
  element;
  dialog;
  #form;
  #bar;
  #waits;
  #context = h('div', {});
  #state = h('span', { class: 'state-words' });
  #measures = [];
  #busy = false;
  #late = false;
  #heard = null; // how it ended, heard while this page's own answer was on its way
  #handlers;

  // dialog: with html, as afard rendered it. on_next(), on_ended(dialog), announce(words), left() -> how many
  // others are open, may(kind) -> whether this person may answer such a dialog
  constructor(dialog, handlers) {
    this.dialog = dialog;
    this.#handlers = handlers;
    this.#waits = waiting_since(dialog.created_at);
    this.#form = new AnswerForm(dialog, () => this.#update_bar());
    this.#bar = this.#make_bar();
    this.#build();
    this.#form.take(dialog.answers);
    if (dialog.state !== 'open') this.end(dialog, { quiet: true });
    else this.#update_bar();
  }

  #make_bar() {
    const { label, decline } = this.#form;
    const { on_next } = this.#handlers;
    return new AnswerBar({
      label, decline: decline?.label,
      handlers: { on_answer: () => this.submit(), on_decline: () => this.#send(decline.given), on_next, on_late: () => this.#answer_late(), on_copy: () => this.#copy() },
    });
  }

  #build() {
    const { dialog } = this;
    const body = body_part(dialog, dialog.html?.body);
    if (body) this.#measures.push(body.measure);
    this.#show_context(dialog);
    const middle = dialog.kind === 'permission' ? [body?.element, this.#context] : [this.#context, body?.element];
    this.element = h('article', { class: `card of-${dialog.kind}`, 'data-dialog': dialog.id, 'aria-label': `${kind_name(dialog.kind)}: ${about(dialog)}` },
      h('header', { class: 'card-head' },
        h('div', { class: 'head-words' }, who_line(dialog.origin), h('p', { class: 'head-state' }, this.#waits.element, this.#state)),
        h('code', { class: 'dialog-id', title: 'the id of this question' }, dialog.id),
        card_menu({ on_dismiss: () => this.#dismiss() })),
      title_part(dialog), middle, this.#form.elements, this.#bar.element);
  }

  #show_context(dialog) {
    const context = context_part(dialog.html?.context, dialog.context);
    set(this.#context, context?.element);
    if (context) this.#measures.push(context.measure);
  }

  get #is_open() {
    return this.dialog.state === 'open' || this.#late;
  }

  #update_bar() {
    if (this.#is_open && !this.#busy) this.#bar?.wants(this.#missing());
  }

  // Why it cannot be answered here yet; empty: it can.
  #missing() {
    return this.#handlers.may(this.dialog.kind) ? this.#form.missing() : 'This is for somebody else to answer.';
  }

  async submit() {
    if (!this.#is_open || this.#busy || this.#missing()) return;
    const given = this.#form.given();
    if (await is_meant(this.dialog, given)) await this.#send(given, this.#form.response);
  }

  #send(answers, response = null) {
    return this.#act(async () => {
      const { status, body } = await api.answer(this.dialog.id, { answers, response });
      return { dialog: body, is_whole: status !== 202 };
    });
  }

  async #dismiss() {
    const words = [h('p', {}, 'The agent is told that nobody answers it. This cannot be taken back.')];
    if (!(await confirm({ title: 'Dismiss this question?', words, go_on: 'Dismiss' })) || !this.#is_open || this.#busy) return;
    await this.#act(async () => ({ dialog: await api.dismiss(this.dialog.id), is_whole: true }));
  }

  // call() -> {dialog, is_whole}: what became of it by this page's doing.
  async #act(call) {
    this.#busy = true;
    this.#bar.sending(true);
    let done = null, failure = null;
    try {
      done = await call();
    } catch (error) {
      failure = error;
    }
    this.#busy = false;
    this.#bar.sending(false);
    const heard = this.#heard;
    this.#heard = null;
    if (failure) this.#refused(failure, failure.dialog ?? heard);
    else if (done.is_whole) this.#end_by_me(done.dialog);
    else this.#kept(done.dialog);
  }

  #end_by_me(dialog) {
    forget_draft(this.dialog.id);
    this.end(dialog, { mine: true });
  }

  #kept(dialog) {
    this.dialog = { ...this.dialog, answers: dialog.answers };
    this.#update_bar();
    this.#bar.failed('This much is kept; afar still waits for the rest.');
  }

  #refused(failure, ended) {
    if (ended) {
      this.end(ended, { said: 'Not sent: it had ended already.' });
      return;
    }
    this.#update_bar();
    if (failure.status === 400) this.#form.refuse(failure.message);
    this.#bar.failed(failure.message);
  }

  // New words of the agent, or a part that was answered elsewhere; `dialog` with html where its words are new.
  update(dialog) {
    if (!this.#is_open) return;
    if (dialog.context !== this.dialog.context) this.#keep_in_place(() => this.#show_context(dialog));
    this.dialog = { ...dialog, html: dialog.html ?? this.dialog.html };
    this.#form.take(dialog.answers);
    this.#update_bar();
  }

  // Something grows above what the person has begun to answer: that stays under their finger.
  #keep_in_place(grow) {
    const y = () => this.#bar.element.previousElementSibling.getBoundingClientRect().y;
    const before = y();
    grow();
    this.measure();
    const has_begun = Object.keys(this.#form.given()).length > 0 || this.element.contains(document.activeElement);
    if (has_begun) scrollBy(0, y() - before);
  }

  // Whether it stands there as this dialog ended.
  shows({ state, outcome }) {
    return !this.#is_open && this.dialog.state === state && this.dialog.outcome?.delivery === outcome?.delivery;
  }

  // Turns into its outcome, in place. `mine`: by what this page just did; `said`: a sentence before the outcome.
  end(dialog, { mine = false, said = '', quiet = false } = {}) {
    if (this.#busy) {
      this.#heard = dialog; // this page's own answer is on its way, and its reply says more
      return;
    }
    const is_news = this.#is_open || quiet;
    this.dialog = { ...this.dialog, ...dialog, html: this.dialog.html };
    this.#late = false;
    if (!is_news) {
      this.#bar.ended_further(this.dialog);
      return;
    }
    const can_copy = !mine && !quiet && this.#form.texts().length > 0;
    this.#turn_into_outcome({ said, can_copy, takes_focus: mine });
    if (quiet) return;
    this.#handlers.announce(`${dialog.id} ended: ${ending(dialog).words}`);
    this.#handlers.on_ended(dialog);
  }

  // The focus goes along only where what had it cannot keep it, or where the person just acted here.
  #turn_into_outcome({ said, can_copy, takes_focus }) {
    const had_focus = this.element.contains(document.activeElement) && document.activeElement.matches('input[type=radio], input[type=checkbox]');
    this.#form.lock(this.dialog.answers);
    this.element.classList.add('has-ended');
    this.#state.textContent = this.dialog.state;
    this.#bar.ended(this.dialog, { said, left: this.#handlers.left(), can_copy });
    if (had_focus || takes_focus) this.#bar.focus_next();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#form.texts().join('\n\n'));
      this.#handlers.announce('Copied.');
    } catch {
      // Only a secure page may write to the clipboard: the text is then selected, to be copied by hand.
      const box = [...this.element.querySelectorAll('textarea')].find(({ value }) => value.trim());
      box?.focus();
      box?.select();
    }
  }

  #answer_late() {
    if (!can_answer_late(this.dialog)) return;
    this.#late = true;
    this.#bar.reopen('Answer late');
    this.#form.unlock();
    this.#update_bar();
  }

  // How many are open besides; for the button that leads on.
  left(count) {
    this.#bar.left(count);
  }

  tick() {
    if (this.dialog.state === 'open') this.#waits.tick();
  }

  // To be called once it is on the page.
  measure() {
    for (const each of this.#measures) each();
  }

  pick(n) {
    return this.#is_open && this.#form.pick(n);
  }

  // Enter outside of a text: answer, or go on.
  enter() {
    if (this.#is_open) this.submit();
    else this.#handlers.on_next();
  }
}
