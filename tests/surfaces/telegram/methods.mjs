// The methods of the Bot API that the stub knows: each takes (world, parameters, {on_close}).
import { checked_markup, checked_text, checked_toast, checked_topic_name, check_entities, Refused } from './limits.mjs';

const icon_colors = [7322096, 16766590, 13338331, 9367192, 16749490, 16478047];
const bad = (what) => { throw new Refused(400, `Bad Request: ${what}`); };

function thread_of(chat, { message_thread_id: thread }) {
  if (thread === undefined) return {};
  if (!chat.topics.has(thread)) bad('message thread not found');
  return { message_thread_id: thread, is_topic_message: true };
}

function replied_to(world, chat, { reply_parameters: reply }) {
  if (reply === undefined) return {};
  const message = world.message(chat, reply.message_id);
  if (!message && !reply.allow_sending_without_reply) bad('message to be replied not found');
  return message ? { reply_to_message: message } : {};
}

function keyboard(markup) {
  if (markup?.inline_keyboard) return { reply_markup: { inline_keyboard: markup.inline_keyboard } };
  return markup ? { force_reply_markup: markup } : {};
}

function own_message(world, params) {
  const chat = world.writable(params.chat_id);
  const message = world.message(chat, params.message_id);
  if (!message) bad('message to edit not found');
  if (message.from?.id !== world.me.id) bad("message can't be edited");
  return { chat, message };
}

function change(world, message, next) {
  const look = ({ text, entities, reply_markup }) => JSON.stringify([text, entities ?? [], reply_markup ?? null]);
  if (look(message) === look(next)) {
    bad('message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message');
  }
  for (const key of ['text', 'entities', 'reply_markup']) delete message[key];
  Object.assign(message, next, { edit_date: Math.floor(Date.now() / 1000) });
  world.touch();
  return world.shown(message);
}

function sendMessage(world, params) {
  const chat = world.writable(params.chat_id);
  const { text, entities } = checked_text(params);
  const markup = checked_markup(params.reply_markup);
  return world.shown(world.post(chat, world.me, {
    ...thread_of(chat, params), ...replied_to(world, chat, params), text, ...(entities.length > 0 && { entities }), ...keyboard(markup),
    ...(params.link_preview_options && { link_preview_options: params.link_preview_options }),
    ...(params.disable_notification && { silent: true }),
  }));
}

function editMessageText(world, params) {
  const { message } = own_message(world, params);
  if (message.text === undefined) bad('there is no text in the message to edit');
  const { text, entities } = checked_text(params);
  const markup = checked_markup(params.reply_markup);
  return change(world, message, { text, ...(entities.length > 0 && { entities }), ...keyboard(markup) });
}

function editMessageReplyMarkup(world, params) {
  const { message } = own_message(world, params);
  const { text, entities } = message;
  return change(world, message, { text, ...(entities && { entities }), ...keyboard(checked_markup(params.reply_markup)) });
}

function sendDocument(world, params) {
  const chat = world.writable(params.chat_id);
  const file = params.document;
  if (!(file?.content instanceof Buffer)) bad('there is no document in the request');
  if (file.content.length === 0) bad('file must be non-empty');
  const { caption, caption_entities: entities } = params;
  if (caption !== undefined) checked_text({ text: caption }, 1024, 'caption');
  check_entities(caption ?? '', entities);
  return world.shown(world.post(chat, world.me, {
    ...thread_of(chat, params), ...replied_to(world, chat, params),
    document: { file_name: file.name, mime_type: file.type, file_size: file.content.length, content: file.content.toString('utf8') },
    ...(caption && { caption }), ...(params.disable_notification && { silent: true }),
  }));
}

function deleteMessage(world, params) {
  const chat = world.writable(params.chat_id);
  const message = world.message(chat, params.message_id);
  if (!message) bad('message to delete not found');
  if (Date.now() / 1000 - message.date > 48 * 3600) bad("message can't be deleted for everyone");
  chat.messages.delete(message.message_id);
  world.touch();
  return true;
}

function answerCallbackQuery(world, params) {
  const query = world.queries.get(params.callback_query_id);
  const text = checked_toast(params);
  if (!query || query.answer) bad('query is too old and response timeout expired or query ID is invalid');
  query.answer = { text, show_alert: params.show_alert === true };
  world.touch();
  return true;
}

function createForumTopic(world, params) {
  const chat = world.writable(params.chat_id);
  if (!chat.is_forum && !(chat.type === 'private' && world.me.has_topics_enabled)) bad('the chat is not a forum');
  if (params.icon_color !== undefined && !icon_colors.includes(params.icon_color)) bad('invalid icon color');
  const name = checked_topic_name(params.name);
  const service = world.post(chat, world.me, { forum_topic_created: { name, icon_color: params.icon_color ?? icon_colors[0] } });
  service.message_thread_id = service.message_id;
  chat.topics.add(service.message_id);
  return { message_thread_id: service.message_id, name, icon_color: params.icon_color ?? icon_colors[0] };
}

function closeForumTopic(world, params) {
  const chat = world.writable(params.chat_id);
  if (!chat.topics.has(params.message_thread_id)) bad('message thread not found');
  return true;
}

function setWebhook(world, { url = '' }) {
  world.updates.webhook = url;
  return true;
}

function deleteWebhook(world) {
  world.updates.webhook = '';
  return true;
}

export const methods = {
  answerCallbackQuery, closeForumTopic, createForumTopic, deleteMessage, deleteWebhook, editMessageReplyMarkup, editMessageText,
  sendDocument, sendMessage, setWebhook,
  getMe: (world) => world.me,
  getUpdates: (world, params, { on_close }) => world.updates.poll(params, on_close),
  getWebhookInfo: (world) => ({ url: world.updates.webhook, has_custom_certificate: false, pending_update_count: world.updates.queue.length }),
};
