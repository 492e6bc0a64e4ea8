// All that can be answered on one card: its questions, a form's last one as two buttons, a reply to everything.
import { links_of } from './choices.js';
import { response_part } from './card_parts.js';
import { h, said } from './dom.js';
import { draft_of, keep_draft } from './drafts.js';
import { QuestionView } from './question.js';
import { label_of } from './words.js';

export class AnswerForm {
  elements;
  #id;
  #questions;
  #action; // a form's last question
  #response = null;
  #on_change;

  constructor(dialog, on_change) {
    this.#id = dialog.id;
    this.#on_change = on_change;
    const draft = draft_of(dialog.id);
    this.#action = dialog.kind === 'elicitation' ? dialog.questions.find(({ options }) => options.some(({ closes }) => closes)) : undefined;
    const asked = dialog.questions.filter((question) => question !== this.#action);
    this.#questions = asked.map((question, i) => new QuestionView({
      question, kind: dialog.kind, body: dialog.body, previews: dialog.html?.previews?.[question.id], draft: draft.questions?.[question.id],
      number: i + 1, of: asked.length, on_change: () => this.#changed(),
    }));
    const response = response_part(dialog, { value: draft.response ?? '', oninput: () => this.#changed() });
    this.#response = response?.box ?? null;
    this.elements = [this.#action_words(), this.#questions.map(({ element }) => element), response?.element];
  }

  // Only a link has words of its own there.
  #action_words() {
    if (!this.#action?.links?.length) return null;
    return h('div', { class: 'question' }, said(this.#action.text, 'p', { class: 'asks' }), links_of(this.#action.links));
  }

  #changed() {
    keep_draft(this.#id, { questions: Object.fromEntries(this.#questions.map((view) => [view.question.id, view.draft])), response: this.#response?.value ?? '' });
    this.#on_change();
  }

  #action_option(closes) {
    return this.#action?.options.find((option) => Boolean(option.closes) === closes);
  }

  // What the button that sends says.
  get label() {
    if (!this.#action) return 'Answer';
    return label_of(this.#action_option(false) ?? { label: 'Send' });
  }

  // {label, given}: another button, that ends all of it; null: there is none.
  get decline() {
    const option = this.#action_option(true);
    return option ? { label: option.label, given: { [this.#action.id]: { options: [option.id], text: null, note: null } } } : null;
  }

  // A reply to everything; null: none is written.
  get response() {
    return this.#response?.value.trim() ? this.#response.value : null;
  }

  // Why it cannot be sent yet, as a hint; empty: it can.
  missing() {
    const wrong = this.#questions.find((view) => view.problem());
    if (wrong) return wrong.problem();
    if (this.response !== null) return '';
    const needed = this.#questions.filter(({ question }) => question.required);
    const without = needed.filter((view) => !view.value());
    if (without.length > 0 && needed.length > 1) return `${needed.length - without.length} of ${needed.length} answered`;
    if (without.length > 0) return without[0].question.options.length > 0 ? 'Choose an option.' : 'Write an answer.';
    return !this.#action && this.#questions.every((view) => !view.value()) ? 'Nothing is answered yet.' : '';
  }

  // The answers as the API takes them.
  given() {
    const given = Object.fromEntries(this.#questions.map((view) => [view.question.id, view.value()]).filter(([, value]) => value));
    const accept = this.#action_option(false);
    if (accept) given[this.#action.id] = { options: [accept.id], text: null, note: null };
    return given;
  }

  // Answers that are kept already are shown where the person has not begun others.
  take(answers) {
    for (const view of this.#questions) view.take(answers?.[view.question.id]);
  }

  // Shows the daemon's error beside the question that it names.
  refuse(message) {
    const wrong = this.#questions.find(({ question: { id, header } }) => message.startsWith(`question ${id}:`) || (header && message.startsWith(`${header}:`)));
    wrong?.refuse(message.slice(message.indexOf(':') + 1).trim());
  }

  lock(answers) {
    for (const view of this.#questions) view.lock(answers?.[view.question.id]);
    if (this.#response) this.#response.readOnly = true;
  }

  unlock() {
    for (const view of this.#questions) view.unlock();
    if (this.#response) this.#response.readOnly = false;
    this.#questions[0]?.focus();
  }

  // What somebody wrote here, each text by itself.
  texts() {
    return [...this.#questions.flatMap((view) => view.typed_texts()), this.response].filter((text) => text !== null);
  }

  // The n-th option of the question that has the focus, else of the first without an answer.
  pick(n) {
    const view = this.#questions.find(({ element }) => element.contains(document.activeElement)) ?? this.#questions.find((each) => !each.value()) ?? this.#questions[0];
    return view?.pick(n) ?? false;
  }
}
