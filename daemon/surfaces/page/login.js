// The way in: a one-time code, in the link that `afar web` prints.
import * as api from './api.js';
import { h } from './dom.js';

// The code of a link, or of what somebody pasted; null: there is none.
function code_in(text) {
  const found = /(?:^|#login=)([A-Za-z0-9_-]{8,200})$/.exec(text.trim());
  return found ? found[1] : null;
}

// Takes the code out of the address bar, so that it stays in no history and on no screen.
export function take_code_from_address() {
  const code = /^#login=/.test(location.hash) ? code_in(location.hash) : null;
  if (code) window.history.replaceState(null, '', location.pathname);
  return code;
}

// The screen; on_login() once it worked. `why`: words on what went wrong before.
export function login_screen({ why = '', on_login }) {
  const words = h('p', { class: 'error', role: 'alert', hidden: !why }, why);
  const box = h('input', { id: 'login-code', type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', required: true });
  const go = h('button', { class: 'primary' }, 'Log in');
  const submit = async (event) => {
    event.preventDefault();
    const code = code_in(box.value);
    const say = (text) => {
      words.hidden = false;
      words.textContent = text;
      box.focus();
    };
    if (!code) {
      say('This is no link of afar web. Copy the whole link, or what stands after its = sign.');
      return;
    }
    go.disabled = true;
    try {
      await api.login(code);
      on_login();
    } catch (error) {
      if (error.status !== 0) box.value = ''; // it opens nothing any more
      say(login_words(error));
    } finally {
      go.disabled = false;
    }
  };
  return h('section', { class: 'login', 'aria-labelledby': 'login-title' },
    h('img', { src: 'icon.svg', alt: '', width: 56, height: 56 }),
    h('h1', { id: 'login-title' }, 'Log in to afar'),
    h('p', {}, 'On the machine where your agents run, type'),
    h('pre', { class: 'command-line' }, h('code', {}, 'afar web')),
    h('p', {}, 'and open the link that it prints in this browser. It works once, for five minutes.'),
    words,
    h('form', { class: 'login-form', onsubmit: submit }, h('label', { for: 'login-code' }, 'Or paste the link here'), h('div', { class: 'login-row' }, box, go)));
}

export function login_words(error) {
  if (error.status === 401 || error.status === 403 || error.status === 400) return 'This link was used already, or is older than five minutes. Run afar web again.';
  return error.message;
}
