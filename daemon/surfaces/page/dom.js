// Elements out of code. Texts of agents and people only ever become text nodes here; the one way in for
// markup is rendered(), for what the daemon has rendered itself.

// What would steer the reader instead of being read: control characters, and those that turn or hide text.
// The joiners U+200C and U+200D stay: emoji and several scripts are written with them.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

function shown(text) {
  return String(text ?? '').replaceAll('\r\n', '\n').replace(hidden, (c) => {
    const code = c.codePointAt(0);
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

// On one line.
export function shown_line(text) {
  return shown(String(text ?? '').trim()).replace(/\s*\n\s*/g, ' ⏎ ');
}

// h('button', { class: 'x', onclick }, 'text', element): attributes as HTML has them; false, null and undefined: none.
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A text that somebody else wrote: its direction is its own, and stays inside.
export function said(text, tag = 'span', attributes = {}) {
  return h(tag, { dir: 'auto', ...attributes, class: `said ${attributes.class ?? ''}`.trim() }, shown(text));
}

export function said_line(text, tag = 'span', attributes = {}) {
  return said(shown_line(text), tag, attributes);
}

// A task's box, which nobody can tick here.
const tick = (name, sign) => h('span', { class: 'tick', role: 'img', 'aria-label': name }, sign);

function show_hidden(block) {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (node.data.search(hidden) >= 0) node.data = shown(node.data);
  }
}

// Markup that afard rendered from Markdown, with nothing in it but what its renderer makes; without it, the text.
// `scrolls`: code that is too wide is scrolled, and not broken into lines.
export function rendered(html, text, { scrolls = true } = {}) {
  const block = h('div', { class: 'rendered said', dir: 'auto' });
  if (typeof html === 'string') {
    block.innerHTML = html;
    show_hidden(block);
  } else block.append(h('p', { class: 'plain' }, shown(text)));
  for (const code of block.querySelectorAll('pre')) {
    code.dir = 'ltr';
    if (scrolls) code.tabIndex = 0; // by keyboard too
  }
  for (const box of block.querySelectorAll('input')) box.replaceWith(box.checked ? tick('done', '☑') : tick('not done', '☐'));
  return block;
}

let last_id = 0;
export function unique_id(what) {
  last_id += 1;
  return `${what}-${last_id}`;
}

// Puts `children` in the place of whatever stood there.
export function set(element, ...children) {
  element.replaceChildren(...children.flat(3).filter(Boolean));
  return element;
}
