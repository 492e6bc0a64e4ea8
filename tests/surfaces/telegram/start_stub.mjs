// The stub of the Bot API, for a bot with this token.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { start_stub as start } from '../start_stub.mjs';

export function start_stub(token) {
  return start(path.join(path.dirname(fileURLToPath(import.meta.url)), 'stub.mjs'), '--token', token);
}
