// `claude -p` runs that end for a question, and go on by themselves once it is answered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ask, question } from '../fake-model.mjs';
import { pinned } from '../releases.mjs';
import { until } from '../wait.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);
const size = question('Which size?', 'Size', ['S', 'M']);
const defer = [{ do: { mode: 'defer' } }];

async function deferred(stage, model) {
  const { code, result } = await stage.print(model).ended();
  assert.equal(code, 0);
  assert.equal(result.stop_reason, 'tool_deferred');
  await stage.no_hook_left();
  return result;
}

// How often that was done to get that dialog's answer to its agent.
async function count(stage, kind, id) {
  return (await stage.afar.audit()).filter((event) => event.kind === kind && event.dialog === id).length;
}

// A run that asks two questions in one turn: {waits, parked} are their dialogs, each with the answer it is to get.
async function asked_twice(stage) {
  const model = await stage.model([ask('toolu_color', color), ask('toolu_size', size)], ['All done.']);
  stage.configure({ rules: defer, delivery: stage.delivery(model) });
  const client = stage.print(model);
  const asked = await until('one of two questions to be deferred, and the other to wait', async () => {
    const open = await stage.afar.list();
    return open.length === 2 && open.filter(({ waiters }) => waiters === 1).length === 1 && open;
  });
  const [waits, parked] = [1, 0].map((count) => asked.find(({ waiters }) => waiters === count)).map((dialog) => {
    const { question: text, options: [, { label }] } = dialog.origin.call === 'toolu_color' ? color : size;
    return { id: dialog.id, call: dialog.origin.call, choice: label, told: told_labels({ [text]: label }) };
  });
  await stage.afar.recorded_of('deferred', ({ dialog }) => dialog === parked.id);
  return { model, client, waits, parked };
}

async function assert_both_told(stage, model, waits, parked) {
  await stage.afar.recorded_of('resumed', ({ dialog }) => dialog === parked.id);
  assert.equal(stage.resumed_run(parked.id).result, 'All done.');
  assert_told(await model.result_of(waits.call), waits.told);
  const result = await model.result_of(parked.call);
  if (stage.version === pinned) {
    // It takes the hook's answer and loses it, where the turn had another question: it was mended later.
    assert.deepEqual(result, { text: '[Tool result missing due to internal error]', is_error: true });
  } else {
    assert_told(result, parked.told);
  }
  assert.equal(model.turns, 2);
  assert.equal(await count(stage, 'resumed', waits.id), 0);
}

// A program in the client's place that says that it was started, and becomes the client once a line comes.
function held_client(stage, delivery) {
  const program = path.join(stage.home, 'held');
  const [started, go] = [path.join(stage.home, 'started'), path.join(stage.home, 'go')];
  execFileSync('mkfifo', [go]);
  fs.writeFileSync(program, `#!/bin/sh\necho x >> '${started}'\nread line < '${go}'\nexec '${delivery['claude-code'].program}' "$@"\n`, { mode: 0o700 });
  return {
    delivery: { 'claude-code': { ...delivery['claude-code'], program } },
    starts: () => (fs.existsSync(started) ? fs.readFileSync(started, 'utf8').trim().split('\n').length : 0),
    let_go: () => fs.writeFileSync(go, 'go\n'),
  };
}

// A run that was deferred, answered and started again, with the client held up before it does anything.
async function resuming(stage) {
  const model = await stage.model([ask('toolu_color', color)], ['All done.']);
  const held = held_client(stage, stage.delivery(model));
  stage.configure({ rules: defer, delivery: held.delivery });
  await deferred(stage, model);
  const [{ id }] = await stage.afar.list();
  await stage.afar.answer(id, 'Blue');
  await until('the run to be started', () => held.starts() === 1);
  return { model, held, id };
}

export default [
  {
    name: '-p, deferred and answered: the daemon resumes the run, and the model is told the answer',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      stage.configure({ rules: defer, delivery: stage.delivery(model) });
      const { session_id } = await deferred(stage, model);
      const [{ id }] = await stage.afar.list();
      assert.equal(model.told('toolu_color'), false);

      await stage.afar.answer(id, 'Blue');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      const { body } = await stage.afar.recorded('resumed');
      assert.equal(body.attempt, 1);
      const run = stage.resumed_run(id);
      assert.equal(run.result, 'All done.');
      assert.equal(run.session_id, session_id);
      assert.equal((await stage.afar.show(id)).outcome.delivery, 'delivered');
      assert.deepEqual((await stage.afar.audit()).filter(({ dialog }) => dialog === id).map(({ kind }) => kind), ['opened', 'deferred', 'answered', 'delivered', 'resumed']);
    },
  },
  {
    name: '-p, deferred, answered, and asks again in the resumed run: deferred and resumed once more',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], [ask('toolu_size', size)], ['All done.']);
      stage.configure({ rules: defer, delivery: stage.delivery(model) });
      await deferred(stage, model);
      const [first] = await stage.afar.list();
      await stage.afar.answer(first.id, 'Red');

      const { dialog: next } = await stage.afar.recorded_of('deferred', ({ dialog }) => dialog !== first.id);
      await stage.afar.answer(next, 'M');

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Red' }));
      assert_told(await model.result_of('toolu_size'), told_labels({ 'Which size?': 'M' }));
      await stage.afar.recorded_of('resumed', ({ dialog }) => dialog === next);
      assert.equal(stage.resumed_run(next).result, 'All done.');
    },
  },
  {
    name: '-p, deferred, and no delivery: the answer waits for whoever resumes the run',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      stage.configure({ rules: defer });
      const { session_id } = await deferred(stage, model);
      const [{ id }] = await stage.afar.list();
      assert.match(await stage.afar.answer(id, 'Blue'), /kept/);
      assert.equal((await stage.afar.show(id)).outcome.delivery, 'undelivered');

      const { result } = await stage.print(model, { args: ['--resume', session_id] }).ended();

      assert.equal(result.result, 'All done.');
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.equal((await stage.afar.delivered(id)).state, 'answered');
    },
  },
  {
    name: '-p, two questions in one turn: one is deferred, the other blocks, and the model is told both answers',
    async run(stage) {
      const { model, client, waits, parked } = await asked_twice(stage);
      await stage.afar.answer(waits.id, waits.choice);
      assert.equal((await client.ended()).result.stop_reason, 'tool_deferred');
      await stage.afar.answer(parked.id, parked.choice);

      await assert_both_told(stage, model, waits, parked);
    },
  },
  {
    name: '-p, two questions in one turn, and the deferred one is answered first: the run is not resumed before it has ended',
    async run(stage) {
      const { model, client, waits, parked } = await asked_twice(stage);
      await stage.afar.answer(parked.id, parked.choice);
      await stage.afar.answer(waits.id, waits.choice);
      assert.equal((await client.ended()).result.stop_reason, 'tool_deferred');

      await assert_both_told(stage, model, waits, parked);
    },
  },
  {
    name: '-p, deferred and answered, and the client is gone: seen in the status, and resumed once it is back',
    async run(stage) {
      const model = await stage.model([ask('toolu_color', color)], ['All done.']);
      const { 'claude-code': how } = stage.delivery(model);
      const program = path.join(stage.home, 'claude');
      stage.configure({ rules: defer, delivery: { 'claude-code': { ...how, program } } });
      await deferred(stage, model);
      const [{ id }] = await stage.afar.list();
      await stage.afar.answer(id, 'Blue');

      const { body } = await stage.afar.recorded('resume_failed');
      assert.equal(body.why, `there is no program ${program}`);
      const status = await stage.afar.done('status');
      assert.ok(status.includes(`${id} was answered and its session not resumed (1 tried, again at `), status);
      assert.ok(status.includes(body.why), status);
      assert.equal((await stage.afar.show(id)).outcome.delivery, 'undelivered');

      fs.symlinkSync(how.program, program);
      const resumed = await stage.afar.recorded('resumed');
      assert.equal(resumed.body.attempt, 2);
      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      assert.ok(!(await stage.afar.done('status')).includes('not resumed'));
    },
  },
  {
    name: '-p, deferred by a session whose id is no UUID: the client is never started with it',
    async run(stage) {
      const model = await stage.model(['Never said.']);
      const held = held_client(stage, stage.delivery(model));
      stage.configure({ rules: defer, delivery: held.delivery });
      const told = stage.hook({
        session_id: '--dangerously-skip-permissions', cwd: path.join(stage.root, 'project'), permission_mode: 'default', hook_event_name: 'PreToolUse',
        tool_name: 'AskUserQuestion', tool_input: { questions: [color] }, tool_use_id: 'toolu_color',
      });
      assert.equal(JSON.parse(told).hookSpecificOutput.permissionDecision, 'defer');
      const [{ id }] = await stage.afar.list();
      await stage.afar.answer(id, 'Blue');

      const { body } = await stage.afar.recorded('resume_failed');
      assert.equal(body.why, "the session's id is no UUID, so it is not resumed");
      assert.equal(body.again_at, null);
      assert.ok((await stage.afar.done('status')).includes('given up'));
      assert.equal(held.starts(), 0);
    },
  },
  {
    name: '-p, deferred and answered, and the daemon is killed before the client is there: resumed once',
    async run(stage) {
      const { model, held, id } = await resuming(stage);

      const [{ pid }] = stage.running('afard');
      process.kill(pid, 'SIGKILL');
      await until('the daemon to be gone', () => stage.running('afard').length === 0);
      await stage.afar.done('daemon', 'start');
      held.let_go();

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await stage.afar.recorded('resumed');
      assert.equal(stage.resumed_run(id).result, 'All done.');
      assert.equal(held.starts(), 1);
      assert.equal(await count(stage, 'resumed', id), 1);
      assert.equal(model.turns, 2);
    },
  },
  {
    name: '-p, deferred and answered, and the daemon is killed with the run: resumed once by the next one',
    async run(stage) {
      const { model, held, id } = await resuming(stage);

      // As systemd does with all that a service has left behind.
      const gone = ['afard', 'afar-agent', 'sh'].flatMap((program) => stage.running(program));
      for (const { pid } of gone) process.kill(pid, 'SIGKILL');
      await until('all of it to be gone', () => ['afard', 'afar-agent', 'sh'].every((program) => stage.running(program).length === 0));
      await stage.afar.done('daemon', 'start');
      await until('the run to be started again', () => held.starts() === 2);
      held.let_go();

      assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
      await stage.afar.recorded('resumed');
      assert.equal(stage.resumed_run(id, 2).result, 'All done.');
      assert.equal(await count(stage, 'resumed', id), 1);
      assert.equal(model.turns, 2);
    },
  },
];
