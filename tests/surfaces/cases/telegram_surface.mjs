// The Telegram surface against npm's telegram-test-api, which nobody here wrote: a card comes, a tap and words are
// taken. It knows little of the service's limits; those are the stub's (tests/integration).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { until } from '../../e2e/wait.mjs';
import { question, Stage } from '../stage.mjs';

const token = '7000000004:AAFakeTokenForTheSmokeTest_0123456789ab';
const ann = 1001;

async function free_port() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function play(stage, server, port) {
  stage.configure({
    responders: { ann: { telegram: ann } },
    surfaces: { telegram: { token_file: stage.secret('telegram.token', token), api_base: `http://127.0.0.1:${port}`, chats: [{ id: ann }] } },
  });
  await stage.start();
  const person = server.getClient(token, { userId: ann, chatId: ann });
  const card = (has) => until(`a card with ${has}`, async () => (await person.getUpdatesHistory())
    .filter(({ message }) => message?.chat_id && message.text?.includes(has)).at(-1));
  const first = await stage.ask(question({ text: 'Which color?', options: ['Red', 'Blue'] }), { interactive: false });
  const shown = await card(first.id);
  const blue = shown.message.reply_markup.inline_keyboard.flat().find(({ text }) => text.includes('Blue'));
  await person.sendCallback(person.makeCallbackQuery(blue.callback_data, { message: { message_id: shown.messageId } }));
  assert.match(await first.end, /"Which color\?":"Blue"/);
  await card('✅ Blue — ann');
  const second = await stage.ask(question({ text: 'Which color?', options: ['Red', 'Blue'] }), { interactive: false });
  await card(second.id);
  await person.sendMessage(person.makeMessage('Red'));
  assert.match(await second.end, /"Which color\?":"Red"/);
  await card('✅ Red — ann');
  assert.deepEqual(stage.holds(token), []);
}

async function smoke({ bin, load }) {
  const TelegramServer = load('telegram-test-api');
  const port = await free_port();
  const server = new TelegramServer({ port, host: '127.0.0.1' });
  await server.start();
  const stage = new Stage(bin);
  try {
    await play(stage, server, port);
  } finally {
    await stage.end();
    await server.stop();
  }
}

export default [{ name: 'telegram surface against telegram-test-api: a tap and words', packages: ['telegram-test-api@4.2.1'], run: smoke }];
