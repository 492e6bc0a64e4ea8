// What a person has chosen and typed and not sent yet, by dialog; it survives a reload of this tab, and nothing else.
const key = (id) => `draft:${id}`;

export function draft_of(id) {
  try {
    return JSON.parse(sessionStorage.getItem(key(id))) ?? {};
  } catch {
    return {};
  }
}

export function keep_draft(id, draft) {
  try {
    sessionStorage.setItem(key(id), JSON.stringify(draft));
  } catch {
    // Full or forbidden: the draft then lives as long as its card.
  }
}

export function forget_draft(id) {
  try {
    sessionStorage.removeItem(key(id));
  } catch {
    // As above.
  }
}

export function forget_all_drafts() {
  try {
    sessionStorage.clear();
  } catch {
    // As above.
  }
}
