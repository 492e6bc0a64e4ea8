// The options of a question as rows: the whole row is the target, numbered, one of them or several.
import { h, rendered, said, said_line, unique_id } from './dom.js';
import { label_of } from './words.js';

// Options that carry words of the person's with them, and how these are asked for. `required`: without words
// another option would say the same.
const carries_words = {
  deny: { label: 'Why (the agent gets exactly these words)', required: false },
  deny_and_stop: { label: 'Why (the agent gets exactly these words)', required: false },
  reject: { label: 'What to change (the agent gets exactly these words)', required: false },
  accept_with_feedback: { label: 'Your feedback (goes with the plan)', required: true },
};

// Of kinds whose options are decisions; a caller's own option may bear any id.
export function words_with(kind, option_id) {
  const decides = ['permission', 'plan_approval', 'plan_entry'].includes(kind);
  return decides && Object.hasOwn(carries_words, option_id) ? carries_words[option_id] : null;
}

export function text_box({ id = unique_id('text'), label, value = '', rows = 3, oninput, onfocus, hidden_label = false, ...more }) {
  const box = h('textarea', { id, rows, dir: 'auto', autocomplete: 'off', oninput, onfocus, ...more });
  box.value = value;
  return { box, element: h('div', { class: 'field' }, h('label', { for: id, class: hidden_label ? 'unseen' : 'field-label' }, label), box) };
}

// One row. `beside`: what is shown below its label while it is chosen.
export function option_row({ question, option, number, name, previews, chosen, onchange, own_mark }) {
  const id = unique_id('option');
  const input = h('input', {
    type: question.multi_select ? 'checkbox' : 'radio', id, name, value: option.id, onchange,
    'aria-describedby': option.description ? `${id}-more` : null,
  });
  input.checked = chosen;
  const beside = h('div', { class: 'beside', hidden: true });
  const row = h('div', { class: 'option' },
    h('label', { class: 'row', for: id },
      input,
      h('span', { class: 'number', 'aria-hidden': 'true' }, String(number)),
      h('span', { class: 'words' },
        h('span', { class: 'label-line' }, said_line(label_of(option), 'span', { class: 'label' }),
          option.recommended && h('span', { class: 'badge' }, own_mark)),
        option.description && said(option.description, 'span', { class: 'description', id: `${id}-more` }))),
    option.preview && preview_of(option, previews),
    beside);
  return { option, input, row, beside };
}

// The last row: an answer in the person's own words, instead of the options or beside them.
export function other_row({ question, number, name, text, chosen, onchange, oninput }) {
  const id = unique_id('option');
  const input = h('input', { type: question.multi_select ? 'checkbox' : 'radio', id, name, value: '', onchange });
  input.checked = chosen;
  const { box, element } = text_box({ label: 'Your own answer', hidden_label: true, value: text, rows: 2, placeholder: 'Your own answer', oninput });
  const beside = h('div', { class: 'beside', hidden: true }, element);
  const row = h('div', { class: 'option' },
    h('label', { class: 'row', for: id }, input, h('span', { class: 'number', 'aria-hidden': 'true' }, String(number)),
      h('span', { class: 'words' }, h('span', { class: 'label' }, 'Other'), h('span', { class: 'description' }, 'say it in your own words'))),
    beside);
  // A tap leads on to the text; moving over the rows by arrow keys does not.
  let is_tap = false;
  row.addEventListener('pointerdown', () => { is_tap = true; });
  input.addEventListener('change', () => {
    if (is_tap && input.checked) box.focus();
    is_tap = false;
  });
  return { input, box, beside, row };
}

export function note_box({ value, oninput }) {
  const { box, element } = text_box({ label: 'Note', hidden_label: true, value, rows: 2, placeholder: 'A note that goes with the answer', oninput });
  const details = h('details', { class: 'note' }, h('summary', {}, 'Add a note'), element);
  details.open = value.trim() !== '';
  return { box, details };
}

function preview_of(option, previews) {
  return h('details', { class: 'preview' },
    h('summary', {}, 'Preview', h('span', { class: 'unseen' }, ' of ', said_line(label_of(option)))),
    rendered(previews?.[option.id], option.preview));
}

// What stands where the daemon took a secret out of what it shows.
export const mask = '[masked]';

// An edit box for the text that this option can replace; of a text with something masked it would send the mask.
export function edit_box({ body, value, oninput }) {
  if (body.includes(mask)) return { box: null, details: h('p', { class: 'description' }, 'Parts of this plan are masked here. To edit it, use afar answer in a terminal, with --edited.') };
  const details = h('details', { class: 'edit' }, h('summary', {}, 'Edit the plan first'));
  const { box, element } = text_box({ label: 'The plan, as it is to be', value: value ?? body, rows: 14, oninput, class: 'code' });
  details.open = value !== undefined && value !== null && value !== body;
  details.append(element);
  return { box, details };
}

export function links_of(links) {
  return links?.length > 0 && h('ul', { class: 'links' }, links.filter(({ url }) => /^https?:\/\//i.test(url)).map(({ title, url }) =>
    h('li', {}, h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, said_line(title || url)), said_line(url, 'span', { class: 'url' }))));
}
