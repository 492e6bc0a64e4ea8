// Ids as the server makes them.
import { randomInt } from 'node:crypto';

const all = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const letters = (count) => Array.from({ length: count }, () => all[randomInt(all.length)]).join('');
