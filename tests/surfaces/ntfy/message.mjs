// A published message: what its sender gave, as the server takes it.
import { actions_of } from './actions.mjs';
import { Refused } from './errors.mjs';
import { letters } from './letters.mjs';

const json_bytes_max = 32768;
const message_bytes_max = 4096;
const cache_seconds = 12 * 3600;
const name = /^[-_A-Za-z0-9]{1,64}$/;
const disallowed = ['docs', 'static', 'file', 'app', 'metrics', 'account', 'settings', 'signup', 'login', 'v1'];
const priorities = { min: 1, low: 2, default: 3, high: 4, max: 5, urgent: 5 };

export function checked_topic(topic) {
  if (!name.test(topic ?? '')) throw new Refused(40009);
  if (disallowed.includes(topic)) throw new Refused(40010);
  return topic;
}

export function utf8_of(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(40011);
  }
}

function priority_of(given) {
  if (given === undefined || given === '' || given === 0) return undefined;
  const number = priorities[String(given).toLowerCase()] ?? Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 5) throw new Refused(40007);
  return number;
}

const strings = ['title', 'message', 'click', 'icon', 'attach', 'filename', 'delay', 'email', 'call', 'sequence_id', 'cache', 'firebase'];

// The fields of a JSON message; what the server does not know is passed over.
export function fields_of_json(bytes) {
  if (bytes.length > json_bytes_max) throw new Refused(41303);
  let given;
  try {
    given = JSON.parse(utf8_of(bytes));
  } catch {
    throw new Refused(40017);
  }
  const wrong = typeof given !== 'object' || given === null || Array.isArray(given)
    || strings.some((key) => given[key] !== undefined && typeof given[key] !== 'string')
    || (given.priority !== undefined && !Number.isInteger(given.priority))
    || (given.tags !== undefined && !(Array.isArray(given.tags) && given.tags.every((tag) => typeof tag === 'string')));
  if (wrong) throw new Refused(40017);
  return given;
}

// The fields of a plain message: its body, headers or parameters, with or without X-.
export function fields_of_plain(bytes, headers, query) {
  const read = (...names) => names.map((one) => headers[`x-${one}`] ?? headers[one] ?? query.get(`x-${one}`) ?? query.get(one)).find((value) => value);
  const tags = read('tags', 'tag', 'ta');
  return {
    message: utf8_of(bytes) || read('message', 'm'), title: read('title', 't'), click: read('click'), actions: read('actions', 'action'),
    priority: read('priority', 'prio', 'p'), markdown: ['yes', 'true', '1'].includes(read('markdown', 'md')), cache: read('cache'),
    sequence_id: read('sequence-id', 'sid'), ...(tags && { tags: tags.split(',').map((tag) => tag.trim()) }),
  };
}

export function message_of(topic, given, version) {
  const text = given.message || 'triggered';
  // Longer ones become attachments, and this server takes none.
  if (Buffer.byteLength(text) > message_bytes_max) throw new Refused(40014);
  const sequence_id = version >= 2.16 && given.sequence_id ? given.sequence_id : undefined;
  if (sequence_id !== undefined && !name.test(sequence_id)) throw new Refused(40049);
  const priority = priority_of(given.priority);
  const time = Math.floor(Date.now() / 1000);
  return {
    id: letters(12), ...(sequence_id && { sequence_id }), time, ...(given.cache !== 'no' && { expires: time + cache_seconds }), event: 'message', topic,
    ...(given.title && { title: given.title }), message: text, ...(priority && { priority }), ...(given.tags?.length && { tags: given.tags }),
    ...(given.click && { click: given.click }), ...(given.actions?.length && { actions: actions_of(given.actions, version) }),
    ...(given.markdown && { content_type: 'text/markdown' }),
  };
}
