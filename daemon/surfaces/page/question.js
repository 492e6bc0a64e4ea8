// One question of a dialog: what it asks, its options or field, a text of one's own, a note.
import { edit_box, links_of, note_box, option_row, other_row, text_box, words_with } from './choices.js';
import { h, unique_id } from './dom.js';
import { misfit } from './expected.js';
import { field_input } from './field.js';
import { expectation_of, legend_of } from './question_head.js';

const blank = (text) => !text || text.trim() === '';

export class QuestionView {
  element;
  question;
  #kind;
  #body;
  #draft;
  #on_change;
  #rows = [];
  #other = null; // {input, box, beside, row} of a text beside options
  #text = null; // the field of a question without options, or the words that go with an option
  #note = null;
  #edit = null;
  #error;
  #touched = false;
  #described_by;

  // draft: {options, other, text, note, edited}, kept by the caller after each on_change().
  constructor({ question, kind, body, previews, draft, on_change, number, of }) {
    this.question = question;
    this.#kind = kind;
    this.#body = body;
    this.#draft = { options: [], other: false, text: '', note: '', edited: null, ...draft };
    this.#on_change = on_change;
    this.#error = h('p', { class: 'error', id: unique_id('error'), hidden: true });
    const expectation = expectation_of(question);
    this.#described_by = [this.#error.id, expectation?.id].filter(Boolean).join(' ');
    this.element = h('fieldset', { class: 'question', 'data-question': question.id },
      legend_of({ question, kind, number, of }), links_of(question.links), expectation?.element,
      question.options.length > 0 ? this.#options(previews) : this.#field(), this.#error,
      kind === 'user_question' && this.#note_part());
    this.#show_beside();
  }

  get draft() {
    return this.#draft;
  }

  #options(previews) {
    const { question } = this;
    const name = unique_id('choice');
    const own_mark = this.#kind === 'elicitation' ? 'the form’s own' : 'recommended';
    this.#rows = question.options.map((option, i) => option_row({
      question, option, number: i + 1, name, previews, own_mark,
      chosen: this.#draft.options.includes(option.id), onchange: () => this.#choose(),
    }));
    const rows = this.#rows.map(({ row }) => row);
    if (question.allow_free_text) {
      this.#other = other_row({
        question, number: rows.length + 1, name, text: this.#draft.text, chosen: this.#draft.other, onchange: () => this.#choose(), oninput: () => this.#typed(),
      });
      rows.push(this.#other.row);
    }
    const clear = !question.required && !question.multi_select && h('button', { type: 'button', class: 'quiet clear', hidden: true, onclick: () => this.#clear() }, 'Clear this choice');
    return [h('div', { class: 'options' }, rows), clear];
  }

  #field() {
    const { question } = this;
    const label = this.#kind === 'elicitation' ? question.header || question.text : question.text || question.header || 'Your answer';
    const { box, element } = field_input({
      question, label, value: this.#draft.text, described_by: this.#described_by,
      oninput: () => this.#typed(), onblur: () => this.#touch(),
    });
    this.#text = box;
    return element;
  }

  #note_part() {
    const { box, details } = note_box({ value: this.#draft.note, oninput: () => this.#typed() });
    this.#note = box;
    return details;
  }

  // The words or the edit box that go with the chosen option stand below it, made when they are first wanted.
  #show_beside() {
    for (const { option, input, beside, row } of this.#rows) {
      row.classList.toggle('chosen', input.checked);
      const words = words_with(this.#kind, option.id);
      if (input.checked && beside.childElementCount === 0) {
        if (words) {
          const { box, element } = text_box({ label: words.label, value: this.#draft.text, rows: 3, oninput: (event) => this.#typed(event.target) });
          box.dataset.words = option.id;
          beside.append(element);
        }
        if (option.edits) {
          const { details, box } = edit_box({ body: this.#body, value: this.#draft.edited, oninput: (event) => this.#typed(event.target) });
          if (box) box.dataset.edit = option.id;
          beside.append(details);
        }
      }
      beside.hidden = !input.checked || beside.childElementCount === 0;
      if (input.checked && words) this.#text = beside.querySelector('[data-words]');
      if (input.checked && option.edits) this.#edit = beside.querySelector('[data-edit]');
      // What was typed beside one option goes along to the next one that takes it.
      if (input.checked && words) this.#text.value = this.#draft.text;
      if (input.checked && option.edits && this.#edit && this.#draft.edited !== null) this.#edit.value = this.#draft.edited;
    }
    const clear = this.element.querySelector('.clear');
    if (clear) clear.hidden = this.#rows.every(({ input }) => !input.checked);
    if (this.#other) {
      this.#other.beside.hidden = !this.#other.input.checked;
      this.#other.row.classList.toggle('chosen', this.#other.input.checked);
    }
  }

  #choose() {
    this.#draft.options = this.#rows.filter(({ input }) => input.checked).map(({ option }) => option.id);
    this.#draft.other = this.#other?.input.checked ?? false;
    this.#show_beside();
    this.#changed();
  }

  #clear() {
    this.focus(); // the button goes away
    for (const { input } of this.#rows) input.checked = false;
    if (this.#other) this.#other.input.checked = false;
    this.#choose();
  }

  #typed(box) {
    if (box?.dataset.edit) this.#draft.edited = box.value === this.#body ? null : box.value;
    else if (this.#other) this.#draft.text = this.#other.box.value;
    else if (this.#text) this.#draft.text = this.#text.value;
    if (this.#note) this.#draft.note = this.#note.value;
    this.#changed();
  }

  #touch() {
    this.#touched = true;
    this.#show_error();
  }

  #changed() {
    this.#show_error();
    this.#on_change();
  }

  // Something wrong is said once the person has left the field, and taken back as soon as it is right.
  #show_error(said_elsewhere = '') {
    const given = this.value();
    const words = said_elsewhere || (this.#touched && given ? this.problem() : '');
    this.#error.hidden = !words;
    this.#error.textContent = words;
    const box = this.#text ?? this.#other?.box;
    if (box) box.setAttribute('aria-invalid', String(Boolean(words)));
    this.element.classList.toggle('wrong', Boolean(words));
  }

  // An error that the daemon found in this answer.
  refuse(words) {
    this.#show_error(words);
    this.focus();
  }

  // What is given as an answer now; null: nothing.
  value() {
    const chosen = this.#rows.filter(({ input }) => input.checked).map(({ option }) => option);
    const takes_words = chosen.some(({ id }) => words_with(this.#kind, id));
    const text_wanted = this.#other ? this.#other.input.checked : this.#rows.length === 0 || takes_words;
    const text = text_wanted && !blank(this.#draft.text) ? this.#draft.text : null;
    if (chosen.length === 0 && text === null) return null;
    const answer = { options: chosen.map(({ id }) => id), text, note: blank(this.#draft.note) || this.#kind !== 'user_question' ? null : this.#draft.note };
    const edits = chosen.length === 1 && chosen[0].edits;
    if (edits && !blank(this.#draft.edited) && this.#draft.edited !== this.#body) answer.edited = this.#draft.edited;
    return answer;
  }

  // Why what is given cannot be sent; empty: it can, or nothing is given.
  problem() {
    const given = this.value();
    if (!given) return '';
    const needs_words = given.options.map((id) => words_with(this.#kind, id)).find((words) => words?.required);
    if (needs_words && given.text === null) return 'Write your feedback, or choose plain approval.';
    if (this.#other?.input.checked && given.text === null) return 'Write your own answer, or choose another option.';
    return misfit(this.question, given);
  }

  // Chooses or toggles the n-th row (from 1), as a key does.
  pick(n) {
    const input = this.#rows[n - 1]?.input ?? (n === this.#rows.length + 1 ? this.#other?.input : null);
    if (!input || input.disabled) return false;
    input.focus();
    input.click();
    if (input === this.#other?.input && input.checked) this.#other.box.focus();
    return true;
  }

  focus() {
    (this.element.querySelector('input:checked') ?? this.element.querySelector('input, textarea'))?.focus();
  }

  // Shows an answer that is kept already, where the person has not begun another one here.
  take(answer) {
    if (!answer || this.value()) return;
    const { options, text, note, edited = null } = answer;
    this.#draft = { options, other: Boolean(this.#other) && text !== null, text: text ?? '', note: note ?? '', edited };
    for (const { option, input } of this.#rows) input.checked = answer.options.includes(option.id);
    if (this.#other) {
      this.#other.input.checked = this.#draft.other;
      this.#other.box.value = this.#draft.text;
    } else if (this.#text) this.#text.value = this.#draft.text;
    if (this.#note) this.#note.value = this.#draft.note;
    this.#show_beside();
    this.#on_change();
  }

  // After the end: what was chosen in the end is marked; what was typed here stays to be read and copied.
  lock(answer) {
    for (const input of this.element.querySelectorAll('input[type=radio], input[type=checkbox], .clear, .suggest')) input.disabled = true;
    for (const box of this.element.querySelectorAll('textarea, input:not([type=radio], [type=checkbox])')) box.readOnly = true;
    for (const { option, input, row } of this.#rows) {
      input.checked = answer?.options.includes(option.id) ?? false;
      row.classList.toggle('chosen', input.checked);
    }
    if (this.#other) this.#other.input.checked = typeof answer?.text === 'string';
    this.#other?.row.classList.toggle('chosen', this.#other.input.checked);
    this.element.classList.add('ended');
  }

  unlock() {
    for (const input of this.element.querySelectorAll('input, button')) input.disabled = false;
    for (const box of this.element.querySelectorAll('textarea, input')) box.readOnly = false;
    for (const { option, input } of this.#rows) input.checked = this.#draft.options.includes(option.id);
    if (this.#other) this.#other.input.checked = this.#draft.other;
    this.element.classList.remove('ended');
    this.#show_beside();
  }

  typed_texts() {
    return [this.#draft.text, this.#draft.note, this.#draft.edited].filter((text) => !blank(text));
  }
}
