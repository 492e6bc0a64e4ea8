// What runs on this machine on behalf of one case: every process with the case's HOME in its environment.
import fs from 'node:fs';
import path from 'node:path';

function read(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // gone, or not ours
  }
}

// Zombies have no environment any more, so they do not count.
export function processes_of(home) {
  return fs.readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(pid, 'environ').split('\0').includes(`HOME=${home}`))
    .map((pid) => {
      const argv = read(pid, 'cmdline').split('\0').slice(0, -1);
      return { pid: Number(pid), program: path.basename(argv[0] ?? ''), command: argv.join(' ') };
    });
}

export function is_alive(pid) {
  const state = read(pid, 'stat').split(') ').pop()[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}
