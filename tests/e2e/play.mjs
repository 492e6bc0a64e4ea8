// Plays every case on every release of a client, several at a time, and counts.
import fs from 'node:fs';
import path from 'node:path';

// The cases of a folder's files whose names match.
export async function cases_in(folder, pattern) {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.mjs')).sort();
  const lists = await Promise.all(files.map(async (file) => (await import(path.join(folder, file))).default));
  return lists.flat().filter(({ name }) => new RegExp(pattern).test(name));
}

// Ends the process where one of our executables is not there.
export function check_built(bin) {
  for (const program of ['afar', 'afard', 'afar-hook', 'afar-mcp']) {
    if (fs.existsSync(path.join(bin, program))) continue;
    console.error(`There is no ${program} in ${bin}: build it first (cmake --build --preset release).`);
    process.exit(1);
  }
}

async function play({ release, client = '', name, run }, stage_of, say) {
  const started = Date.now();
  const title = `${client}${client && ' '}${release.version}  ${name}`;
  if (!release.binary) {
    say(`SKIP ${title}: the package registry cannot be reached`);
    return 'skipped';
  }
  const stage = stage_of(release);
  let problem = null;
  try {
    await run(stage);
  } catch (error) {
    problem = `${error.stack}\n${await stage.report()}`;
  }
  try {
    await stage.end();
  } catch (error) {
    problem = `${problem ?? ''}\nat the end: ${error.message}\nits files: ${stage.root}`;
  }
  say(`${problem ? 'FAIL' : 'ok  '} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (problem) say(problem.replace(/^/gm, '     '));
  return problem ? 'failed' : 'passed';
}

// queue: [{release: {version, binary}, client, name, run(stage)}]; counts: where to write "PASSED FAILED SKIPPED SKIPS-ALLOWED".
// Gives the exit status. A case is skipped only where its release is not kept and the package registry cannot be reached now.
export async function play_all(queue, stage_of, { jobs, counts, say }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const allowed_in_all = queue.filter(({ release }) => !release.binary).length;
  await Promise.all(Array.from({ length: jobs }, async () => {
    for (let next; (next = queue.shift());) total[await play(next, stage_of, say)] += 1;
  }));
  const allowed = Math.min(total.skipped, allowed_in_all);
  if (counts) fs.writeFileSync(counts, `${total.passed} ${total.failed} ${total.skipped} ${allowed}\n`);
  say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 || total.skipped > allowed || total.passed + total.skipped === 0 ? 1 : 0;
}
