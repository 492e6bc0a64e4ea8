// The dialogs that are open now, oldest first.
export class OpenDialogs {
  #by_id = new Map();
  #sorted = null;

  get size() {
    return this.#by_id.size;
  }

  get list() {
    this.#sorted ??= [...this.#by_id.values()].sort(older_first);
    return this.#sorted;
  }

  get(id) {
    return this.#by_id.get(id);
  }

  // Whether it was not there before.
  put(dialog) {
    const is_new = !this.#by_id.has(dialog.id);
    this.#by_id.set(dialog.id, dialog);
    this.#sorted = null;
    return is_new;
  }

  remove(id) {
    this.#sorted = null;
    return this.#by_id.delete(id);
  }

  clear() {
    this.#by_id.clear();
    this.#sorted = null;
  }

  index_of(id) {
    return this.list.findIndex((each) => each.id === id);
  }

  // The one that follows in the list; null: there is none.
  next_to(id) {
    return this.list[this.index_of(id) + 1] ?? null;
  }

  // The one to look at after a dialog that is in the list no more.
  after({ created_at }) {
    return this.list.find((each) => each.created_at >= created_at) ?? this.list[0] ?? null;
  }
}

// Of one moment: as the daemon lists them, which is how they were put here.
function older_first(a, b) {
  if (a.created_at === b.created_at) return 0;
  return a.created_at < b.created_at ? -1 : 1;
}
