// Failures on order: the next calls that fit are refused, reset or never answered, before or after they took
// effect; and the limits on how fast a bot may send.
import { Refused } from './limits.mjs';

const sends = new Set(['sendMessage', 'editMessageText', 'editMessageReplyMarkup', 'sendDocument']);

class Bucket {
  #left;
  #at = Date.now();
  constructor(burst, per_second) {
    this.burst = burst;
    this.per_second = per_second;
    this.#left = burst;
  }

  // Seconds until there is room; 0 where it was taken now.
  take() {
    const now = Date.now();
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) / 1000) * this.per_second);
    this.#at = now;
    if (this.#left < 1) return Math.ceil((1 - this.#left) / this.per_second);
    this.#left -= 1;
    return 0;
  }
}

export class Faults {
  #ordered = []; // {method, chat, times, kind, after, status, description, parameters}
  #held = []; // calls that wait for their release
  #rates = null; // {burst, per_second}
  #buckets = new Map();

  constructor(world) {
    this.world = world;
  }

  controls = {
    // kind: "status" (with status, description, parameters), "reset", "silence". after: it took effect first.
    fail: (_, order) => { this.#ordered.push({ times: 1, kind: 'status', ...order }); return {}; },
    heal: () => {
      this.#ordered = [];
      for (const go of this.#held.splice(0)) go();
      return {};
    },
    limit_rates: (_, rates) => { this.#rates = rates; return {}; },
  };

  #next(method, params, after) {
    const order = this.#ordered.find((one) => one.times > 0 && Boolean(one.after) === after
      && (one.method ?? method) === method && (one.chat ?? params.chat_id) === params.chat_id);
    if (order) order.times -= 1;
    return order;
  }

  async #act(order, response) {
    const { kind, status = 502, description = 'Bad Gateway', parameters } = order;
    if (kind === 'reset') response.socket.resetAndDestroy();
    else if (kind === 'silence') await new Promise((go) => { this.#held.push(go); response.on('close', go); });
    else if (order.html) response.writeHead(status, { 'content-type': 'text/html' }).end(`<html>${description}</html>`);
    else throw new Refused(status, description, parameters);
    if (kind === 'silence' && !response.destroyed) response.socket.destroy();
    return kind;
  }

  #hold_rate(method, params) {
    if (!this.#rates || !sends.has(method)) return;
    const key = Number(params.chat_id);
    if (!this.#buckets.has(key)) this.#buckets.set(key, new Bucket(this.#rates.burst, this.#rates.per_second));
    const seconds = this.#buckets.get(key).take();
    if (seconds > 0) throw new Refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  }

  // What became of the call where a failure was ordered; undefined: it goes on.
  async before(method, params, response) {
    this.#hold_rate(method, params);
    const order = this.#next(method, params, false);
    return order && this.#act(order, response);
  }

  async after(method, params, response) {
    const order = this.#next(method, params, true);
    return order && this.#act(order, response);
  }
}
