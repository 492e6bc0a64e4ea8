// The open dialogs, one at a time: a pager with the oldest first, and the card of the one that is looked at.
import * as api from './api.js';
import { Card } from './card.js';
import { h, set } from './dom.js';
import { open_list } from './open_list.js';
import { on_swipe } from './swipe.js';
import { about, counted } from './words.js';

export class OpenView {
  element;
  #dialogs;
  #announce;
  #card = null;
  #wanted = null; // the id whose card is on its way
  #pending_s = 0; // for how long the outcome is on its way
  may = () => true; // (kind) -> whether this person may answer such a dialog
  #next_id; // what stood after the card's dialog when that ended
  #pager;
  #position = h('button', { type: 'button', class: 'position', 'aria-haspopup': 'dialog', onclick: () => this.#choose() });
  #place = h('div', { class: 'card-place' });

  constructor(dialogs, announce) {
    this.#dialogs = dialogs;
    this.#announce = announce;
    const step = (label, sign, by) => h('button', { type: 'button', class: 'icon-button', 'aria-label': label, onclick: () => this.step(by) }, sign);
    this.#pager = h('nav', { class: 'pager', 'aria-label': 'Open questions', hidden: true }, step('Older question', '‹', -1), this.#position, step('Newer question', '›', 1));
    this.element = h('section', { class: 'view', 'aria-label': 'Open questions' }, this.#pager, this.#place);
    on_swipe(this.#place, (by) => this.step(by));
    setInterval(() => this.#tick(), 1000);
    this.#show_nothing('Looking for questions …');
  }

  get card() {
    return this.#card;
  }

  #tick() {
    this.#card?.tick();
    if (this.#card?.dialog.outcome?.delivery !== 'pending') return;
    // The stream tells how a dialog ends, and not how far the outcome gets: that is asked for, ever less often.
    this.#pending_s += 1;
    if (Number.isInteger(Math.log2(this.#pending_s))) this.#look_how_far();
  }

  async #look_how_far() {
    const { id } = this.#card.dialog;
    const dialog = await api.dialog(id).catch(() => null);
    if (dialog && dialog.state !== 'open' && this.#card?.dialog.id === id && !this.#card.shows(dialog)) this.#card.end(dialog);
  }

  // As at the beginning: somebody else may log in next. What was typed is in the drafts.
  reset() {
    this.#wanted = null;
    this.#show_nothing('Looking for questions …');
  }

  // After the list changed in any way.
  refresh() {
    const open = this.#dialogs.size;
    if (!this.#card && !this.#wanted) {
      if (open > 0) this.show(this.#dialogs.list[0].id);
      else this.#show_nothing('Nothing waits for you.', 'A question shows here as soon as an agent asks one.');
    }
    this.#show_position();
    this.#card?.left(this.#others());
  }

  #others() {
    return this.#dialogs.size - (this.#card && this.#dialogs.get(this.#card.dialog.id) ? 1 : 0);
  }

  #show_position() {
    const open = this.#dialogs.size;
    const at = this.#card ? this.#dialogs.index_of(this.#card.dialog.id) : -1;
    this.#pager.hidden = open === 0 || (open === 1 && at === 0);
    this.#position.textContent = at >= 0 ? `${(at + 1).toLocaleString()} of ${open.toLocaleString()}` : `${open.toLocaleString()} open`;
    this.#position.setAttribute('aria-label', `${at >= 0 ? `Question ${at + 1} of ${open}` : counted(open, 'open question')}: choose one from the list`);
  }

  #show_nothing(title, more = '') {
    this.#card = null;
    set(this.#place, h('div', { class: 'empty' }, h('p', { class: 'empty-title' }, title), more && h('p', {}, more)));
  }

  // Shows a dialog, open or not. `focus`: the person asked for it, so their focus may follow.
  async show(id, { focus = false } = {}) {
    if (this.#card?.dialog.id === id) return;
    this.#wanted = id;
    let dialog;
    try {
      dialog = await api.dialog(id);
    } catch (error) {
      if (this.#wanted !== id) return;
      this.#wanted = null;
      if (error.status === 404) this.#dialogs.remove(id);
      if (!this.#card) this.#show_nothing('This question cannot be shown.', error.message);
      return;
    }
    if (this.#wanted !== id) return;
    this.#wanted = null;
    this.#next_id = undefined;
    this.#pending_s = 0;
    this.#card = new Card(dialog, {
      announce: this.#announce, may: (kind) => this.may(kind), left: () => this.#others(), on_next: () => this.next(),
      on_ended: (ended) => this.ended(ended),
    });
    set(this.#place, this.#card.element);
    this.#card.measure();
    this.#show_position();
    if (focus) this.focus();
    scrollTo({ top: 0 });
  }

  focus() {
    const title = this.#card?.element;
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  step(by) {
    const { list } = this.#dialogs;
    if (list.length === 0) return;
    const at = this.#card ? this.#dialogs.index_of(this.#card.dialog.id) : -1;
    const to = at < 0 ? this.#follower() : list[at + by];
    if (to) this.show(to.id, { focus: true });
  }

  // Where to go from a card that has ended.
  #follower() {
    if (!this.#card) return this.#dialogs.list[0] ?? null;
    return this.#dialogs.get(this.#next_id) ?? this.#dialogs.after(this.#card.dialog);
  }

  next() {
    const next = this.#follower();
    if (next) {
      this.show(next.id, { focus: true });
      return;
    }
    this.#show_nothing('Nothing waits for you.', 'A question shows here as soon as an agent asks one.');
    this.#show_position();
    const title = this.#place.querySelector('.empty');
    title.tabIndex = -1;
    title.focus();
  }

  // A dialog changed while it is open.
  async changed(dialog) {
    if (this.#card?.dialog.id !== dialog.id) return;
    const has_new_words = dialog.context && dialog.context !== this.#card.dialog.context;
    const whole = has_new_words ? await api.dialog(dialog.id).catch(() => dialog) : dialog;
    if (this.#card?.dialog.id === dialog.id) this.#card.update(whole);
  }

  // A dialog ended, here or elsewhere.
  ended(dialog) {
    if (this.#card?.dialog.id === dialog.id && this.#dialogs.get(dialog.id)) this.#next_id = this.#dialogs.next_to(dialog.id)?.id;
    this.#dialogs.remove(dialog.id);
    if (this.#card?.dialog.id === dialog.id && !this.#card.shows(dialog)) this.#card.end(dialog);
    this.refresh();
  }

  // The card's dialog may have ended while nobody said so.
  look_again() {
    const shown = this.#card?.dialog;
    if (shown?.state === 'open' && !this.#dialogs.get(shown.id)) this.#look_how_far();
  }

  async #choose() {
    const id = await open_list(this.#dialogs.list, this.#card?.dialog.id);
    if (id) this.show(id, { focus: true });
  }
}

export function new_question_words(dialog) {
  return `New question from ${[dialog.origin.agent, dialog.origin.project].filter(Boolean).join(', ')}: ${about(dialog)}`;
}

