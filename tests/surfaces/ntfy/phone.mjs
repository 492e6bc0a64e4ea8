// What a test does at POST /control/NAME: look at the phone that has subscribed, tap, write, and let the server
// fail. Each takes (topics, parameters) and gives JSON.
import { guard_ms } from '../changes.mjs';
import { letters } from './letters.mjs';

class Impossible extends Error {}
export const no = (what) => { throw new Impossible(what); };

const labels = (message) => (message.actions ?? []).map(({ label }) => label);
const seen = (message) => ({ ...message, labels: labels(message) });

function fits(message, { has = [], lacks = [], button, buttons, id, sequence_id }) {
  const text = `${message.title ?? ''}\n${message.message}`;
  return [has].flat().every((part) => text.includes(part)) && ![lacks].flat().some((part) => text.includes(part))
    && (button === undefined || labels(message).includes(button)) && (buttons === undefined || labels(message).length === buttons)
    && (id === undefined || message.id === id) && (sequence_id === undefined || message.sequence_id === sequence_id);
}

// The newest notification that fits, as soon as one is shown; null after `ms`.
async function wait(topics, params) {
  const found = await topics.until(() => topics.shown(params.topic).reverse().find((message) => fits(message, params)), params.ms);
  return { message: found ? seen(found) : null };
}

// Taps a button of a message that was published, shown or not (a phone may be behind): the phone does what the
// button says. `body`: what a changed app sends in its place.
async function tap(topics, { id, label, body }) {
  const message = topics.kept.find((one) => one.id === id) ?? no(`there is no message ${id}`);
  const action = message.actions?.find((one) => one.label === label) ?? no(`no button "${label}" on: ${labels(message).join(' | ')}`);
  if (action.action !== 'http') no(`"${label}" is a ${action.action}`);
  const { url, method = 'POST', headers = {} } = action;
  const response = await fetch(url, { method, headers, body: body ?? action.body });
  if (response.ok && action.clear) topics.publish({ ...message, id: letters(12), event: 'message_clear', sequence_id: message.sequence_id ?? message.id });
  return { status: response.status, body: await response.json() };
}

async function calls(topics, { kind, at_least = 0, ms = guard_ms }) {
  const of_kind = () => topics.calls.filter((call) => !kind || call.kind === kind);
  await topics.until(() => of_kind().length >= at_least, ms);
  return { calls: of_kind() };
}

async function listening(topics, { topic, at_least = 1, ms = guard_ms }) {
  await topics.until(() => topics.listeners(topic).length >= at_least, ms);
  return { count: topics.listeners(topic).length };
}

export const controls = {
  wait, tap, calls, listening,
  shown: (topics, { topic }) => ({ messages: topics.shown(topic).map(seen) }),
  // The server goes on, its connections do not.
  hang_up: (topics, { topic }) => { for (const { hang_up } of topics.listeners(topic)) hang_up(); return {}; },
  // A message as it stands, such as one that a later server sends.
  push: (topics, { message }) => { topics.publish(message); return {}; },
  // What the server forgets after its cache time.
  forget: (topics) => { topics.kept = []; return {}; },
};
