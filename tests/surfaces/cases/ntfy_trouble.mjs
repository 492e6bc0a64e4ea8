// ntfy's server fails, forgets or is of an older kind; afard dies in the middle.
import assert from 'node:assert/strict';
import { reply_topic, topic, with_ntfy } from '../ntfy/scene.mjs';
import { question } from '../stage.mjs';

async function catches_up({ stage, ask, shown, tap, ended, stub }) {
  for (const failure of [{ status: 502 }, { how: 'reset' }, { code: 42901, retry_after: 0 }]) {
    await stub.fail({ of: 'publish', times: 3, ...failure });
    const asked = await ask();
    await stage.afar.recorded_of('show_failed', ({ dialog }) => dialog === asked.id);
    await tap(await shown(asked.id, { button: 'Redis' }), 'Redis');
    await ended(asked.id, 'Redis');
  }
}

async function silence_delays_nobody({ stage, ask, shown, ended, stub }) {
  await stub.fail({ of: 'publish', times: 99, how: 'silence' });
  const asked = await ask();
  await stub.calls({ kind: 'publish', at_least: 1 });
  await stage.afar.done('answer', asked.id, '2');
  assert.match(await asked.end, /SQLite/);
  const other = await ask(question({ text: 'And the queue?' }));
  await stub.heal();
  await shown(other.id, { button: 'Redis' });
  await ended(asked.id, ['SQLite', 'owner']);
}

async function reads_on_after_each_break({ stage, ask, shown, tap, ended, stub }) {
  for (const failure of [{ status: 502 }, { how: 'reset' }, { code: 42903 }]) {
    const asked = await ask();
    const card = await shown(asked.id, { button: 'Redis' });
    await stub.fail({ of: 'subscribe', times: 2, ...failure });
    await stub.hang_up({ topic: reply_topic });
    await tap(card, 'Redis'); // while nobody listens
    await ended(asked.id, 'Redis');
  }
  await stub.listening({ topic: reply_topic });
  assert.equal((await stage.status_of('ntfy')).state, 'up');
}

async function passes_over_what_it_does_not_know({ ask, shown, tap, ended, stub }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'Redis' });
  for (const message of [{ event: 'poll_request', id: 'AAAAAAAAAAAA' }, { event: 'message_delete', id: 'BBBBBBBBBBBB' }, { event: 'message', id: '../../x' },
    { event: 'message', id: 5, message: {} }, { event: 'message', id: 'CCCCCCCCCCCC', message: 'x'.repeat(100_000) }]) {
    await stub.push({ message: { topic: reply_topic, ...message } });
  }
  await stub.listening({ topic: reply_topic });
  await tap(card, 'Redis');
  await ended(asked.id, 'Redis');
}

async function survives_a_kill_before_the_send({ stage, ask, shown, tap, ended, stub }) {
  await stub.fail({ of: 'publish', times: 99, how: 'silence' });
  const asked = await ask();
  await stub.calls({ kind: 'publish', at_least: 1 });
  await stage.stop('SIGKILL');
  await stub.heal();
  await stage.start();
  await tap(await shown(asked.id, { button: 'SQLite' }), 'SQLite');
  await ended(asked.id, 'SQLite');
  assert.match(await asked.end, /SQLite/);
}

async function survives_a_kill_before_the_confirmation({ stage, ask, shown, tap, ended, stub }) {
  await stub.fail({ of: 'publish', times: 1, how: 'silence', after: true });
  const asked = await ask();
  const first = await shown(asked.id, { button: 'SQLite' });
  await stage.stop('SIGKILL');
  await stub.heal();
  await stage.start();
  await stub.calls({ kind: 'publish', at_least: 2 });
  const { messages } = await stub.shown({ topic });
  assert.equal(messages.filter(({ title }) => title.includes(asked.id)).length, 1, 'the second copy replaced the first');
  await tap(first, 'SQLite'); // on a phone that was not told of it
  await ended(asked.id, 'SQLite');
  assert.match(await asked.end, /SQLite/);
  assert.equal((await stage.afar.audit()).filter(({ kind, dialog }) => kind === 'answered' && dialog === asked.id).length, 1);
}

async function reads_what_came_while_it_was_down({ stage, ask, shown, tap, ended }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'SQLite' });
  await stage.stop('SIGKILL');
  await tap(card, 'SQLite');
  await stage.start();
  await ended(asked.id, ['SQLite', 'ann']);
}

async function ends_what_was_never_confirmed({ stage, ask, shown, ended, stub }) {
  await stub.fail({ of: 'publish', how: 'silence', after: true });
  const asked = await ask();
  await shown(asked.id, { button: 'SQLite' });
  await stage.afar.done('answer', asked.id, '1');
  await stub.heal();
  await ended(asked.id, ['Redis', 'owner']);
}

async function says_it_a_second_time({ ask, shown, tap, stub }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'SQLite' });
  await tap(card, 'SQLite');
  const { message } = await stub.wait({ topic, has: [asked.id, '✅', 'SQLite'], buttons: 0 });
  assert.ok(message);
  assert.equal((await stub.shown({ topic })).messages.length, 1, 'the tap has cleared the first');
}

const cases = { 'catches up after failures': [catches_up], 'a silent server delays nobody': [silence_delays_nobody],
  'reads on after each break': [reads_on_after_each_break], 'passes over what it does not know': [passes_over_what_it_does_not_know],
  'a kill before the send': [survives_a_kill_before_the_send], 'a kill before the confirmation': [survives_a_kill_before_the_confirmation],
  'reads what came while it was down': [reads_what_came_while_it_was_down], 'ends what was never confirmed': [ends_what_was_never_confirmed],
  'an older server gets a second notification': [says_it_a_second_time, { version: '2.15' }] };

export default Object.entries(cases).map(([name, [play, how]]) => ({ name: `ntfy: ${name}`, run: with_ntfy(play, how) }));
