// The queue of getUpdates: what is confirmed is gone, what is not comes again.
import { Refused } from './limits.mjs';

const poll_seconds_max = 50;
const answer_bytes_max = 4 * 1024 * 1024;
const int32_max = 2 ** 31 - 1;
const needs_asking = ['chat_member', 'message_reaction', 'message_reaction_count'];

export class Updates {
  queue = [];
  webhook = '';
  polls = 0; // that were begun
  #next_id = 100_000 + Math.floor(Math.random() * 1_000_000);
  #allowed = null; // kept between polls, as the service does
  #waiting = null; // {give, fail, limit}
  #last = { offset: null, at: 0 };

  push(kind, value) {
    const wanted = this.#allowed?.length > 0 ? this.#allowed.includes(kind) : !needs_asking.includes(kind);
    if (!wanted) return null;
    const update = { update_id: this.#next_id++, [kind]: value };
    this.queue.push(update);
    this.#serve();
    return update.update_id;
  }

  // The next update gets this id: after a week without any the service draws a new one, perhaps a lower one.
  restart_ids_at(id) {
    this.#next_id = id;
  }

  // An update that was given already is given once more.
  repeat(update_id, seen) {
    this.queue.unshift({ ...seen, update_id });
    this.#serve();
  }

  poll({ offset = 0, limit = 100, timeout = 0, allowed_updates }, on_close) {
    this.polls += 1;
    for (const value of [offset, limit, timeout]) {
      if (!Number.isInteger(value) || Math.abs(value) > int32_max) throw new Refused(400, 'Bad Request: offset, limit and timeout are 32-bit integers');
    }
    if (allowed_updates !== undefined) {
      if (!Array.isArray(allowed_updates)) throw new Refused(400, "Bad Request: can't parse allowed_updates JSON array");
      this.#allowed = allowed_updates;
    }
    if (this.webhook) throw new Refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first");
    this.#end_other_poll();
    const hurry = this.#hurry(offset, timeout);
    this.#confirm(offset);
    const most = hurry.again ? 1 : Math.min(Math.max(limit, 1), 100);
    if (this.queue.length > 0 || hurry.seconds <= 0) return Promise.resolve(this.#take(most));
    return new Promise((give, fail) => {
      const mine = { give, fail, limit: most };
      const stop = () => { clearTimeout(timer); if (this.#waiting === mine) this.#waiting = null; };
      const timer = setTimeout(() => { stop(); give([]); }, hurry.seconds * 1000);
      mine.stop = stop;
      this.#waiting = mine;
      on_close(stop); // the client went away: nobody hears what we would say
    });
  }

  #end_other_poll() {
    const other = this.#waiting;
    if (!other) return;
    other.stop();
    other.fail(new Refused(409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'));
  }

  // A client that asks for the same again and again is slowed down.
  #hurry(offset, timeout) {
    const since = Date.now() - this.#last.at;
    const same = this.#last.offset === offset && timeout < 3;
    this.#last = { offset, at: Date.now() };
    return { seconds: same && since < 3000 ? 3 : Math.min(timeout, poll_seconds_max), again: same && since < 500 };
  }

  #confirm(offset) {
    if (offset < 0) this.queue = this.queue.slice(offset);
    const last = this.queue.at(-1)?.update_id;
    if (offset <= 0 || last === undefined || offset > last + 1) return; // beyond the end: from the head again
    this.queue = this.queue.filter(({ update_id }) => update_id >= offset);
  }

  #take(limit) {
    const taken = [];
    for (let bytes = 0; taken.length < Math.min(limit, this.queue.length);) {
      bytes += JSON.stringify(this.queue[taken.length]).length;
      if (taken.length > 0 && bytes > answer_bytes_max) break;
      taken.push(this.queue[taken.length]);
    }
    return taken;
  }

  #serve() {
    const waiting = this.#waiting;
    if (!waiting) return;
    waiting.stop();
    waiting.give(this.#take(waiting.limit));
  }
}
