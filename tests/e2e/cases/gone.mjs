// The client goes away with its question open: the question stays, and says so.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';

const ways = {
  'is killed': (client) => client.signal('SIGKILL'),
  'is terminated': (client) => client.signal('SIGTERM'),
  'loses its terminal': (client) => client.close_terminal(),
};

export default Object.entries(ways).map(([how, go]) => ({
  name: `the client ${how}: the question is left, and can still be answered`,
  async run(stage) {
    const model = await stage.model([ask('toolu_color', question('Which color?', 'Color', ['Red', 'Blue']))]);
    const client = stage.terminal(model);
    await client.picker('Which color?');
    const [{ id }] = await stage.afar.waiting();

    go(client);

    await client.gone();
    const left = await stage.afar.reached(id, 'left');
    assert.equal(left.waiters, 0);
    await stage.no_hook_left();
    const said = await stage.afar.answer(id, '2');
    assert.match(said, /Blue/);
    assert.match(said, /session/, 'it says what will happen with the answer');
    assert.deepEqual((await stage.afar.show(id)).answers.q1.options, ['o2']);
    await stage.afar.done('audit', 'verify');
  },
}));
