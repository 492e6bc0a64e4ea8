// The parameters of a call: a JSON object, or multipart/form-data where a file comes along.
import { Refused } from './limits.mjs';

function value_of(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // fields of a form are plain texts where they are no JSON
  }
}

function part_of(raw) {
  const cut = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, cut).toString('utf8');
  const name = /[; ]name="([^"]*)"/i.exec(head)?.[1];
  if (cut < 0 || !name) throw new Refused(400, 'Bad Request: malformed multipart body');
  const content = raw.subarray(cut + 4);
  const file = /filename="?([^";\r\n]*)/i.exec(head)?.[1];
  if (file === undefined) return [name, value_of(content.toString('utf8'))];
  return [name, { name: file, type: /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? 'application/octet-stream', content }];
}

// A field "attach://NAME" stands for the file in the part NAME.
function with_attachments(fields) {
  const attached = (value) => (typeof value === 'string' && value.startsWith('attach://') ? fields[value.slice(9)] : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, attached(value)]));
}

function parts_of(boundary, body) {
  const edge = Buffer.from(`\r\n--${boundary}`);
  const whole = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts = [];
  let at = whole.indexOf(edge);
  while (at >= 0) {
    const next = whole.indexOf(edge, at + edge.length);
    if (next < 0) break;
    parts.push(part_of(whole.subarray(at + edge.length + 2, next)));
    at = next;
  }
  if (parts.length === 0) throw new Refused(400, 'Bad Request: malformed multipart body');
  return with_attachments(Object.fromEntries(parts));
}

export function parameters_of(type = '', body) {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)/i.exec(type)?.[1];
  if (boundary) return parts_of(boundary, body);
  if (body.length === 0) return {};
  if (!/^application\/json\b/i.test(type)) throw new Refused(400, 'Bad Request: this stub takes application/json and multipart/form-data');
  let params;
  try {
    params = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refused(400, "Bad Request: can't parse the request's JSON");
  }
  if (params === null || typeof params !== 'object' || Array.isArray(params)) throw new Refused(400, 'Bad Request: expected a JSON object');
  return params;
}
