// A dialog's life on ntfy: shown, answered there and elsewhere, ended in each way, and what is refused.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { reply_topic, tokens, topic, with_ntfy } from '../ntfy/scene.mjs';
import { permission, plan, question, questions, Stage, turn_ended } from '../stage.mjs';

const answers_in = (out) => JSON.parse(out).hookSpecificOutput.updatedInput.answers;
const decision_in = (out) => JSON.parse(out).hookSpecificOutput.decision;

async function answers_a_question({ stage, ask, shown, tap, ended, stub }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'SQLite' });
  assert.match(card.title, new RegExp(`^claude-code · .*· ${asked.id}$`));
  for (const part of ['Cache — Which cache?', '1. Redis — Redis it is', '2. SQLite — SQLite it is']) assert.ok(card.message.includes(part), card.message);
  assert.deepEqual(card.labels, ['Redis', 'SQLite']);
  assert.ok(card.actions.every(({ url, clear }) => url === `${stub.base}/${reply_topic}` && clear));
  assert.equal((await tap(card, 'SQLite')).status, 200);
  assert.deepEqual(answers_in(await asked.end), { 'Which cache?': 'SQLite' });
  await ended(asked.id, ['✅', 'SQLite', 'ann']);
  const { outcome } = await stage.afar.show(asked.id);
  assert.deepEqual([outcome.state, outcome.by.name, outcome.by.surface], ['answered', 'ann', 'ntfy']);
  await stage.afar.recorded_of('shown', ({ actor }) => actor.surface === 'ntfy');
}

async function tells_the_second_tap_the_truth({ stage, ask, shown, tap, ended, stub }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'SQLite' });
  await tap(card, 'SQLite');
  await ended(asked.id, 'SQLite');
  await tap(card, 'Redis');
  const { message } = await stub.wait({ topic, has: [`${asked.id} is answered already: SQLite`, 'Nothing changed'] });
  assert.ok(message, 'the truth is told');
  assert.deepEqual((await stage.afar.show(asked.id)).answers.q1.options, ['o2']);
  await stage.afar.recorded_of('refused_answer', ({ dialog }) => dialog === asked.id);
  await tap(card, 'SQLite'); // the same once more: it is as it is
  await stub.calls({ kind: 'publish', at_least: 5 });
  assert.equal((await stage.afar.show(asked.id)).outcome.by.name, 'ann');
}

async function shows_a_permission_with_its_command_first({ ask, shown, tap, ended }) {
  const asked = await ask(permission('make deploy -j2'));
  const card = await shown(asked.id, { button: 'Allow once' });
  assert.ok(card.message.startsWith('make deploy -j2\n'), card.message);
  await tap(card, 'Allow once');
  assert.equal(decision_in(await asked.end).behavior, 'allow');
  await ended(asked.id, ['✅', 'ann']);
  const denied = await ask(permission('make clean'));
  await tap(await shown(denied.id, { button: 'Deny' }), 'Deny');
  assert.equal(decision_in(await denied.end).behavior, 'deny');
}

async function never_lets_a_command_be_allowed_unseen({ ask, shown, stage }) {
  const long = await ask(permission(`echo ${'x'.repeat(5000)}; rm -rf build`));
  const card = await shown(long.id);
  assert.ok(Buffer.byteLength(card.message) <= 4000);
  assert.deepEqual(card.labels.filter((label) => label.startsWith('Allow')), []);
  await stage.afar.done('answer', long.id, 'deny');
}

async function shows_a_plan({ ask, shown, tap, ended }) {
  const asked = await ask(plan('# Add a cache\n\n1. Write it'));
  const card = await shown(asked.id, { has: ['Add a cache', '1. Write it'], button: 'Approve' });
  await tap(card, 'Approve');
  assert.equal(decision_in(await asked.end).behavior, 'allow');
  await ended(asked.id, ['✅', 'Approve', 'ann']);
}

async function ends_as_it_ended_elsewhere({ stage, ask, shown, ended }) {
  const answered = await ask();
  await shown(answered.id, { buttons: 2 });
  await stage.afar.done('answer', answered.id, '1');
  await ended(answered.id, ['✅', 'Redis', 'owner']);
  const dismissed = await ask();
  await shown(dismissed.id, { buttons: 2 });
  await stage.afar.done('dismiss', dismissed.id);
  await ended(dismissed.id, '🚫');
  const expired = await ask(question({ text: 'Short of time?' }), { interactive: false });
  await ended(expired.id, '⌛');
  assert.equal((await stage.afar.show(expired.id)).state, 'expired');
}

async function shows_what_was_answered_so_far({ stage, ask, shown, ended }) {
  const asked = await ask(questions({ text: 'Which cache?' }, { text: 'Which queue?' }));
  await shown(asked.id, { has: ['1 of 2: Cache — Which cache?', '2 of 2: Cache — Which queue?'], lacks: '→' });
  await stage.afar.done('answer', asked.id, '1=2');
  const card = await shown(asked.id, { has: '→ SQLite' });
  assert.equal(card.priority, 2, 'it does not ring again');
  await stage.afar.done('answer', asked.id, '2=1');
  await ended(asked.id, ['✅', 'SQLite', 'Redis']);
}

async function takes_a_late_answer({ stage, ask, shown, tap, ended }) {
  const asked = await ask(question({ text: 'Soon: which?' }));
  const card = await shown(asked.id, { button: 'SQLite' });
  await ended(asked.id, ['⏱', 'Redis', 'soon']);
  await tap(card, 'SQLite');
  await ended(asked.id, ['SQLite', 'ann']);
  const { state, answers } = await stage.afar.show(asked.id);
  assert.deepEqual([state, answers.q1.options], ['answered', ['o2']]);
}

async function links_to_the_page({ ask, shown, stage }) {
  for (const event of [question({ options: ['A', 'B', 'C', 'D'] }), question({ multi: true }), questions({ text: 'One?' }, { text: 'Two?' })]) {
    const asked = await ask(event);
    const card = await shown(asked.id);
    assert.deepEqual(card.actions.map(({ action, url }) => [action, url]), [['view', `https://box.example/#${asked.id}`]]);
    assert.equal(card.click, `https://box.example/#${asked.id}`);
    await stage.afar.done('dismiss', asked.id);
  }
  const asked = await ask(permission('make'));
  assert.deepEqual((await shown(asked.id)).labels, ['Allow once', 'Deny', 'Deny and stop']);
}

async function points_to_the_terminal({ ask, shown }) {
  const asked = await ask(question({ options: ['A', 'B', 'C', 'D'] }));
  assert.deepEqual((await shown(asked.id, { has: `afar show ${asked.id}` })).labels, []);
}

async function turns_away_what_is_forged({ stage, ask, shown, tap, write, turned_away }) {
  const [one, other] = [await ask(), await ask(question({ text: 'Which queue?' }))];
  const card = await shown(one.id, { button: 'Redis' });
  const nonce = card.actions[0].body.split(' ')[3];
  await shown(other.id, { button: 'Redis' });
  await write(`v1 ${one.id} o1 AAAAAAAAAAAAAAAA`);
  await turned_away('a button of no card');
  await tap(card, 'Redis', `v1 ${other.id} o1 ${nonce}`);
  await tap(card, 'Redis', `v1 ${one.id} o9 ${nonce}`);
  await turned_away('an option that it does not have');
  await write(`v1 ${one.id}`);
  await write('<script>alert(1)</script>');
  await turned_away('words that name no dialog');
  await write(`${one.id} 1`);
  await turned_away('free_text');
  for (const { id } of [one, other]) assert.equal((await stage.afar.show(id)).state, 'open');
  assert.equal((await stage.status_of('ntfy')).turned_away, 6);
}

async function lets_approvers_alone_answer({ stage, ask, shown, tap, stub }) {
  const asked = await ask(question({ text: 'Bea: which?' }));
  await tap(await shown(asked.id, { button: 'Redis' }), 'Redis');
  assert.ok((await stub.wait({ topic, has: `${asked.id} is not answered` })).message);
  assert.equal((await stage.afar.show(asked.id)).state, 'open');
}

async function takes_words({ stage, ask, shown, write, ended, stub }) {
  const asked = await ask();
  await shown(asked.id);
  await write(`${asked.id} use  memcached, "please"`);
  assert.deepEqual(answers_in(await asked.end), { 'Which cache?': 'use  memcached, "please"' });
  await ended(asked.id, ['✅', 'memcached', 'ann']);
  const numbered = await ask(question({ text: 'And which queue?' }));
  await shown(numbered.id);
  await write(`${numbered.id} 2`);
  assert.deepEqual(answers_in(await numbered.end), { 'And which queue?': 'SQLite' });
  const permitted = await ask(permission('make deploy'));
  await shown(permitted.id);
  await write(`${permitted.id} allow`);
  assert.ok((await stub.wait({ topic, has: `${permitted.id} is not answered` })).message);
  assert.equal((await stage.afar.show(permitted.id)).state, 'open');
}

async function shows_text_as_text({ stage, ask, shown }) {
  const asked = await ask(question({ text: 'Bad \u001b[31m \u202e text?\n'.repeat(20) + 'ä'.repeat(4000), options: ['\u001b]0;x', 'x'.repeat(300)] }));
  const card = await shown(asked.id);
  assert.ok(Buffer.byteLength(card.message) <= 4000 && card.labels.every((label) => Buffer.byteLength(label) <= 60));
  assert.doesNotMatch(card.title + card.message + card.labels.join(), /[\u0000-\u0009\u000b-\u001f\u202e\ufffd]/);
  await stage.afar.done('dismiss', asked.id);
}

async function is_tested_by_a_tap({ stage, stub, tap }) {
  const test = stage.afar.run('test', 'ntfy');
  const { message } = await stub.wait({ topic, has: 'A test', button: 'OK' });
  await tap(message, 'OK');
  const { code, out, err } = await test;
  assert.equal(code, 0, err);
  assert.match(out, /OK was tapped/);
}

async function gives_notice({ stage, stub }) {
  await stage.tell(turn_ended());
  const { message } = await stub.wait({ topic, has: 'has finished its turn', buttons: 0 });
  assert.deepEqual([message.title, message.priority], ['afar', 2]);
}

async function keeps_tokens_to_itself({ stage, ask, shown, tap, ended, stub }) {
  const asked = await ask();
  const card = await shown(asked.id, { button: 'Redis' });
  assert.equal(card.actions[0].headers.Authorization, `Bearer ${tokens.reply}`);
  await stub.fail({ of: 'publish', topic, code: 40301 });
  await tap(card, 'Redis');
  await ended(asked.id, 'Redis');
  await stage.afar.recorded_of('shown', () => true);
  await stage.stop('SIGTERM');
  for (const token of Object.values(tokens)) assert.deepEqual(stage.holds(token), []);
}

// The example as it stands is a configuration that afar takes.
async function example({ bin }) {
  const stage = new Stage(bin);
  try {
    for (const name of ['ntfy.token', 'reply.token']) stage.secret(name, 'tk_x');
    const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../examples/ntfy/config.json');
    fs.copyFileSync(file, path.join(stage.home, '.config/afar/config.json'));
    await stage.afar.done('config', 'check');
  } finally {
    await stage.end();
  }
}

const plain = { 'answers a question by a tap': answers_a_question, 'tells a second tap the truth': tells_the_second_tap_the_truth,
  'shows a permission with its command first': shows_a_permission_with_its_command_first,
  'never lets a command be allowed unseen': never_lets_a_command_be_allowed_unseen, 'shows a plan': shows_a_plan,
  'ends as it ended elsewhere': ends_as_it_ended_elsewhere, 'shows what was answered so far': shows_what_was_answered_so_far, 'takes a late answer': takes_a_late_answer, 'points to the terminal': points_to_the_terminal,
  'turns away what is forged': turns_away_what_is_forged, 'lets approvers alone answer': lets_approvers_alone_answer,
  'shows text as text': shows_text_as_text, 'is tested by a tap': is_tested_by_a_tap, 'gives notice of a turn that ended': gives_notice, 'keeps tokens to itself': keeps_tokens_to_itself };
const others = { 'links to the page': [links_to_the_page, { public_url: 'https://box.example' }],
  'takes words where it is told to': [takes_words, { more: { free_text: true } }] };

export default [{ name: 'ntfy: the example is a configuration', run: example }, ...[...Object.entries(plain).map(([name, play]) => [name, play, {}]), ...Object.entries(others).map(([name, [play, how]]) => [name, play, how])]
  .map(([name, play, how]) => ({ name: `ntfy: ${name}`, run: with_ntfy(play, how) }))];
