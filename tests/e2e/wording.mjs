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
