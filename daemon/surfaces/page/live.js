// The stream of what changes, kept up across lost connections. After each (re)connection the whole list is
// loaded too, so that what ended while nobody listened is noticed.
import * as api from './api.js';

const retry_ms = [500, 1000, 2000, 4000, 8000, 15000];
const look_every_ms = 30_000;

export class Live {
  #source = null;
  #tries = 0;
  #timer = null;
  #stopped = false;
  // What this connection told so far, while the list was on its way: the list may not know it yet.
  #seen = new Map();
  #ended = new Set();
  #handlers;

  // on_event({event, dialog}), on_list([dialogs]), on_state('live' | 'lost')
  constructor(handlers) {
    this.#handlers = handlers;
    addEventListener('online', () => this.#again_now());
    addEventListener('offline', () => this.#lost(this.#source));
    document.addEventListener('visibilitychange', () => this.#look());
    setInterval(() => this.#look(), look_every_ms);
  }

  start() {
    this.#stopped = false;
    this.#connect();
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource('/api/events');
    this.#source = source;
    source.onopen = () => this.#load();
    source.onmessage = ({ data }) => this.#take(data);
    source.onerror = () => this.#lost(source);
  }

  #take(data) {
    let change;
    try {
      change = JSON.parse(data);
    } catch {
      return; // not a line of ours
    }
    if (!change?.dialog?.id) return;
    if (change.event === 'closed') {
      this.#seen.delete(change.dialog.id);
      this.#ended.add(change.dialog.id);
    } else {
      this.#seen.set(change.dialog.id, change.dialog);
      this.#ended.delete(change.dialog.id);
    }
    this.#handlers.on_event(change);
  }

  async #load() {
    this.#seen.clear();
    this.#ended.clear();
    try {
      const list = await api.dialogs();
      if (this.#stopped) return;
      this.#tries = 0;
      const open = new Map(list.filter(({ id }) => !this.#ended.has(id)).map((dialog) => [dialog.id, dialog]));
      for (const [id, dialog] of this.#seen) open.set(id, dialog);
      this.#handlers.on_list([...open.values()]);
      this.#handlers.on_state('live');
    } catch (error) {
      if (error.status !== 401 && !this.#stopped) this.#lost(this.#source);
    }
  }

  // The browser's own retries know neither backoff nor a refused login, so each try is ours.
  #lost(source) {
    if (this.#stopped || source !== this.#source) return;
    source?.close();
    this.#source = null;
    this.#handlers.on_state('lost');
    const wait = retry_ms[Math.min(this.#tries, retry_ms.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#try(), wait * (0.8 + Math.random() * 0.4));
  }

  async #try() {
    try {
      await api.me(); // a refused login shows here; the stream would only say "error"
      if (!this.#stopped) this.#connect();
    } catch (error) {
      if (error.status !== 401) this.#lost(this.#source);
    }
  }

  #again_now() {
    if (this.#stopped || this.#source) return;
    clearTimeout(this.#timer);
    this.#try();
  }

  // A stream that died while the phone slept or changed its network looks alive: only a call tells.
  async #look() {
    if (this.#stopped || document.visibilityState !== 'visible') return;
    const source = this.#source;
    if (!source) {
      this.#again_now();
      return;
    }
    try {
      await api.me();
    } catch (error) {
      if (error.status !== 401) this.#lost(source);
    }
  }
}
