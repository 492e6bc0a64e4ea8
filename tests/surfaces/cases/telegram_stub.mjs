// Our Bot API stub as grammY sees it: a bot that a stranger to this project wrote lives with it, and gets the
// errors that it knows from the service.
import assert from 'node:assert/strict';
import { start_stub } from '../telegram/start_stub.mjs';

const packages = ['grammy@1.46.0'];
const token = '7000000002:AAFakeTokenForTheStubsOwnTest_01234567';
const ann = 1001, team = -1001234;

// The case's stub and a client for it; both end with the case.
function with_stub(play) {
  return async ({ load }) => {
    const stub = await start_stub(token);
    const grammy = load('grammy');
    try {
      await stub.person({ id: ann, first_name: 'Ann', username: 'ann' });
      await stub.chat({ id: ann });
      await stub.chat({ id: team, type: 'supergroup', title: 'Team', is_forum: true });
      const options = { apiRoot: stub.base };
      await play({ stub, grammy, options, api: new grammy.Api(token, options) });
    } finally {
      stub.end();
    }
  };
}

async function refused(code, words, call) {
  const error = await call().then(() => assert.fail(`it was taken; expected ${code} ${words}`), (caught) => caught);
  assert.equal(error.error_code, code, error.message);
  assert.match(error.description, words);
  return error;
}

const button = (text, more) => ({ inline_keyboard: [[{ text, ...more }]] });

async function lives({ stub, grammy, options }) {
  const bot = new grammy.Bot(token, { client: options });
  const heard = [];
  bot.command('start', (ctx) => ctx.reply('Which?', { reply_markup: button('Redis', { callback_data: 'r' }) }));
  bot.on('message:text', (ctx) => { heard.push([ctx.from.id, ctx.message.text, ctx.message.reply_to_message?.text]); });
  bot.on('callback_query:data', async (ctx) => {
    await ctx.answerCallbackQuery('Noted');
    await ctx.editMessageText(`chosen: ${ctx.callbackQuery.data}`);
  });
  const running = bot.start();
  await stub.say({ chat: ann, from: ann, text: '/start' });
  const { message } = await stub.wait({ chat: ann, has: 'Which?', button: 'Redis' });
  const { query } = await stub.press({ chat: ann, from: ann, message_id: message.message_id, label: 'Redis' });
  assert.deepEqual((await stub.toast({ query })).answer, { text: 'Noted', show_alert: false });
  await stub.wait({ chat: ann, has: 'chosen: r', buttons: 0 });
  await assert.rejects(stub.press({ chat: ann, from: ann, message_id: message.message_id, label: 'Redis' }), /no button/);
  await stub.say({ chat: ann, from: ann, text: 'and this', reply_to: message.message_id });
  await stub.say({ chat: team, from: ann, text: 'not for bots' });
  await stub.say({ chat: ann, from: ann, text: '/start' });
  await stub.wait({ chat: ann, has: 'Which?' });
  assert.deepEqual(heard, [[ann, 'and this', 'chosen: r']]);
  await bot.stop();
  await running;
  assert.deepEqual((await stub.queue()).updates, [], 'grammY confirmed what it had at its end');
}

async function polls({ stub, api, grammy, options }) {
  for (const text of ['one', 'two', 'three']) await stub.say({ chat: ann, from: ann, text });
  const texts = async (params) => (await api.getUpdates(params)).map(({ message }) => message.text);
  const [first, second] = await api.getUpdates({ limit: 2 });
  assert.deepEqual([first.message.text, second.message.text], ['one', 'two']);
  assert.deepEqual(await texts({ offset: second.update_id }), ['two', 'three'], 'lower ones are gone');
  assert.deepEqual(await texts({ offset: second.update_id + 500 }), ['two', 'three'], 'beyond the end: from the head');
  assert.deepEqual(await texts({ offset: -1 }), ['three'], 'all but the last are forgotten');
  assert.deepEqual(await texts({ offset: second.update_id + 2 }), [], 'all confirmed');
  await refused(400, /32-bit/, () => api.getUpdates({ offset: 2 ** 31 }));
  const other = new grammy.Api(token, options);
  const older = refused(409, /terminated by other getUpdates/, () => api.getUpdates({ timeout: 50 }));
  await until_polls(stub, 7);
  const newer = other.getUpdates({ timeout: 50, allowed_updates: ['message'] });
  await older;
  await until_polls(stub, 8);
  await stub.say({ chat: ann, from: ann, text: 'four' });
  const [four] = await newer;
  assert.equal(four.message.text, 'four');
  await stub.edit({ chat: ann, from: ann, message_id: four.message.message_id, text: '4' });
  assert.deepEqual(await api.getUpdates({ offset: four.update_id + 1 }), [], 'allowed_updates is kept: no edited_message');
  await api.setWebhook('https://example.org/');
  await refused(409, /webhook is active/, () => api.getUpdates());
  await api.deleteWebhook();
}

async function until_polls(stub, count) {
  await stub.calls({ method: 'getUpdates', at_least: count });
}

async function limits({ api }) {
  const send = (text, more) => api.sendMessage(ann, text, more);
  const emoji = '😀';
  await send('x'.repeat(4096));
  await refused(400, /too long/, () => send('x'.repeat(4097)));
  await refused(400, /too long/, () => send(emoji.repeat(2049)));
  await refused(400, /text is empty/, () => send(''));
  await refused(400, /must be non-empty/, () => send(' \n'));
  await send(`${emoji}bold`, { entities: [{ type: 'bold', offset: 2, length: 4 }] });
  await refused(400, /splits a character/, () => send(`${emoji}bold`, { entities: [{ type: 'bold', offset: 1, length: 4 }] }));
  await refused(400, /outside the text/, () => send('bold', { entities: [{ type: 'bold', offset: 1, length: 4 }] }));
  await refused(400, /overlap/, () => send('bolder', { entities: [{ type: 'bold', offset: 0, length: 4 }, { type: 'italic', offset: 2, length: 4 }] }));
  await refused(400, /inside pre/, () => send('bolder', { entities: [{ type: 'pre', offset: 0, length: 6 }, { type: 'bold', offset: 2, length: 2 }] }));
  await refused(400, /not sorted/, () => send('bolder', { entities: [{ type: 'bold', offset: 3, length: 1 }, { type: 'bold', offset: 0, length: 1 }] }));
  await send('?', { reply_markup: button('ok', { callback_data: 'x'.repeat(64) }) });
  await refused(400, /BUTTON_DATA_INVALID/, () => send('?', { reply_markup: button('no', { callback_data: 'ä'.repeat(33) }) }));
  await refused(400, /BUTTON_DATA_INVALID/, () => send('?', { reply_markup: button('no', { callback_data: '' }) }));
  await refused(400, /exactly one action/, () => send('?', { reply_markup: button('no', {}) }));
  await refused(400, /exactly one action/, () => send('?', { reply_markup: button('no', { callback_data: 'x', url: 'https://example.org' }) }));
  await refused(400, /unallowed/, () => send('?', { reply_markup: button(' ', { callback_data: 'x' }) }));
  await refused(400, /Wrong HTTP URL/, () => send('?', { reply_markup: button('open', { url: 'http://localhost:7717/' }) }));
  const rows = (count, width) => ({ inline_keyboard: Array.from({ length: count }, () => Array(width).fill({ text: 'x', callback_data: 'x' })) });
  await send('?', { reply_markup: rows(12, 8) });
  await refused(400, /too long/, () => send('?', { reply_markup: rows(13, 8) }));
  await refused(400, /too long/, () => send('?', { reply_markup: rows(1, 9) }));
}

async function edits({ stub, api }) {
  const markup = button('Redis', { callback_data: 'r' });
  const { message_id } = await api.sendMessage(ann, 'Which?', { reply_markup: markup });
  await refused(400, /message is not modified/, () => api.editMessageText(ann, message_id, 'Which?', { reply_markup: markup }));
  await refused(400, /message is not modified/, () => api.editMessageReplyMarkup(ann, message_id, { reply_markup: markup }));
  await api.editMessageText(ann, message_id, 'Which?');
  assert.deepEqual((await stub.wait({ chat: ann, message_id })).message.labels, [], 'no keyboard given: it is gone');
  await refused(400, /message to edit not found/, () => api.editMessageText(ann, message_id + 1, 'x'));
  const said = await stub.say({ chat: ann, from: ann, text: 'mine' });
  await refused(400, /can't be edited/, () => api.editMessageText(ann, said.message_id, 'yours'));
  await refused(400, /query is too old/, () => api.answerCallbackQuery('1'));
  await api.editMessageReplyMarkup(ann, message_id, { reply_markup: markup });
  const { query } = await stub.press({ chat: ann, from: ann, message_id, label: 'Redis' });
  await refused(400, /MESSAGE_TOO_LONG/, () => api.answerCallbackQuery(query, { text: 'x'.repeat(201) }));
  await api.answerCallbackQuery(query);
  await refused(400, /query is too old/, () => api.answerCallbackQuery(query));
}

async function errors({ stub, api, grammy, options }) {
  const with_token = (other) => new grammy.Api(other, options);
  await refused(401, /Unauthorized/, () => with_token('7000000002:AAAnotherFakeTokenOfTheRightLength_0123').getMe());
  await refused(404, /Not Found/, () => with_token('no-token').getMe());
  await refused(404, /method not found/, () => api.raw.getStarTransactions());
  await refused(400, /chat not found/, () => api.sendMessage(-5, 'x'));
  await stub.person({ id: 1002 });
  await refused(403, /can't initiate conversation/, () => api.sendMessage(1002, 'x'));
  await stub.block({ chat: ann });
  await refused(403, /bot was blocked by the user/, () => api.sendMessage(ann, 'x'));
  await stub.unblock({ chat: ann });
  await stub.migrate({ chat: team, to: -1009999 });
  const moved = await refused(400, /upgraded to a supergroup/, () => api.sendMessage(team, 'x'));
  assert.deepEqual(moved.parameters, { migrate_to_chat_id: -1009999 });
  await api.sendMessage(-1009999, 'x');
  await stub.fail({ method: 'sendMessage', status: 429, description: 'Too Many Requests: retry after 3', parameters: { retry_after: 3 } });
  assert.deepEqual((await refused(429, /retry after 3/, () => api.sendMessage(ann, 'x'))).parameters, { retry_after: 3 });
  await stub.limit_rates({ burst: 2, per_second: 0.1 });
  await api.sendMessage(ann, 'one');
  await api.sendMessage(ann, 'two');
  await refused(429, /retry after/, () => api.sendMessage(ann, 'three'));
  await stub.limit_rates(null);
  await stub.fail({ method: 'sendMessage', kind: 'reset', after: true });
  await assert.rejects(api.sendMessage(ann, 'unconfirmed'), grammy.HttpError);
  await stub.wait({ chat: ann, has: 'unconfirmed' });
}

async function topics_and_files({ stub, api, grammy }) {
  const { message_thread_id } = await api.createForumTopic(team, 'shop-api');
  await api.sendMessage(team, 'in it', { message_thread_id });
  await stub.wait({ chat: team, has: 'in it', thread: message_thread_id });
  await refused(400, /message thread not found/, () => api.sendMessage(team, 'x', { message_thread_id: message_thread_id + 7 }));
  await refused(400, /not a forum/, () => api.createForumTopic(ann, 'x'));
  await refused(400, /TOPIC_TITLE_INVALID/, () => api.createForumTopic(team, 'x'.repeat(129)));
  const file = new grammy.InputFile(Buffer.from('--\r\nwhole 😀\r\n'), 'command.txt');
  await api.sendDocument(team, file, { caption: 'the whole', message_thread_id });
  const { message } = await stub.wait({ chat: team, has: 'the whole', document: true });
  assert.equal(message.document.content, '--\r\nwhole 😀\r\n');
  assert.equal(message.document.file_name, 'command.txt');
}

const cases = { 'a bot lives with it': lives, 'updates are confirmed by offset, and one poll at a time': polls,
  'texts, entities and keyboards have limits': limits, 'messages are edited, queries answered once': edits,
  'its errors are the service\'s': errors, 'topics and files': topics_and_files };

export default Object.entries(cases).map(([name, play]) => ({ name: `telegram stub, grammY: ${name}`, packages, run: with_stub(play) }));
