// The buttons of a message: how they are written, and what the server refuses.
import { Refused } from './errors.mjs';
import { letters } from './letters.mjs';

const actions_max = 3;
const needs_url = ['view', 'http'];
const invalid = (detail) => new Refused(40018, detail);

// The short form of the X-Actions header: "http, Label, https://..., method=POST, body='a, b', clear=true; view, ..."
function* words_of(text) {
  const word = /\s*(?:([-.\w]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^,;]*?))\s*(,|;|$)/gy;
  for (let match; word.lastIndex < text.length && (match = word.exec(text));) {
    const [, key, double, single, plain, end] = match;
    yield { key, value: double ?? single ?? plain, last: end !== ',' };
  }
}

function from_short(text) {
  const actions = [];
  let action = {}, place = 0;
  for (const { key: named, value, last } of words_of(text)) {
    const key = named ?? ['action', 'label', needs_url.includes(action.action) ? 'url' : undefined][place];
    const [, group, name] = /^(headers|extras)\.(.+)$/.exec(key ?? '') ?? [];
    if (group) action[group] = { ...action[group], [name]: value };
    else if (['action', 'label', 'url', 'method', 'body', 'intent', 'value'].includes(key)) action[key] = value;
    else if (key === 'clear') action.clear = ['true', 'yes', '1'].includes(value.toLowerCase());
    else throw invalid(key === undefined ? `term '${value}' unknown` : `key '${key}' unknown`);
    place += 1;
    if (!last) continue;
    actions.push(action);
    action = {};
    place = 0;
  }
  return actions;
}

function from_text(text) {
  if (!text.trim().startsWith('[')) return from_short(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`JSON error: ${error.message}`);
  }
}

const kinds = { action: 'string', label: 'string', url: 'string', method: 'string', body: 'string', intent: 'string', value: 'string',
  clear: 'boolean', headers: 'object', extras: 'object', id: 'string' };

function checked(action, known) {
  if (typeof action !== 'object' || action === null) throw invalid('JSON error: an action is an object');
  for (const [key, kind] of Object.entries(kinds)) {
    if (action[key] !== undefined && action[key] !== null && typeof action[key] !== kind) throw invalid(`JSON error: ${key} is no ${kind}`);
  }
  if ([...Object.values(action.headers ?? {}), ...Object.values(action.extras ?? {})].some((value) => typeof value !== 'string')) {
    throw invalid('JSON error: a header is no string');
  }
  const kind = (action.action ?? '').toLowerCase();
  const method = action.method?.toUpperCase();
  if (!known.includes(kind)) throw invalid(`parameter 'action' cannot be '${action.action ?? ''}', valid values are '${known.join("', '")}'`);
  if (!action.label) throw invalid("parameter 'label' is required");
  if (needs_url.includes(kind) && !action.url) throw invalid(`parameter 'url' is required for action '${kind}'`);
  if (kind === 'http' && ['GET', 'HEAD'].includes(method) && action.body) throw invalid(`parameter 'body' cannot be set if method is ${method}`);
  if (kind === 'copy' && !action.value) throw invalid("parameter 'value' is required for action 'copy'");
  return { ...action, id: letters(10), action: kind, clear: action.clear ?? false, ...(method && { method }) };
}

// given: the header's text, or the list of a JSON message.
export function actions_of(given, version) {
  const actions = typeof given === 'string' ? from_text(given) : given;
  if (!Array.isArray(actions)) throw invalid('JSON error: no list');
  if (actions.length > actions_max) throw invalid(`only ${actions_max} actions allowed`);
  const known = ['view', 'broadcast', 'http', ...(version >= 2.17 ? ['copy'] : [])];
  return actions.map((action) => checked(action, known));
}
