// The page: login, the tabs, and the stream of changes that keeps them true.
import * as api from './api.js';
import { forget_all_drafts } from './drafts.js';
import { h, set } from './dom.js';
import { HistoryView } from './history.js';
import { listen_for_keys } from './keys.js';
import { Live } from './live.js';
import { login_screen, login_words, take_code_from_address } from './login.js';
import { NumbersView } from './numbers.js';
import { OpenDialogs } from './open_dialogs.js';
import { new_question_words, OpenView } from './open_view.js';
import { StatusView } from './status.js';
import { counted } from './words.js';

const $ = (id) => document.getElementById(id);
const tabs = { open: 'Open', history: 'History', numbers: 'Numbers', status: 'Status' };

// Said once things are calm: a thousand new questions are one sentence.
let waiting_words = [];
let announce_timer = null;
function announce(words) {
  waiting_words.push(words);
  clearTimeout(announce_timer);
  announce_timer = setTimeout(() => {
    $('live').textContent = waiting_words.length > 3 ? `${waiting_words.length} changes. ${counted(dialogs.size, 'open question')}.` : waiting_words.join('. ');
    waiting_words = [];
  }, 150);
}

const dialogs = new OpenDialogs();
const open_view = new OpenView(dialogs, announce);
const history_view = new HistoryView(show_ended);
const numbers_view = new NumbersView();
const status_view = new StatusView({ on_logout: log_out });
const views = { open: open_view, history: history_view, numbers: numbers_view, status: status_view };
let tab = 'open';
let listed = false; // the first list has come

let refresh_due = false;
function refresh() {
  if (refresh_due) return;
  refresh_due = true;
  queueMicrotask(() => setTimeout(() => {
    refresh_due = false;
    $('count').textContent = dialogs.size > 0 ? dialogs.size.toLocaleString() : '';
    document.title = dialogs.size > 0 ? `(${dialogs.size}) afar` : 'afar';
    if (listed) open_view.refresh();
  }, 0));
}

const live = new Live({
  on_event({ event, dialog }) {
    if (event === 'closed') open_view.ended(dialog);
    else if (dialogs.put(dialog) && listed) announce(new_question_words(dialog));
    else open_view.changed(dialog);
    refresh();
  },
  on_list(list) {
    listed = true;
    dialogs.clear();
    for (const dialog of list) dialogs.put(dialog);
    open_view.look_again();
    refresh();
  },
  on_state(state) {
    $('lost').hidden = state === 'live';
    if (state === 'live' && tab !== 'open') views[tab].load?.();
  },
});

function show_tab(name, { focus = false } = {}) {
  tab = name;
  for (const link of document.querySelectorAll('#tabs a')) {
    if (link.dataset.tab === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  set($('main'), views[name].element);
  views[name].load?.();
  if (name === 'open') open_view.card?.measure();
  if (focus) $('main').focus({ preventScroll: true });
}

function show_ended(id) {
  window.history.pushState(null, '', `#${id}`);
  show_place();
}

// "#history", or "#tbxkq": one dialog, wherever it stands.
function show_place() {
  const place = location.hash.slice(1);
  if (/^[a-km-z]{5}$/.test(place)) {
    show_tab('open');
    open_view.show(place, { focus: true });
  } else show_tab(Object.hasOwn(tabs, place) ? place : 'open');
}

function show_login(why = '') {
  live.stop();
  dialogs.clear();
  open_view.reset();
  document.title = 'afar';
  $('page').hidden = true;
  $('lost').hidden = true;
  set($('entrance'), login_screen({ why, on_login: begin }));
  $('entrance').hidden = false;
}

async function log_out() {
  await api.logout().catch(() => {});
  forget_all_drafts();
  show_login('You are logged out.');
}

async function begin() {
  const code = take_code_from_address();
  let who;
  try {
    if (code) await api.login(code);
    who = await api.me();
  } catch (error) {
    if (code && error.status !== 0) show_login(login_words(error));
    else if (error.status !== 401) show_unreachable(error);
    return;
  }
  $('entrance').hidden = true;
  $('page').hidden = false;
  status_view.me = who;
  open_view.may = (kind) => !who.may || who.may.includes(kind);
  listed = false;
  show_place();
  live.start();
}

function show_unreachable(error) {
  set($('entrance'), h('section', { class: 'login' }, h('h1', {}, 'afar cannot be reached'), h('p', { role: 'alert' }, error.message),
    h('button', { type: 'button', class: 'primary', onclick: begin }, 'Try again')));
  $('entrance').hidden = false;
}

api.when_logged_out(() => show_login($('page').hidden ? '' : 'This login has ended: it was revoked, or is older than 30 days.'));
addEventListener('hashchange', () => (/^#login=/.test(location.hash) || $('page').hidden ? begin() : show_place()));
listen_for_keys(() => (tab === 'open' && !$('page').hidden ? open_view : null));
begin();
