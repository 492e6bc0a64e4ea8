// What a test may do at POST /control/NAME: act as the people in the chats, look at what they see, and let the
// service fail. Each takes (world, parameters, stub) and gives JSON.
import { randomUUID } from 'node:crypto';
import { guard_ms } from '../changes.mjs';

const anonymous_admin = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

class Impossible extends Error {}
export const no = (what) => { throw new Impossible(what); };

function chat_of(world, { chat: id, from }) {
  const known = world.chats.get(id);
  if (known) return known;
  if (id !== from) no(`there is no chat ${id}`);
  return world.add_chat({ id }); // a person writes to the bot for the first time
}

// With privacy mode on, groups give bots only commands, replies to the bot, and where it is named.
function bot_hears(world, chat, message) {
  if (chat.type === 'private' || world.me.can_read_all_group_messages) return true;
  return message.text?.startsWith('/') || message.reply_to_message?.from?.id === world.me.id || message.text?.includes(`@${world.me.username}`);
}

// The service marks a command, and clients go by the mark.
function commands_in(text) {
  const [command] = /^\/\w+(@\w+)?/.exec(text) ?? [];
  return command ? { entities: [{ type: 'bot_command', offset: 0, length: command.length }] } : {};
}

function say(world, params) {
  const chat = chat_of(world, params);
  const replied = params.reply_to === undefined ? undefined : world.message(chat, params.reply_to) ?? no(`there is no message ${params.reply_to}`);
  const from = params.anonymous ? anonymous_admin : params.nobody ? undefined : { ...world.person(params.from), ...(params.as_bot && { is_bot: true }) };
  const message = world.post(chat, from, {
    text: params.text,
    ...commands_in(params.text),
    ...(params.anonymous && { sender_chat: world.seen_chat(chat) }),
    ...(params.sender_chat && { sender_chat: { id: params.sender_chat, type: 'channel', title: 'Channel' } }),
    ...(replied && { reply_to_message: replied }),
    ...(params.thread !== undefined && { message_thread_id: params.thread, is_topic_message: true }),
  });
  const update_id = bot_hears(world, chat, message) ? world.deliver('message', world.shown(message)) : null;
  return { message_id: message.message_id, update_id };
}

function edit(world, params) {
  const message = world.message(chat_of(world, params), params.message_id) ?? no('no such message');
  Object.assign(message, { text: params.text, edit_date: Math.floor(Date.now() / 1000) });
  return { update_id: world.deliver('edited_message', world.shown(message)) };
}

// A tap: on a button that is on the message now, by its label (or a part of it); with `data`, what a modified
// client sends; `gone`: the message is too old for the service to show it.
function press(world, params) {
  const chat = chat_of(world, params);
  const message = world.message(chat, params.message_id) ?? no(`there is no message ${params.message_id}`);
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
  const button = params.data === undefined
    ? buttons.find(({ text }) => text === params.label) ?? buttons.find(({ text }) => text.includes(params.label))
      ?? no(`no button "${params.label}" on: ${buttons.map(({ text }) => text).join(' | ')}`)
    : { callback_data: params.data };
  if (button.callback_data === undefined) no(`"${button.text}" is no button for the bot`);
  const id = String(BigInt(`0x${randomUUID().replaceAll('-', '').slice(0, 15)}`));
  world.queries.set(id, { from: params.from, answer: null });
  const seen = params.gone ? { chat: world.seen_chat(chat), message_id: message.message_id, date: 0 } : world.shown(message);
  const update_id = world.deliver('callback_query', {
    id, from: world.person(params.from), message: seen, chat_instance: String(chat.id * 7), data: button.callback_data,
  });
  return { query: id, update_id, data: button.callback_data };
}

// What the tap was answered with; null where nobody answered it within the guard (or `ms`).
async function toast(world, { query, ms = guard_ms }) {
  return { answer: await world.until(() => world.queries.get(query)?.answer, ms) };
}

const labels = (message) => (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text);

function fits(message, { has = [], lacks = [], button, buttons, message_id, thread, document, of }) {
  const text = message.text ?? message.caption ?? '';
  return (message_id === undefined || message.message_id === message_id) && [has].flat().every((part) => text.includes(part))
    && (of === undefined || message.from?.id === of)
    && ![lacks].flat().some((part) => text.includes(part)) && (button === undefined || labels(message).some((label) => label.includes(button)))
    && (buttons === undefined || labels(message).length === buttons) && (thread === undefined || message.message_thread_id === thread)
    && (document === undefined || message.document !== undefined);
}

const shown_to_test = (message) => ({ ...message, labels: labels(message) });

// The newest message of the bot that fits, as soon as one does.
async function wait(world, params) {
  const look = () => [...world.chats.get(params.chat)?.messages.values() ?? []].reverse()
    .find((message) => fits(message, { of: world.me.id, ...params }));
  const found = await world.until(look, params.ms ?? guard_ms);
  return { message: found ? shown_to_test(found) : null };
}

function messages(world, { chat }) {
  return { messages: [...world.chats.get(chat)?.messages.values() ?? []].map(shown_to_test) };
}

// The service moves a group to a supergroup, under a new id; what was said stays with the old one.
// `silent`: the bot is not told, and learns it where it writes.
function migrate(world, { chat: id, to, silent }) {
  const old = world.chats.get(id) ?? no(`there is no chat ${id}`);
  const fresh = world.add_chat({ id: to, title: old.title });
  old.moved_to = to;
  const told = [world.post(old, undefined, { migrate_to_chat_id: to }), world.post(fresh, undefined, { migrate_from_chat_id: id })];
  if (!silent) for (const message of told) world.deliver('message', message);
  return {};
}

function block(world, { chat: id, why = 'bot was blocked by the user' }) {
  const chat = world.chats.get(id) ?? no(`there is no chat ${id}`);
  chat.blocked = why;
  const from = world.person(id > 0 ? id : 1);
  const member = (status) => ({ user: world.me, status });
  world.deliver('my_chat_member', { chat: world.seen_chat(chat), from, date: Math.floor(Date.now() / 1000),
    old_chat_member: member('member'), new_chat_member: member('kicked') });
  return {};
}

function unblock(world, { chat: id }) {
  world.chats.get(id).blocked = null;
  return {};
}

function forget(world, { chat, message_id, topic }) {
  const known = world.chats.get(chat) ?? no(`there is no chat ${chat}`);
  if (topic !== undefined) known.topics.delete(topic);
  if (message_id !== undefined) known.messages.delete(message_id);
  world.touch();
  return {};
}

async function calls(world, { method, at_least = 0, ms = guard_ms }) {
  const of_method = () => world.calls.filter((call) => !method || call.method === method);
  await world.until(() => of_method().length >= at_least, ms);
  return { calls: of_method() };
}

export const controls = {
  block, calls, edit, forget, messages, migrate, press, say, toast, unblock, wait,
  chat: (world, params) => { world.add_chat(params); return {}; },
  person: (world, params) => { Object.assign(world.person(params.id), params); return {}; },
  webhook: (world, { url }) => { world.updates.webhook = url; return {}; },
  me: (world, params) => Object.assign(world.me, params),
  // An update that was confirmed or not, once more; one with an id of the test's own.
  repeat: (world, { update }) => { world.updates.repeat(update.update_id, update); return {}; },
  ids_from: (world, { id }) => { world.updates.restart_ids_at(id); return {}; },
  queue: (world) => ({ updates: world.updates.queue, polls: world.updates.polls }),
};
