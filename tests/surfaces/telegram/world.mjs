// The people, their chats and what stands in them.
import { Changes } from '../changes.mjs';
import { Refused } from './limits.mjs';
import { Updates } from './updates.mjs';

const seconds = () => Math.floor(Date.now() / 1000);

export class World extends Changes {
  me = { id: 7_000_000_001, is_bot: true, first_name: 'afar', username: 'afar_test_bot', can_join_groups: true,
    can_read_all_group_messages: false, supports_inline_queries: false, has_topics_enabled: false };
  updates = new Updates();
  people = new Map();
  chats = new Map();
  queries = new Map(); // callback queries: {answer, from}
  calls = []; // {method, at, params, status}

  constructor(token) {
    super();
    this.token = token;
  }

  person(id) {
    if (!this.people.has(id)) this.people.set(id, { id, is_bot: false, first_name: `Person ${id}` });
    return this.people.get(id);
  }

  add_chat({ id, type = id > 0 ? 'private' : 'supergroup', title = 'Team', is_forum = false }) {
    const chat = { id, type, title, is_forum, messages: new Map(), topics: new Set(), next_id: 1 + Math.floor(Math.random() * 5000),
      blocked: null, moved_to: null };
    this.chats.set(id, chat);
    return chat;
  }

  // A chat that the bot may write to, or the service's words for why not.
  writable(id) {
    const chat = this.chats.get(Number(id));
    if (!chat) throw Number(id) > 0 && this.people.has(Number(id))
      ? new Refused(403, "Forbidden: bot can't initiate conversation with a user") : new Refused(400, 'Bad Request: chat not found');
    if (chat.moved_to) throw new Refused(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.moved_to });
    if (chat.blocked) throw new Refused(403, `Forbidden: ${chat.blocked}`);
    return chat;
  }

  seen_chat(chat) {
    const { id, type, title, is_forum } = chat;
    const person = this.people.get(id);
    if (type === 'private') return { id, type, first_name: person?.first_name ?? 'Person', ...(person?.username && { username: person.username }) };
    return { id, type, title, ...(is_forum && { is_forum }) };
  }

  // Puts a message into a chat. `kept`: what only we know of it (its keyboard stays there, its history).
  post(chat, from, fields) {
    const message = { message_id: chat.next_id++, ...(from && { from }), chat: this.seen_chat(chat), date: seconds(), ...fields };
    chat.messages.set(message.message_id, message);
    this.touch();
    return message;
  }

  message(chat, id) {
    return chat.messages.get(Number(id));
  }

  // As it is given to bots: what it replies to has no reply of its own, and no keyboard that is no inline one.
  shown(message) {
    const { force_reply_markup: _, ...seen } = message;
    if (!seen.reply_to_message) return seen;
    const { reply_to_message: __, ...replied } = seen.reply_to_message;
    return { ...seen, reply_to_message: replied };
  }

  deliver(kind, value) {
    const id = this.updates.push(kind, value);
    this.touch();
    return id;
  }
}
