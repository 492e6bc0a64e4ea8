// Every open dialog in a list, to go to one of many.
import { h, said_line, set, unique_id } from './dom.js';
import { about, counted, duration, from_words } from './words.js';

const rows_at_once = 100;

// Resolves to the chosen id, or null.
export function open_list(dialogs, current) {
  const title = unique_id('list');
  const find = h('input', {
    type: 'search', placeholder: 'Find among them', 'aria-label': 'Find among the open questions', autocomplete: 'off', oninput: () => show(rows_at_once),
  });
  const rows = h('ol', { class: 'rows' });
  const more = h('button', { type: 'button', class: 'quiet', onclick: () => show(rows.childElementCount + rows_at_once) }, 'Show more');
  const box = h('dialog', { class: 'sheet', 'aria-labelledby': title },
    h('header', { class: 'sheet-head' }, h('h2', { id: title }, counted(dialogs.length, 'open question')),
      h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: () => box.close() }, '×')),
    dialogs.length > 8 && find, rows, more);
  const searchable = new Map(dialogs.map((dialog) => [dialog.id, `${dialog.id} ${about(dialog)} ${dialog.origin.agent} ${dialog.origin.project}`.toLowerCase()]));

  function show(most) {
    const wanted = find.value.trim().toLowerCase();
    const found = dialogs.filter(({ id }) => searchable.get(id).includes(wanted));
    set(rows, found.slice(0, most).map((dialog) => h('li', {}, h('button', {
      type: 'button', class: 'list-row', 'aria-current': dialog.id === current ? 'true' : null, onclick: () => box.close(dialog.id),
    }, said_line(about(dialog), 'span', { class: 'list-title' }),
    h('span', { class: 'list-more' }, said_line(from_words(dialog.origin)), ` · ${duration(Date.now() - new Date(dialog.created_at))} · ${dialog.id}`)))));
    more.hidden = found.length <= most;
  }

  show(rows_at_once);
  document.body.append(box);
  box.showModal();
  return new Promise((done) => {
    box.addEventListener('close', () => {
      box.remove();
      done(box.returnValue || null);
    });
  });
}
