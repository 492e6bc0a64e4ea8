// A stub as a process, and its control as functions: stub.say({...}) is POST /control/say.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function start_stub(program, ...args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const base = `http://127.0.0.1:${String(line).trim()}`;
  const control = async (name, params = {}) => {
    const response = await fetch(`${base}/control/${name}`, { method: 'POST', body: JSON.stringify(params) });
    const value = await response.json();
    if (value.error) throw new Error(`${name}: ${value.error}`);
    return value;
  };
  const known = { base, end: () => child.stdin.end() };
  return new Proxy(known, { get: (_, name) => known[name] ?? (name === 'then' ? undefined : (params) => control(name, params)) });
}
