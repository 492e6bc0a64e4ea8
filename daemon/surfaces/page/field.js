// The input of a question that takes a text or a number and offers no options.
import { mask, text_box } from './choices.js';
import { h, said_line, unique_id } from './dom.js';

const kinds = {
  email: { type: 'text', inputmode: 'email' },
  uri: { type: 'text', inputmode: 'url' },
  date: { type: 'date' },
  'date-time': { type: 'text' },
};

export function field_input({ question, label, value, described_by, oninput, onblur }) {
  const { expects } = question;
  const id = unique_id('field');
  const long = !expects || (expects.type === 'text' && !expects.format && !(expects.max_length <= 100));
  if (long) {
    const { box, element } = text_box({ id, label, hidden_label: true, value, rows: 2, oninput, onblur, 'aria-describedby': described_by, 'aria-required': String(question.required) });
    element.append(suggestion(expects, box));
    return { box, element };
  }
  const number = expects.type === 'integer' ? { type: 'text', inputmode: 'numeric' } : { type: 'text', inputmode: 'decimal' };
  const kind = expects.type === 'text' ? kinds[expects.format] ?? { type: 'text' } : number;
  const box = h('input', {
    id, ...kind, autocomplete: 'off', autocapitalize: 'none', dir: 'auto', oninput, onblur, 'aria-describedby': described_by, 'aria-required': String(question.required),
  });
  box.value = value;
  return { box, element: h('div', { class: 'field' }, h('label', { for: id, class: 'unseen' }, label), box, suggestion(expects, box)) };
}

// What the form would fill in by itself: no answer unless somebody takes it.
function suggestion(expects, box) {
  if (!expects || typeof expects.suggestion !== 'string' || expects.suggestion.includes(mask)) return '';
  const take = () => {
    box.value = expects.suggestion;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    box.focus();
  };
  return h('button', { type: 'button', class: 'quiet suggest', onclick: take }, 'Use ', said_line(expects.suggestion, 'strong'));
}
