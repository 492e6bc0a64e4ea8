// A daemon with ntfy as a surface, and our stub as its server.
import { question, Stage } from '../stage.mjs';
import { start_stub } from './start_stub.mjs';

export const topic = 'afar-8f3c';
export const reply_topic = 'afar-8f3c-re';
export const tokens = { publish: 'tk_publishpublishpublishpublis', reply: 'tk_replyreplyreplyreplyreplyre' };
const access = [`${tokens.publish}:${topic}:rw`, `${tokens.publish}:${reply_topic}:r`, `${tokens.reply}:${reply_topic}:w`];

// By the question's words; all else waits for a person.
const rules = [
  { name: 'soon', when: { question: '^Soon' }, do: { mode: 'block', wait: '1s', on_timeout: 'default', default: 'first', notify_after: '0s' } },
  { name: 'short', when: { question: '^Short' }, do: { mode: 'defer', expires: '1s', notify_after: '0s' } },
  { name: 'bea only', when: { question: '^Bea' }, do: { mode: 'block', approvers: ['bea'], notify_after: '0s' } },
  { name: 'rest', do: { mode: 'block', notify_after: '0s' } },
];

// play({stub, stage, ask, shown, tap, ended}) with a daemon that runs. `more`: more of surfaces.ntfy.
export function with_ntfy(play, { version = '2.17', more = {}, public_url } = {}) {
  return async ({ bin }) => {
    const stub = await start_stub({ version, access });
    const stage = new Stage(bin);
    try {
      stage.configure({
        notices: { finished: true },
        responders: { ann: { ntfy: true }, bea: { web: true } }, rules,
        surfaces: {
          ...(public_url && { web: { public_url } }),
          ntfy: { base: stub.base, topic, reply_topic, responder: 'ann', token_file: stage.secret('ntfy.token', tokens.publish),
            reply_token_file: stage.secret('reply.token', tokens.reply), ...more },
        },
      });
      await stage.start();
      await stub.listening({ topic: reply_topic });
      await play({ stub, stage, ...sights(stub, stage) });
    } finally {
      stub.end();
      await stage.end();
    }
  };
}

function sights(stub, stage) {
  // The notification of a dialog, as soon as it is there and looks like this.
  const shown = async (id, looks = {}) => {
    const { message } = await stub.wait({ topic, ...looks, has: [id, ...[looks.has ?? []].flat()] });
    if (!message) throw new Error(`no notification of ${id} with ${JSON.stringify(looks)}: ${JSON.stringify((await stub.shown({ topic })).messages)}`);
    return message;
  };
  return {
    shown,
    ask: (event, terms) => stage.ask(event ?? question(), terms),
    tap: (message, label, body) => stub.tap({ id: message.id, label, body }),
    // It says how it ended, and nothing can be tapped.
    ended: (id, words) => shown(id, { has: words, buttons: 0 }),
    // Somebody writes to the reply topic, with the reply token.
    write: (text) => fetch(`${stub.base}/${reply_topic}`, { method: 'POST', body: text, headers: { authorization: `Bearer ${tokens.reply}` } }),
    turned_away: (why) => stage.afar.recorded_of('refused_answer', ({ body }) => JSON.stringify(body).includes(why)),
  };
}
