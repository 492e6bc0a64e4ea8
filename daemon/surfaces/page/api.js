// Calls of afard's JSON API, and their failures in words that say what to do.

// `status`: 0 where no answer came. `dialog`: how it ended, where it had already.
export class Failed extends Error {
  constructor(status, message, dialog = null) {
    super(message);
    this.status = status;
    this.dialog = dialog;
  }
}

let on_logged_out = () => {};
// What happens when a call finds that this login is not valid (any more).
export function when_logged_out(handler) {
  on_logged_out = handler;
}

const advice = {
  0: 'afar cannot be reached. What you typed is kept here; try again in a moment.',
  401: 'You are logged out. Run afar web in a terminal, and open its link here.',
  403: 'You may not do this here.',
  404: 'afar has no such question any more.',
  413: 'This is longer than afar takes. Shorten it and try again.',
  429: 'Too many tries. Wait a minute, then try again.',
  503: 'afar could not keep this: its disk refused. Nothing was sent; make room, then try again.',
};

async function body_of(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const message_in = (body) => (typeof body?.error === 'string' ? body.error : '');

// A call that hangs (a phone between two networks) is given up.
const patience_ms = 20_000;

async function call(method, path, content) {
  const options = { method, signal: AbortSignal.timeout(patience_ms), credentials: 'same-origin', cache: 'no-store', headers: { Accept: 'application/json' } };
  if (content !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(content);
  }
  let response, body;
  try {
    response = await fetch(path, options);
    body = await body_of(response);
  } catch {
    throw new Failed(0, advice[0]);
  }
  if (response.ok) return { status: response.status, body };
  if (response.status === 401 && path !== '/api/login') on_logged_out();
  throw new Failed(response.status, message_in(body) || advice[response.status] || `afar answered with an error (${response.status}). Try again.`,
    response.status === 409 && body?.id ? body : null);
}

const get = async (path) => (await call('GET', path)).body;
const at = (id) => `/api/dialogs/${encodeURIComponent(id)}`;

export const me = () => get('/api/me');
export const login = (code) => call('POST', '/api/login', { code });
export const logout = () => call('POST', '/api/logout', {});
export const dialogs = () => get('/api/dialogs');
export const dialog = (id) => get(`${at(id)}?html=1`);
export const stats = (days) => get(`/api/stats?days=${days}`);
export const status = () => get('/api/status');
export const history = (params) => get(`/api/history?${new URLSearchParams(params)}`);
export const dismiss = async (id) => (await call('POST', `${at(id)}/dismiss`, {})).body;
// {status: 200 ended or 202 kept and more is missing, body}
export const answer = (id, content) => call('POST', `${at(id)}/answer`, content);
