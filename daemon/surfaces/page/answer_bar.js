// The bar at the bottom of a card: the way to answer while it is open, what became of it afterwards. Both have
// the same place, so that nothing jumps when the one turns into the other.
import { h, said_line, set } from './dom.js';
import { mark } from './marks.js';
import { can_answer_late, delivery_words, ending } from './words.js';

export class AnswerBar {
  element;
  #hint = h('p', { class: 'bar-hint' });
  #buttons = h('div', { class: 'bar-buttons' });
  #answer;
  #decline = null;
  #said = '';
  #copy = null;
  #handlers;

  // on_answer(), on_decline() (null: there is nothing to decline), on_next(), on_late(), on_copy()
  constructor({ label, decline, handlers }) {
    this.#handlers = handlers;
    this.#answer = h('button', { type: 'button', class: 'primary answer', onclick: handlers.on_answer }, label);
    if (decline) this.#decline = h('button', { type: 'button', class: 'plain-button', onclick: handlers.on_decline }, decline);
    this.element = h('div', { class: 'bar' }, this.#hint, this.#buttons);
    set(this.#buttons, this.#decline, this.#answer);
  }

  // Why it cannot be answered yet; empty: it can.
  wants(missing) {
    this.#answer.disabled = missing !== '';
    this.#hint.className = 'bar-hint';
    this.#hint.removeAttribute('role');
    this.#hint.textContent = missing;
  }

  sending(on) {
    this.#answer.disabled = on;
    this.#answer.setAttribute('aria-busy', String(on));
    if (this.#decline) this.#decline.disabled = on;
    if (on) this.#hint.textContent = 'Sending …';
  }

  failed(words) {
    this.#hint.className = 'bar-hint failed';
    this.#hint.setAttribute('role', 'alert');
    this.#hint.textContent = words;
  }

  // `said`: a sentence before the outcome; `left`: how many are open besides.
  ended(dialog, { said = '', left = 0, can_copy = false }) {
    const had_focus = this.element.contains(document.activeElement);
    const { on_copy, on_late, on_next } = this.#handlers;
    const button = (name, onclick, words) => h('button', { type: 'button', class: name, onclick }, words);
    this.#said = said;
    this.#copy = can_copy && button('quiet', on_copy, 'Copy what you typed');
    this.ended_further(dialog);
    set(this.#buttons, can_answer_late(dialog) && button('plain-button', on_late, 'Answer late'), button('primary next', on_next, ''));
    this.left(left);
    if (had_focus) this.focus_next();
  }

  // The outcome has got further on its way to the agent.
  ended_further(dialog) {
    const { picture, words } = ending(dialog);
    const on_its_way = delivery_words(dialog.outcome?.delivery);
    this.#hint.className = 'bar-hint outcome';
    this.#hint.removeAttribute('role');
    set(this.#hint, this.#said && h('span', { class: 'outcome-said' }, this.#said),
      h('span', { class: 'outcome-line' }, mark(picture), said_line(words, 'span', { class: 'outcome-words' })),
      on_its_way && h('span', { class: 'outcome-delivery' }, on_its_way), this.#copy);
  }

  focus_next() {
    this.#buttons.querySelector('.next')?.focus();
  }

  // Once more open to an answer, of a dialog that policy ended.
  reopen(label) {
    this.#answer.textContent = label;
    set(this.#buttons, this.#decline, this.#answer);
  }

  left(count) {
    const next = this.#buttons.querySelector('.next');
    if (next) next.textContent = count > 0 ? `Next (${count} open)` : 'Done';
  }
}
