// Webhooks as a receiver sees them that trusts nobody: each is verified by npm's standardwebhooks.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../e2e/wait.mjs';
import { question, Stage, turn_ended } from '../stage.mjs';
import { Receiver } from '../webhook_receiver.mjs';

const packages = ['standardwebhooks@1.1.1'];
const secret = `whsec_${randomBytes(32).toString('base64')}`;

function with_webhook(play) {
  return async ({ bin, load }) => {
    const receiver = await new Receiver().start(load('standardwebhooks').Webhook, secret);
    const stage = new Stage(bin);
    try {
      stage.configure({
        notices: { finished: true },
        rules: [{ name: 'rest', do: { mode: 'block', notify_after: '0s' } }],
        surfaces: { webhooks: [{ name: 'team', url: receiver.url, secret_file: stage.secret('team.secret', secret) }] },
      });
      await stage.start();
      await play({ stage, receiver });
      assert.deepEqual(receiver.forged, []);
    } finally {
      receiver.end();
      await stage.end();
    }
  };
}

async function each_change({ stage, receiver }) {
  const asked = await stage.ask(question());
  const open = await receiver.wait(({ event }) => event === 'open');
  assert.deepEqual(open.dialog.questions[0].options.map(({ label }) => label), ['Redis', 'SQLite']);
  assert.equal(open.dialog.id, asked.id);
  await stage.afar.done('answer', asked.id, '2');
  const closed = await receiver.wait(({ event }) => event === 'closed');
  assert.deepEqual([closed.dialog.state, closed.dialog.outcome.by.name, closed.dialog.answers.q1.options], ['answered', 'owner', ['o2']]);
  assert.equal(new Set(receiver.got.map(({ id }) => id)).size, receiver.got.length, 'each change has its own id');
}

async function tries_again({ stage, receiver }) {
  receiver.answers = [500, 302, [503, { 'retry-after': '0' }]];
  const asked = await stage.ask(question());
  await receiver.until(() => receiver.of(asked.id).length >= 4);
  const ids = receiver.of(asked.id).map(({ id }) => id);
  assert.equal(ids.length, 4);
  assert.equal(new Set(ids).size, 1, 'one change, one id');
  await stage.afar.recorded_of('shown', ({ actor }) => actor.surface === 'webhook:team');
  assert.equal((await stage.status_of('webhook:team')).state, 'up');
}

async function is_gone({ stage, receiver }) {
  receiver.answers = [410];
  const asked = await stage.ask(question());
  await stage.afar.recorded_of('show_failed', ({ body }) => JSON.stringify(body).includes('410'));
  const status = await stage.status_of('webhook:team');
  assert.deepEqual([status.state, /410/.test(status.why)], ['off', true]);
  const second = await stage.ask(question({ text: 'And now?' }));
  await stage.afar.recorded_of('show_failed', ({ dialog }) => dialog === second.id);
  assert.equal(receiver.got.length, 1);
  await stage.afar.done('daemon', 'reload');
  const third = await stage.ask(question({ text: 'And after a reload?' }));
  await receiver.wait(({ dialog }) => dialog?.id === third.id);
  assert.equal((await stage.afar.show(asked.id)).state, 'open');
}

async function is_killed({ stage, receiver }) {
  receiver.held = [];
  const asked = await stage.ask(question());
  const first = await receiver.wait(({ dialog }) => dialog?.id === asked.id);
  await stage.stop('SIGKILL'); // it arrived, and nobody said so
  receiver.held = null;
  await stage.start();
  await receiver.until(() => receiver.of(asked.id).length >= 2);
  assert.equal(receiver.of(asked.id)[1].id, first.id, 'the same, once more');
  await stage.afar.done('answer', asked.id, '1');
  await receiver.wait(({ event, dialog }) => event === 'closed' && dialog.id === asked.id);
}

async function hears_the_end({ stage, receiver }) {
  receiver.held = [];
  const asked = await stage.ask(question());
  await receiver.wait(({ event }) => event === 'open');
  receiver.answers = Array(3).fill(500);
  for (const response of receiver.held) response.destroy();
  receiver.held = null;
  await stage.afar.done('answer', asked.id, '1');
  await receiver.wait(({ event, dialog }) => event === 'closed' && dialog.id === asked.id);
}

async function is_tested({ stage, receiver }) {
  const { code, out, err } = await stage.afar.run('test', 'webhook:team');
  assert.equal(code, 0, err);
  assert.match(out, /204/);
  assert.equal(receiver.got[0].event, 'test');
  receiver.answers = [401];
  assert.equal((await stage.afar.run('test', 'webhook:team')).code, 1);
}

async function gives_notice({ stage, receiver }) {
  await stage.tell(turn_ended());
  const { text } = await receiver.wait(({ event }) => event === 'notice');
  assert.match(text, /^claude-code · .* has finished its turn$/);
}

async function is_secret({ stage, receiver }) {
  receiver.answers = [500];
  const asked = await stage.ask(question());
  await receiver.until(() => receiver.of(asked.id).length >= 2);
  await stage.stop('SIGTERM');
  assert.deepEqual(stage.holds(secret.slice(6)), []);
}

// The example as it stands: its configuration and its receiver.
async function example({ bin }) {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../examples/webhooks');
  const stage = new Stage(bin);
  const receiver = spawn(process.execPath, [path.join(folder, 'receiver.mjs'), stage.secret('team.secret', secret), '8717'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  receiver.stdout.on('data', (data) => { said += data; });
  try {
    fs.copyFileSync(path.join(folder, 'config.json'), path.join(stage.home, '.config/afar/config.json'));
    await until('the receiver to listen', () => said.startsWith('listening'));
    await stage.start();
    await stage.afar.done('away'); // else it waits whether the terminal answers
    const { id } = await stage.ask(question(), { interactive: false });
    await until('the question to be printed', () => said.includes(`open ${id} open: Which cache?`));
    await stage.afar.done('answer', id, '1');
    await until('its end to be printed', () => said.includes(`closed ${id} answered: Which cache?`));
  } finally {
    receiver.kill();
    await stage.end();
  }
}

const cases = { 'each change is posted, signed': each_change, 'a change is tried again under one id': tries_again, '410 turns it off until the next reload': is_gone,
  'a kill before the confirmation': is_killed, 'it hears the end of what it never confirmed': hears_the_end, 'it is tested': is_tested, 'a notice is posted': gives_notice, 'its secret stays one': is_secret };

export default [
  ...Object.entries(cases).map(([name, play]) => ({ name: `webhook, npm standardwebhooks: ${name}`, packages, run: with_webhook(play) })),
  { name: 'webhook: the example prints each change', run: example },
];
