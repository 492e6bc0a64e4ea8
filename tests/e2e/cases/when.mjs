// What a rule may ask of a dialog (`when`), decided on the events of the real client.
//
// For each key the model asks one question, which two rules look at: one that must not hold, first, and one that must. A key that
// is not looked at, or that never holds, gives another refusal than the one expected.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { ask, question } from '../fake-model.mjs';
import { assert_refused } from '../wording.mjs';

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const minutes_of_day = 24 * 60;

// A clock that is read in a zone now: {day, minutes}.
function clock_in(timeZone) {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(new Date());
  const part = (type) => parts.find((each) => each.type === type).value;
  return { day: days.indexOf(part('weekday').toLowerCase()), minutes: Number(part('hour')) * 60 + Number(part('minute')) };
}

// The minutes of the day in this machine's own zone, whatever TZ says to this process: afard is started without one.
function minutes_here() {
  const [hour, minute] = execFileSync('date', ['+%H:%M'], { env: { PATH: process.env.PATH }, encoding: 'utf8' }).split(':').map(Number);
  return hour * 60 + minute;
}

// Far enough from now on both sides that no run can reach an end of it.
function window(minutes, from, to) {
  const time = (of_day) => {
    const [hour, minute] = [Math.floor(of_day / 60), of_day % 60];
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  };
  const moved = (by) => time((minutes + by + minutes_of_day) % minutes_of_day);
  return `${moved(from)}-${moved(to)}`;
}

// {key: [what holds, what does not]} of a question by the main agent in stage's folder "project".
function keys(stage, { interactive }) {
  const tokyo = clock_in('Asia/Tokyo').minutes;
  // Its days begin 26 hours before those of the other, so that it is never the same day in both.
  const kiritimati = clock_in('Pacific/Kiritimati').day;
  const today = [days[kiritimati], days[(kiritimati + 1) % 7]];
  return {
    agent: [{ agent: ['codex', 'claude-*'] }, { agent: 'codex' }],
    kind: [{ kind: ['permission', 'user_question'] }, { kind: ['permission', 'plan_approval', 'plan_entry', 'elicitation'] }],
    tool: [{ tool: 'AskUser*' }, { tool: 'Bash' }],
    question: [{ question: 'does question decide\\?$' }, { question: '^question' }],
    project: [{ project: path.join(stage.root, 'project') }, { project: [path.join(stage.root, 'other'), '~/**'] }],
    'project by glob': [{ project: '**/proj*' }, { project: `${stage.root}/project/*` }],
    host: [{ host: ['ci-*', os.hostname()] }, { host: `not-${os.hostname()}` }],
    permission_mode: [{ permission_mode: 'acceptEdits' }, { permission_mode: ['default', 'auto', 'plan', 'dontAsk', 'bypassPermissions'] }],
    interactive: [{ interactive }, { interactive: !interactive }],
    presence: [{ presence: 'here' }, { presence: 'away' }],
    time: [{ time: window(minutes_here(), -120, 120) }, { time: window(minutes_here(), 180, 300) }],
    tz: [{ time: window(tokyo, -120, 120), tz: 'Asia/Tokyo' }, { time: window(tokyo, -120, 120), tz: 'UTC' }],
    days: [{ days: today, tz: 'Pacific/Kiritimati' }, { days: today, tz: 'Etc/GMT+12' }],
    subagent: [{ subagent: false }, { subagent: [true, '*'] }],
    'all of several': [{ agent: 'claude-code', kind: 'user_question', interactive }, { agent: 'claude-code', kind: 'user_question', interactive: !interactive }],
  };
}

const asks = (key) => `Now, does ${key} decide?`;
const refusal = (message) => ({ mode: 'deny', default: 'none', message });

function rules(pairs) {
  return Object.entries(pairs).flatMap(([key, [holds, does_not_hold]]) => [
    { name: `not by ${key}`, when: { question: `^${asks(key).replace('?', '\\?')}$`, ...does_not_hold }, do: refusal(`wrongly by ${key};`) },
    { name: `by ${key}`, when: { question: `^${asks(key).replace('?', '\\?')}$`, ...holds }, do: refusal(`decided by ${key};`) },
  ]).concat({ name: 'none of them', do: refusal('decided by nothing;') });
}

const places = {
  '-p': { interactive: false, start: (stage, model, args) => stage.print(model, { args: ['go', ...args] }) },
  'in a terminal': { interactive: true, start: (stage, model, args) => stage.terminal(model, { args }) },
};

const by_each_key = Object.entries(places).map(([where, { interactive, start }]) => ({
  name: `when, ${where}: each key decides, and where it does not hold the next rule does`,
  async run(stage) {
    const pairs = keys(stage, { interactive });
    stage.configure({ rules: rules(pairs) });
    // Before the person prompts: who is here is known by their prompts, and nobody hears one while there is no daemon.
    await stage.afar.done('daemon', 'start');
    const call_of = (key) => `toolu_${key.replaceAll(' ', '_')}`;
    const model = await stage.model(...Object.keys(pairs).map((key) => [ask(call_of(key), question(asks(key), 'Key', ['Yes', 'No']))]), ['Thanks.']);
    start(stage, model, ['--permission-mode', 'acceptEdits']);

    for (const key of Object.keys(pairs)) {
      assert_refused(await model.result_of(call_of(key)), `decided by ${key};`, `the rule "by ${key}"`);
    }
    await stage.no_hook_left();
    const denied = (await stage.afar.list('--all')).map(({ state, outcome }) => [state, outcome.by.rule]);
    assert.deepEqual(denied.sort(), Object.keys(pairs).map((key) => ['denied', `by ${key}`]).sort());
  },
}));

const first = question('Anybody here?', 'Here', ['Yes', 'No']);
const second = question('And now?', 'Now', ['Yes', 'No']);

export default [
  ...by_each_key,
  {
    name: 'when presence: away once the person has not prompted for that long',
    async run(stage) {
      // The first question takes a second to be refused, so that at the second one the prompt is older than that.
      stage.configure({
        presence: { away_after: '1s' },
        rules: [
          { name: 'a second passes', when: { question: '^Anybody' }, do: { mode: 'block', wait: '1s', on_timeout: 'deny' } },
          { name: 'they are here', when: { presence: 'here' }, do: refusal('decided by here;') },
          { name: 'they are gone', when: { presence: 'away' }, do: refusal('decided by away;') },
        ],
      });
      await stage.afar.done('daemon', 'start');
      const model = await stage.model([ask('toolu_first', first)], [ask('toolu_second', second)], ['Thanks.']);
      stage.terminal(model);

      assert_refused(await model.result_of('toolu_first'), 'the rule "a second passes"');
      assert_refused(await model.result_of('toolu_second'), 'decided by away;', 'the rule "they are gone"');
      await stage.no_hook_left();
      const [dialog] = await stage.afar.list('--all');
      assert.equal(dialog.origin.generation, 1, 'the daemon knows of the prompt');
    },
  },
];
