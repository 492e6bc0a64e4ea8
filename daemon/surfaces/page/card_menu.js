// What is seldom wanted of a card, behind one button.
import { h, unique_id } from './dom.js';

export function card_menu({ on_dismiss }) {
  const id = unique_id('menu');
  const list = h('div', { class: 'menu-list', id, hidden: true },
    h('button', { type: 'button', onclick: () => { close(); on_dismiss(); } }, 'Dismiss …'));
  const button = h('button', {
    type: 'button', class: 'icon-button', 'aria-label': 'More', 'aria-expanded': 'false', 'aria-controls': id, onclick: () => (list.hidden ? open() : close()),
  }, '⋯');
  const outside = (event) => {
    if (!menu.contains(event.target)) close();
  };
  function open() {
    list.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside);
    list.querySelector('button').focus();
  }
  function close() {
    if (list.contains(document.activeElement)) button.focus();
    list.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside);
  }
  const menu = h('div', { class: 'card-menu', onkeydown: (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.stopPropagation();
      close();
    }
  } }, button, list);
  return menu;
}
