// A question of the page's own before something that is hard to take back. The browser keeps the focus inside
// and gives it back afterwards.
import { h, said, said_line, unique_id } from './dom.js';

// Resolves to whether the person went on. `words`: texts or elements.
export function confirm({ title, words, go_on, go_back = 'Back' }) {
  const id = unique_id('confirm');
  const box = h('dialog', { class: 'confirm', 'aria-labelledby': id },
    h('h2', { id }, title), h('div', { class: 'confirm-words' }, words),
    h('div', { class: 'confirm-buttons' },
      h('button', { type: 'button', class: 'plain-button', onclick: () => box.close('back') }, go_back),
      h('button', { type: 'button', class: 'primary', onclick: () => box.close('go') }, go_on)));
  document.body.append(box);
  box.showModal();
  return new Promise((done) => {
    box.addEventListener('close', () => {
      box.remove();
      done(box.returnValue === 'go');
    });
  });
}

// Whether this answer is meant: what a permission allows for good is confirmed, with the rule in sight.
export async function is_meant({ kind, questions }, given) {
  if (kind !== 'permission') return true;
  for (const { id: question, options } of questions) {
    const option = options.find(({ id }) => id.startsWith('allow_always') && given[question]?.options.includes(id));
    if (!option) continue;
    const words = [said_line(option.label, 'p', { class: 'rule' }), said(option.description, 'p')];
    if (!(await confirm({ title: 'Allow this from now on?', words, go_on: 'Allow always' }))) return false;
  }
  return true;
}
