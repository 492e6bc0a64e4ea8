// Titled panels and two-column tables: what the numbers and the status are made of.
import { h, unique_id } from './dom.js';

export function panel(title, ...children) {
  const id = unique_id('panel');
  return h('section', { class: 'panel', 'aria-labelledby': id }, h('h2', { id }, title), ...children);
}

// rows: {name, under?, value}
export function table(rows) {
  return h('table', { class: 'table' }, h('tbody', {}, rows.map(({ name, under, value }) =>
    h('tr', {}, h('th', { scope: 'row' }, name, under && h('span', { class: 'under' }, under)), h('td', {}, value)))));
}
