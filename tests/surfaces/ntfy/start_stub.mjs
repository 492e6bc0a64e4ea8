// The stub of ntfy. access: "TOKEN:TOPIC:rw" each.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { start_stub as start } from '../start_stub.mjs';

export function start_stub({ version = '2.17', access = [] } = {}) {
  const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'stub.mjs');
  return start(program, '--version', version, ...access.flatMap((one) => ['--allow', one]));
}
