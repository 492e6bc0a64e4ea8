// What was published, who listens, and who may.
import { Changes } from '../changes.mjs';
import { Refused } from './errors.mjs';

const subscriptions_max = 30;
const units = { s: 1, m: 60, h: 3600, d: 86400 };

export class Topics extends Changes {
  kept = []; // messages, oldest first
  calls = []; // {kind, topic, status, ...}
  #listeners = new Set();
  #access; // [{token, topic, may: 'rw' | 'r' | 'w'}]; empty: everybody may everything

  constructor(version, access) {
    super();
    this.version = version;
    this.#access = access;
  }

  // Throws what the server says to who may not: a token that it does not know, or one that is not allowed here.
  check(topic, right, authorization) {
    if (this.#access.length === 0) return;
    const [, scheme, value = ''] = /^(\w+) (.*)$/.exec(authorization ?? '') ?? [];
    const token = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/^[^:]*:/, '') : value;
    if (authorization && !this.#access.some((one) => one.token === token)) throw new Refused(40101);
    if (!this.#access.some((one) => one.token === token && one.topic === topic && one.may.includes(right))) throw new Refused(40301);
  }

  publish(message) {
    if (message.expires) this.kept.push(message);
    for (const { topics, hear } of this.#listeners) if (topics.includes(message.topic)) hear(message);
    this.touch();
    return message;
  }

  // since: none, all, latest, a message's id, a time in seconds, or how long ago (10m).
  since(topics, since) {
    const mine = this.kept.filter(({ topic }) => topics.includes(topic));
    if (since === undefined || since === 'none') return [];
    if (since === 'all') return mine;
    if (since === 'latest') return mine.slice(-1);
    const [, count, unit] = /^(\d+)([smhd])?$/.exec(since) ?? [];
    if (count !== undefined) {
      const from = unit ? Date.now() / 1000 - count * units[unit] : Number(count);
      return mine.filter(({ time }) => time >= from);
    }
    if (!/^[A-Za-z0-9]{12}$/.test(since)) throw new Refused(40008);
    // One that is not kept any more: the server gives all that is.
    return mine.slice(mine.findIndex(({ id }) => id === since) + 1);
  }

  // Gives how to leave.
  listen(topics, hear, hang_up) {
    if (this.#listeners.size >= subscriptions_max) throw new Refused(42903);
    const listener = { topics, hear, hang_up };
    this.#listeners.add(listener);
    this.touch();
    return () => { this.#listeners.delete(listener); this.touch(); };
  }

  listeners(topic) {
    return [...this.#listeners].filter(({ topics }) => topics.includes(topic));
  }

  // What a subscriber's phone shows of a topic: of several messages with one sequence id the newest.
  shown(topic) {
    const notifications = new Map();
    for (const message of this.kept.filter((one) => one.topic === topic)) {
      const key = message.sequence_id ?? message.id;
      notifications.delete(key);
      if (message.event === 'message') notifications.set(key, message);
    }
    return [...notifications.values()];
  }
}
