// What a question asks, above its options or its field.
import { h, said, said_line, unique_id } from './dom.js';
import { expected_words } from './expected.js';
import { kind_name } from './words.js';

function field_legend({ header, text, required }) {
  const name = header || text;
  return [
    h('legend', {}, said(name, 'span', { class: 'asks' }), !required && h('span', { class: 'optional' }, ' (optional)')),
    text && text !== name && said(text, 'p', { class: 'description' }),
  ];
}

export function legend_of({ question, kind, number, of }) {
  if (kind === 'elicitation') return field_legend(question);
  const { header, text, required } = question;
  const has_chip = header && text && header !== kind_name(kind);
  return h('legend', {},
    h('span', { class: 'above' }, has_chip && said_line(header, 'span', { class: 'chip' }), of > 1 && h('span', { class: 'count' }, `${number} of ${of}`)),
    said(text || header, 'span', { class: 'asks' }), !required && h('span', { class: 'optional' }, ' (optional)'));
}

// {id, element}: what an answer has to be; null: anything.
export function expectation_of(question) {
  const words = expected_words(question);
  if (!words) return null;
  const id = unique_id('expects');
  return { id, element: h('p', { class: 'expects', id }, `${words[0].toUpperCase()}${words.slice(1)}`) };
}
