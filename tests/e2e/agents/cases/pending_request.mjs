// A question that outlives the turn in which it was asked.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { call } from '../../fake-model.mjs';

const color = { question: 'Which color?', options: [{ label: 'Red' }, { label: 'Blue' }] };
const create = (id) => call(id, 'pending_request_create', { questions: [color] });
const wait = (id, requestId, maxSeconds) => call(id, 'pending_request_wait', { requestId, maxSeconds });

const request_of = (text) => /"requestId":\s*"([a-z]{5})"/.exec(text)?.[1];

export default [
  {
    name: 'pending request: made at once, answered after the turn has ended, and waited for in the next',
    async run(stage) {
      let id;
      const model = await stage.model(
        [create('call_color')], ['I go on when there is an answer.'], () => [wait('call_wait', id, 45)], ['All done.']);
      await stage.first('go');
      const { text } = await model.result_of('call_color');
      id = request_of(text);
      assert.ok(id, text);
      assert.equal(model.turns, 2);
      const dialog = await stage.afar.show(id);
      assert.equal(dialog.state, 'open');
      assert.equal(dialog.waiters, 0);
      assert.equal(dialog.origin.agent, stage.agent);

      await stage.afar.answer(id, 'Blue');
      await stage.next('Is there an answer?');
      const told = await model.result_of('call_wait');
      assert.ok(told.text.includes('Which color?') && told.text.includes('Blue'), told.text);
    },
  },
  {
    name: 'pending request: answered while the agent waits for it',
    async run(stage) {
      const only = async () => (await stage.afar.list())[0].id;
      const model = await stage.model([create('call_color')], async () => [wait('call_wait', await only(), 45)], ['All done.']);
      const client = stage.first('go');
      await model.result_of('call_color');
      const [dialog] = await stage.afar.waiting();
      await stage.afar.answer(dialog.id, 'Red');
      const told = await model.result_of('call_wait');
      assert.ok(told.text.includes('Red'), told.text);
      await client;
    },
  },
  {
    name: 'setup: the client\'s file is as it was once our server is taken out again',
    async run(stage) {
      const model = await stage.model(['Nothing to ask.']);
      await stage.first('go');
      assert.equal(model.turns, 1);
      await stage.afar.done('setup', stage.agent, '--remove');
      assert.equal(fs.readFileSync(stage.settings_file, 'utf8'), stage.written);
    },
  },
];
