// What has ended: searched, filtered by how it ended, page by page.
import * as api from './api.js';
import { h, said_line, set } from './dom.js';
import { mark } from './marks.js';
import { about, ending, from_words, kind_name, moment } from './words.js';

const states = [['', 'All'], ['answered', 'Answered'], ['defaulted', 'By default'], ['denied', 'Refused'], ['left', 'Left'], ['cancelled', 'Cancelled'], ['expired', 'Expired']];

export class HistoryView {
  element;
  #on_open;
  #search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search what has ended', autocomplete: 'off', enterkeyhint: 'search' });
  #state = h('select', { 'aria-label': 'How it ended' }, states.map(([value, name]) => h('option', { value }, name)));
  #rows = h('ol', { class: 'rows' });
  #note = h('p', { class: 'note-line', role: 'status' });
  #more = h('button', { type: 'button', class: 'plain-button wide', hidden: true }, 'Show older ones');
  #before = null;
  #asked = 0; // only the newest search may show what it found

  // on_open(id): a row was chosen
  constructor(on_open) {
    this.#on_open = on_open;
    let timer = null;
    this.#search.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.load(), 200);
    });
    this.#state.addEventListener('change', () => this.load());
    this.#more.addEventListener('click', () => this.#load_more());
    this.element = h('section', { class: 'view', 'aria-label': 'History' },
      h('form', { class: 'search', role: 'search', onsubmit: (event) => { event.preventDefault(); this.load(); } }, this.#search, this.#state),
      this.#note, this.#rows, this.#more);
  }

  load() {
    this.#before = null;
    return this.#page(true);
  }

  async #load_more() {
    const last = this.#rows.lastElementChild;
    await this.#page(false);
    last?.nextElementSibling?.querySelector('button')?.focus();
  }

  async #page(fresh) {
    this.#asked += 1;
    const asked = this.#asked;
    const params = { q: this.#search.value.trim(), state: this.#state.value, before: this.#before };
    try {
      const page = await api.history(Object.fromEntries(Object.entries(params).filter(([, value]) => value)));
      if (asked === this.#asked) this.#show(page, fresh);
    } catch (error) {
      if (asked === this.#asked) this.#note.textContent = error.message;
    }
  }

  #show(page, fresh) {
    if (fresh) set(this.#rows);
    this.#rows.append(...page.dialogs.map((dialog) => this.#row(dialog)));
    this.#before = page.next;
    this.#more.hidden = !page.next;
    const found = this.#rows.childElementCount;
    const narrowed = this.#search.value.trim() || this.#state.value;
    this.#note.textContent = found > 0 ? '' : narrowed ? 'Nothing that ended matches this.' : 'Nothing has ended yet.';
  }

  #row(dialog) {
    const { picture, words } = ending(dialog);
    return h('li', {}, h('button', { type: 'button', class: 'list-row', 'data-dialog': dialog.id, onclick: () => this.#on_open(dialog.id) },
      said_line(about(dialog), 'span', { class: 'list-title' }),
      h('span', { class: 'list-ending' }, mark(picture), said_line(words)),
      h('span', { class: 'list-more' }, said_line(from_words(dialog.origin)), ` · ${kind_name(dialog.kind)} · ${moment(dialog.created_at)} · ${dialog.id}`)));
  }
}
