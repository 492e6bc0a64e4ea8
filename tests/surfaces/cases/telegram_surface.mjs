// The Telegram surface against npm's telegram-test-api, which nobody here wrote: a card comes, a tap and words are
// taken. It knows little of the service's limits; those are the stub's (tests/integration).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/wait.mjs';

const token = '7000000004:AAFakeTokenForTheSmokeTest_0123456789ab';
const ann = 1001;
const event_file = fileURLToPath(new URL('../../fixtures/claude-code-2.1.332/PreToolUse-tui-chat.json', import.meta.url));

async function free_port() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

// A home with the daemon's configuration, and programs that run in it.
function make_home(bin, api_base) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'afar-tg-')); // short: it holds a socket
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: root, LANG: 'C.UTF-8', XDG_RUNTIME_DIR: path.join(root, 'run'), AFAR_RETRY_FIRST_MS: '20' };
  fs.mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  fs.mkdirSync(path.join(root, '.config/afar'), { recursive: true });
  const token_file = path.join(root, 'token');
  fs.writeFileSync(token_file, token, { mode: 0o600 });
  fs.writeFileSync(path.join(root, '.config/afar/config.json'), JSON.stringify({
    responders: { ann: { telegram: ann } },
    surfaces: { telegram: { token_file, api_base, chats: [{ id: ann }] } },
  }));
  const running = [];
  const start = (program, args = [], more = {}) => {
    const child = spawn(path.join(bin, program), args, { env: { ...env, ...more }, stdio: ['pipe', 'pipe', 'inherit'] });
    running.push(child);
    child.said = '';
    child.stdout.on('data', (data) => { child.said += data; });
    return child;
  };
  const end = async () => {
    for (const child of running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    fs.rmSync(root, { recursive: true, force: true });
  };
  return { start, end, root };
}

function ask(home, call) {
  const hook = home.start('afar-hook', ['--agent', 'claude-code', '--host-timeout', '60'], { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' });
  hook.stdin.end(JSON.stringify({ ...JSON.parse(fs.readFileSync(event_file, 'utf8')), tool_use_id: call }));
  return hook;
}

async function end_of(hook) {
  if (hook.exitCode === null) await once(hook, 'exit');
  return hook.said;
}

async function smoke({ bin, load }) {
  const TelegramServer = load('telegram-test-api');
  const port = await free_port();
  const server = new TelegramServer({ port, host: '127.0.0.1' });
  await server.start();
  const home = make_home(bin, `http://127.0.0.1:${port}`);
  try {
    home.start('afard', ['--log-level', 'warn']);
    const person = server.getClient(token, { userId: ann, chatId: ann });
    const cards = async (has) => (await person.getUpdatesHistory()).filter(({ message }) => message?.chat_id && message.text?.includes(has));
    const card = (has) => until(`a card with ${has}`, async () => (await cards(has)).at(-1));
    const first = ask(home, 'toolu_1');
    const shown = await card('Which color?');
    const blue = shown.message.reply_markup.inline_keyboard.flat().find(({ text }) => text.includes('Blue'));
    await person.sendCallback(person.makeCallbackQuery(blue.callback_data, { message: { message_id: shown.messageId } }));
    assert.match(await end_of(first), /"Which color\?":"Blue"/);
    await card('✅ Blue — ann');
    const second = ask(home, 'toolu_2');
    await card('1. Red');
    await person.sendMessage(person.makeMessage('Red'));
    assert.match(await end_of(second), /"Which color\?":"Red"/);
    await card('✅ Red — ann');
  } finally {
    await home.end();
    await server.stop();
  }
}

export default [{ name: 'telegram surface against telegram-test-api: a tap and words', packages: ['telegram-test-api@4.2.1'], run: smoke }];
