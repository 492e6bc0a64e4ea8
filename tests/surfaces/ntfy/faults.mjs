// Failures on order, and the limit on how fast a visitor may ask.
import { Refused } from './errors.mjs';

const burst = 60;
const one_in_ms = 5000;

export class Faults {
  #ordered = []; // {kind of call, times, how, after, status, code, retry_after}
  #held = new Set();
  #left = burst;
  #at = Date.now();

  controls = {
    // of: "publish" or "subscribe", and of which topic where that is given. how: "status" (with status or code), "reset", "silence". after: it took effect first.
    fail: (_, order) => { this.#ordered.push({ times: 1, how: 'status', ...order }); return {}; },
    heal: () => {
      this.#ordered = [];
      for (const go of this.#held) go();
      return {};
    },
  };

  take_request() {
    const now = Date.now();
    this.#left = Math.min(burst, this.#left + (now - this.#at) / one_in_ms);
    this.#at = now;
    if (this.#left < 1) throw new Refused(42901);
    this.#left -= 1;
  }

  // True: the call is dealt with.
  async act(kind, topic, after, response) {
    const order = this.#ordered.find((one) => one.times > 0 && one.of === kind && (one.topic ?? topic) === topic && Boolean(one.after) === after);
    if (!order) return false;
    order.times -= 1;
    if (order.how === 'reset') {
      response.socket.resetAndDestroy();
    } else if (order.how === 'silence') {
      await new Promise((go) => { this.#held.add(go); response.on('close', go); });
      response.destroy();
    } else {
      const refused = order.code ? new Refused(order.code) : undefined;
      const headers = order.retry_after === undefined ? {} : { 'retry-after': order.retry_after };
      response.writeHead(refused?.status ?? order.status ?? 502, headers).end(refused ? JSON.stringify(refused.body) : '<html>Bad Gateway</html>');
    }
    return true;
  }
}
