// The official fakechat plugin, unchanged, run with bun: a question appears in its page, and what is typed there
// reaches the agent. AFAR_FAKECHAT names the folder with its server.ts, which is not ours to keep; without it
// there is no such case.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/wait.mjs';
import { question, Stage } from '../stage.mjs';

const packages = ['bun@1.4.5', '@modelcontextprotocol/sdk@1.32.2', 'ws@8.23.0'];

function free_port() {
  return new Promise((done) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

// The plugin's folder as its package manager would leave it.
function installed(stage, folder_with) {
  const folder = path.join(stage.root, 'fakechat');
  fs.mkdirSync(folder);
  fs.copyFileSync(path.join(process.env.AFAR_FAKECHAT, 'server.ts'), path.join(folder, 'server.ts'));
  fs.symlinkSync(path.join(folder_with('@modelcontextprotocol/sdk'), 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

// What the page's own script does: it shows what comes, and sends what is typed.
async function open_page(WebSocket, port) {
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  assert.match(page, /<title>fakechat<\/title>/);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const shown = [];
  socket.on('message', (data) => shown.push(JSON.parse(data).text));
  await new Promise((done, failed) => socket.on('open', done).on('error', failed));
  let typed = 0;
  return {
    close: () => socket.close(),
    type: (text) => socket.send(JSON.stringify({ id: `u${(typed += 1)}`, text })),
    until_shown: (words) => until(`"${words}" on the page`, () => shown.find((text) => text.includes(words))),
  };
}

async function chat({ bin, load, folder_with }) {
  const stage = new Stage(bin);
  const port = await free_port();
  let page;
  try {
    stage.configure({
      responders: { ann: {} },
      rules: [{ do: { mode: 'block', notify_after: '0s' } }],
      surfaces: {
        web: false,
        plugins: [{
          name: 'fakechat', argv: [path.join(folder_with('bun'), 'node_modules/.bin/bun'), 'server.ts'], cwd: installed(stage, folder_with),
          env: { FAKECHAT_PORT: String(port) }, responder: 'ann', chat_id: 'web', accept: { chat_id: 'web' },
        }],
      },
    });
    await stage.start();
    await until('the plugin to be up', async () => (await stage.status_of('plugin:fakechat')).state === 'up');
    page = await open_page(load('ws'), port);
    const one = await stage.ask(question());
    assert.match(await page.until_shown('Which cache?'), /1\. Redis — Redis it is\n2\. SQLite/);
    page.type('2');
    assert.match(await one.end, /"Which cache\?":"SQLite"/);
    await page.until_shown(`${one.id} ✅ SQLite — ann`);
    const two = await stage.ask(question({ text: 'Which queue?' }));
    await page.until_shown('Which queue?');
    page.type(`${two.id} none at all`);
    assert.match(await two.end, /"Which queue\?":"none at all"/);
  } finally {
    page?.close();
    await stage.end();
  }
}

export default process.env.AFAR_FAKECHAT ? [{ name: 'fakechat, unchanged, carries a question', packages, run: chat }] : [];
