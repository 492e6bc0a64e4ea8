// A world that tests watch: whoever waits for something in it looks again after each change.
export const guard_ms = 30_000;

export class Changes {
  #waiting = [];

  touch() {
    for (const look of this.#waiting.splice(0)) look();
  }

  // What look() gives once that is truthy, or null after so many milliseconds.
  async until(look, ms = guard_ms) {
    const end = Date.now() + ms;
    for (;;) {
      const found = look();
      if (found) return found;
      const left = end - Date.now();
      if (left <= 0) return null;
      let timer;
      await new Promise((go) => { timer = setTimeout(go, left); this.#waiting.push(go); });
      clearTimeout(timer);
    }
  }
}
