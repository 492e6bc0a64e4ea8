// Somebody goes away while a question is open: the client (the question stays, and says so), or our daemon.
import assert from 'node:assert/strict';
import { ask, question } from '../fake-model.mjs';
import { until } from '../wait.mjs';
import { assert_told, told_labels } from '../wording.mjs';

const color = question('Which color?', 'Color', ['Red', 'Blue']);

const ways = {
  'is killed': (client) => client.signal('SIGKILL'),
  'is terminated': (client) => client.signal('SIGTERM'),
  'loses its terminal': (client) => client.close_terminal(),
};

const client_goes = Object.entries(ways).map(([how, go]) => ({
  name: `the client ${how}: the question is left, and can still be answered`,
  async run(stage) {
    const model = await stage.model([ask('toolu_color', color)]);
    const client = stage.terminal(model);
    await client.picker('Which color?');
    const [{ id }] = await stage.afar.waiting();

    go(client);

    await client.gone();
    const left = await stage.afar.reached(id, 'left');
    assert.equal(left.waiters, 0);
    await stage.no_hook_left();
    const said = await stage.afar.answer(id, '2');
    assert.match(said, /answered late: Blue\b.*\bkept\b/, 'it says what will happen with the answer');
    assert.deepEqual((await stage.afar.show(id)).answers.q1.options, ['o2']);
    await stage.afar.done('audit', 'verify');
  },
}));

const daemon_goes = ['SIGKILL', 'SIGTERM'].map((signal) => ({
  name: `afard gets ${signal}: another one starts, the same dialog waits on and is answered`,
  async run(stage) {
    const model = await stage.model([ask('toolu_color', color)], ['Thanks.']);
    const client = stage.terminal(model);
    await client.picker('Which color?');
    const [before] = await stage.afar.waiting();
    const [{ pid }] = stage.running('afard');

    process.kill(pid, signal);

    await until('another afard', () => stage.running('afard').some((process) => process.pid !== pid));
    const [after] = await stage.afar.waiting();
    assert.equal(after.id, before.id);
    await stage.afar.answer(after.id, 'Blue');
    assert_told(await model.result_of('toolu_color'), told_labels({ 'Which color?': 'Blue' }));
    await stage.no_hook_left();
    assert.equal((await stage.afar.list('--all')).length, 1);
    await stage.afar.done('audit', 'verify');
  },
}));

export default [...client_goes, ...daemon_goes];
