// How things are: the surfaces, the agents' sessions, whether the person counts as here, who is logged in.
import * as api from './api.js';
import { short_session } from './card_parts.js';
import { h, said_line, set } from './dom.js';
import { panel, table } from './panels.js';
import { duration, moment, place } from './words.js';

const presence_words = {
  auto: { here: 'You count as here: you have prompted or answered in a terminal lately.', away: 'You count as away: nothing came from you in a terminal lately.' },
  here: { here: 'You said that you are here.' },
  away: { away: 'You said that you are away.' },
};
const states = { up: 'up', down: 'down', off: 'off' };
const events = { start: 'started', prompt: 'was prompted', stop: 'ended its turn', end: 'ended', idle: 'waits for a prompt', needs_input: 'shows a dialog of its own' };

const keys = [
  { name: 'Choose an option', value: '1 – 9' }, { name: 'The question before, the next', value: '← →' },
  { name: 'Answer, go on', value: 'Enter' }, { name: 'Answer, from a text', value: 'Ctrl + Enter' },
];
const ago = (at) => `${duration(Date.now() - new Date(at))} ago`;

export class StatusView {
  element;
  me = null;
  #on_logout;
  #place = h('div', {});

  constructor({ on_logout }) {
    this.#on_logout = on_logout;
    this.element = h('section', { class: 'view', 'aria-label': 'Status' }, this.#place);
  }

  async load() {
    try {
      this.#show(await api.status());
    } catch (error) {
      set(this.#place, h('p', { class: 'note-line', role: 'alert' }, error.message), this.#login());
    }
  }

  #show(status) {
    const { presence, sessions = [] } = status;
    set(this.#place,
      presence && panel('Presence', h('p', {}, presence_words[presence.mode]?.[presence.presence] ?? `You count as ${presence.presence}.`),
        h('p', { class: 'soft' }, 'Change it with afar here, afar away or afar auto.')),
      panel('Surfaces', table(this.#surfaces(status))),
      panel('Sessions of your agents', sessions.length > 0 ? table(sessions.slice(0, 50).map(session_row)) : h('p', { class: 'soft' }, 'None so far.')),
      this.#login(),
      h('div', { class: 'for-keyboards' }, panel('Keys', table(keys))),
      panel('afard', table([
        { name: 'Version', value: status.version ?? '' },
        { name: 'Running since', value: status.started_at ? moment(status.started_at) : '' },
      ])));
  }

  #surfaces({ surfaces, web }) {
    const all = Array.isArray(surfaces) ? surfaces : Object.entries(surfaces ?? {}).map(([name, each]) => ({ name, ...each }));
    if (web && !all.some(({ name }) => name === 'web')) all.unshift({ name: 'web', ...web });
    return all.map(({ name, state, why }) => ({
      name: place(name), under: why ? said_line(why) : null, value: h('span', { class: state === 'down' ? 'down' : state === 'up' ? 'up' : '' }, states[state] ?? String(state)),
    }));
  }

  #login() {
    const { name, login } = this.me ?? {};
    return panel('This login', h('p', {}, 'You answer as ', said_line(name ?? '?', 'strong'), '.'),
      login && h('p', { class: 'soft' }, `Ends on ${moment(login.expires_at)}. A lost phone is shut out by afar web revoke.`),
      h('button', { type: 'button', class: 'plain-button', onclick: this.#on_logout }, 'Log out'));
  }
}

function session_row({ agent, session, project, cwd, last_event, last_event_at }) {
  return {
    name: [said_line(project || cwd || agent), ' ', h('span', { class: 'session' }, short_session(session))],
    under: [said_line(agent), ` ${events[last_event] ?? last_event ?? ''}`], value: last_event_at ? ago(last_event_at) : '',
  };
}
