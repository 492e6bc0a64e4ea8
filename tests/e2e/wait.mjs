// Waiting for a state of the outside world (a screen, a process, the daemon's answer): looked at again and
// again until it holds, with a guard that ends the wait with an error. Nothing in these tests waits for time to pass.
import { setTimeout as pause } from 'node:timers/promises';

export let guard_ms = 30_000;

// Where clients are slow to start.
export function be_patient(times) {
  guard_ms *= times;
}
const look_every_ms = 30;

// Calls look() until it gives something truthy, and returns that. `what` is said when the guard ends it; an
// error thrown by look() counts as "not yet" and is said too.
export async function until(what, look) {
  const end = Date.now() + guard_ms;
  for (let last; ; await pause(look_every_ms)) {
    try {
      last = undefined;
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${guard_ms / 1000} s in vain for ${what}${last ? ` (${last.message})` : ''}`);
    }
  }
}

// A promise, with the same guard.
export async function guarded(what, promise) {
  const stop = new AbortController();
  const late = pause(guard_ms, null, { signal: stop.signal }).then(
    () => { throw new Error(`waited ${guard_ms / 1000} s in vain for ${what}`); }, () => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}
