// How the client tells the model the answers. Since a release after the pinned one, answers that are not exactly
// labels (free text, notes) are told in other words.
import assert from 'node:assert/strict';
import { pinned } from './releases.mjs';

const quoted = (answers) => Object.entries(answers).map(([question, answer]) => `"${question}"=${answer.startsWith('(') ? answer : `"${answer}"`}`).join(', ');

export const told_labels = (answers) => `Your questions have been answered: ${quoted(answers)}. You can now continue with these answers in mind.`;

export const told_words = (version, answers) => (version === pinned
  ? told_labels(answers)
  : `The user answered: ${quoted(answers)}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`);

// The model was told exactly this, and not as an error.
export function assert_told(result, text) {
  assert.deepEqual(result, { text, is_error: false });
}

// A text carries all of that; each is a text or a pattern.
export function assert_carries(text, ...carried) {
  for (const each of carried) assert.ok(each instanceof RegExp ? each.test(text) : text.includes(each), `${each} is missing in: ${text}`);
}

// The model was refused, with words that carry all of that, and nothing that sounds like an answer or a refusal of the person's.
export function assert_refused({ text, is_error }, ...carried) {
  assert.equal(is_error, true, text);
  assert_carries(text, ...carried);
  assert.doesNotMatch(text, /have been answered|The user answered|reject/);
}

// What the words of policy carry: a refusal with a default, the mark beside answers, a refusal without a default.
export const names_default = ({ id, rule, defaults }) => [
  `afar ${id}`, `the rule "${rule}"`, /not by the person/, /[Aa]sk the same question again/,
  ...Object.entries(defaults).map(([question, labels]) => `"${question}" = "${labels}"`),
];
export const marks_default = ({ id, rule }) => [`afar ${id}`, `the rule "${rule}"`, /not the person's answer/, /default/, /[Aa]sk the same question again/];
export const names_no_default = ({ id, rule }) => [`afar ${id}`, `the rule "${rule}"`, /no default/, /does not depend on it/, /what is missing/];
