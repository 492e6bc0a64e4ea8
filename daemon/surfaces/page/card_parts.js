// The parts of a card above its questions: who asks and for how long, the agent's last words, the body.
import { text_box } from './choices.js';
import { h, rendered, said_line, unique_id } from './dom.js';
import { duration, duration_aloud, kind_name } from './words.js';

// Enough of a session's id to tell a person's few apart.
export const short_session = (session) => [...String(session ?? '')].slice(0, 8).join('');

export function who_line(origin) {
  const part = (what, value) => value && h('span', { class: 'who-part' }, h('span', { class: 'unseen' }, `${what} `), said_line(value));
  return h('p', { class: 'who' }, [
    part('Agent', origin.agent), part('project', origin.project), part('session', short_session(origin.session)), part('subagent', origin.subagent),
  ]);
}

// Ticks while it is on the page: "waits 4m 12s".
export function waiting_since(created_at) {
  const since = new Date(created_at).valueOf();
  const figure = h('span', { 'aria-hidden': 'true' });
  const aloud = h('span', { class: 'unseen' });
  const element = h('time', { class: 'waits', datetime: created_at }, figure, aloud);
  const tick = () => {
    const ms = Date.now() - since;
    figure.textContent = duration(ms);
    aloud.textContent = `waiting for ${duration_aloud(ms)}`;
  };
  tick();
  return { element, tick };
}

// A block of which only the beginning is shown where it is long, and a button for the whole.
function clamped(block, what, name) {
  const id = unique_id(name);
  block.id = id;
  block.classList.add('clamped', name);
  const more = h('button', {
    type: 'button', class: 'quiet more', 'aria-expanded': 'false', 'aria-controls': id, hidden: true,
    onclick: () => {
      const open = block.classList.toggle('whole');
      more.setAttribute('aria-expanded', String(open));
      more.textContent = open ? 'Show less' : `Show all of ${what}`;
    },
  }, `Show all of ${what}`);
  const measure = () => {
    if (!block.classList.contains('whole')) more.hidden = block.scrollHeight <= block.clientHeight + 4;
  };
  return { element: h('div', {}, block, more), measure };
}

export function context_part(html, text) {
  if (!text) return null;
  const { element, measure } = clamped(rendered(html, text), 'what it said', 'context');
  return { element: h('section', { class: 'context-part', 'aria-label': 'What the agent said before it asked' }, element), measure };
}

// The command of a permission is never cut.
export function body_part(dialog, html) {
  if (!dialog.body) return null;
  const is_command = dialog.kind === 'permission';
  const block = rendered(html, dialog.body, { scrolls: !is_command });
  if (is_command) return { element: h('section', { class: 'body-part command', 'aria-label': 'What it would do' }, block), measure: () => {} };
  const what = dialog.kind === 'plan_approval' ? 'the plan' : 'the text';
  const { element, measure } = clamped(block, what, 'body');
  return { element: h('section', { class: 'body-part', 'aria-label': what === 'the plan' ? 'The plan' : 'What it is about' }, element), measure };
}

// What kind it is, and its title where that is not the question itself. A plain question needs neither.
export function title_part(dialog) {
  const asked = dialog.questions.length === 1 ? dialog.questions[0].text : '';
  const has_title = dialog.title && dialog.title !== asked;
  if (dialog.kind === 'user_question' && !has_title) return null;
  const title = dialog.kind === 'permission' ? dialog.title.split(':')[0] : dialog.title;
  return h('div', { class: 'title-line' }, h('span', { class: 'kind' }, kind_name(dialog.kind)), has_title && said_line(title, 'h2', { class: 'title' }));
}

// A reply to several questions at once, which stands for each that has no answer of its own. null: there is no
// place for one.
export function response_part({ kind, questions }, { value, oninput }) {
  const all_take_text = questions.every(({ required, allow_free_text }) => allow_free_text || !required);
  if (kind !== 'user_question' || questions.length < 2 || !all_take_text) return null;
  const { box, element } = text_box({ label: 'One reply to everything that has no answer above', value, rows: 3, oninput });
  const details = h('details', { class: 'response' }, h('summary', {}, 'Reply to all of it instead'), element);
  details.open = value !== '';
  return { box, element: details };
}
