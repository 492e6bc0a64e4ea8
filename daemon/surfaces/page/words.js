// Times, deciders and outcomes in words.
import { shown_line } from './dom.js';

const second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;

// "38s", "4m 12s", "2h 05m", "3d 04h"
export function duration(ms) {
  const two = (n) => String(n).padStart(2, '0');
  const whole = Math.max(0, Math.floor(ms));
  if (whole < minute) return `${Math.floor(whole / second)}s`;
  if (whole < hour) return `${Math.floor(whole / minute)}m ${two(Math.floor(whole / second) % 60)}s`;
  if (whole < day) return `${Math.floor(whole / hour)}h ${two(Math.floor(whole / minute) % 60)}m`;
  return `${Math.floor(whole / day)}d ${two(Math.floor(whole / hour) % 24)}h`;
}

// For a screen reader, which makes no word of "4m 12s".
export function duration_aloud(ms) {
  const units = [[day, 'day'], [hour, 'hour'], [minute, 'minute'], [second, 'second']];
  const [length, name] = units.find(([unit]) => ms >= unit) ?? units.at(-1);
  const count = Math.max(0, Math.floor(ms / length));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

// "14:02" for a moment of today, else "29 Nov, 14:02".
export function moment(at, now = new Date()) {
  const when = new Date(at);
  const clock = when.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (when.toDateString() === now.toDateString()) return clock;
  const year = when.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return `${when.toLocaleDateString([], { day: 'numeric', month: 'short', year })}, ${clock}`;
}

export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

const places = { cli: 'command line', web: 'web page', telegram: 'Telegram', ntfy: 'ntfy', terminal: 'terminal', mcp: 'MCP' };
export function place(surface) {
  return places[surface] ?? shown_line(surface);
}

const kinds = { user_question: 'Question', plan_approval: 'Plan', plan_entry: 'Plan mode', permission: 'Permission', elicitation: 'Form' };
export function kind_name(kind) {
  return kinds[kind] ?? 'Question';
}

// The mark that an agent puts at a label's end is told by a badge instead.
export function label_of(option) {
  return option.recommended ? option.label.replace(/\s*\(recommended\)\s*$/i, '') || option.label : option.label;
}

function question_of(dialog) {
  return dialog.questions.find(({ text }) => text)?.text || dialog.title || 'A question';
}

// "claude-code · shop-api"
export const from_words = ({ agent, project }) => [agent, project].filter(Boolean).join(' · ');

// What one line in a list says a dialog is about: of a permission, what it would do.
export function about(dialog) {
  return shown_line(dialog.kind === 'permission' || dialog.kind === 'elicitation' ? dialog.title || question_of(dialog) : question_of(dialog));
}

function chosen(question, answer) {
  const labels = answer.options.map((id) => {
    const option = question.options.find((each) => each.id === id);
    return option ? label_of(option) : id;
  });
  if (answer.text !== null) labels.push(`“${answer.text}”`);
  let words = labels.map(shown_line).join(', ');
  if (answer.edited !== undefined) words += ' (edited)';
  if (answer.note) words += ` (note: “${shown_line(answer.note)}”)`;
  return words;
}

// "SQLite file cache"; with several questions "Redis; later".
function answer_words(dialog) {
  const words = dialog.questions.filter(({ id }) => dialog.answers[id]).map((question) => chosen(question, dialog.answers[question.id])).filter(Boolean);
  if (words.length === 0 && dialog.response) return `“${shown_line(dialog.response)}”`;
  return words.join('; ');
}

function rule_words(by) {
  return !by.rule || by.rule === 'built-in' ? 'built-in rule' : `rule “${shown_line(by.rule)}”`;
}

function who_and_when({ by, at }) {
  if (by.kind === 'policy') return `${rule_words(by)}, ${moment(at)}`;
  if (by.kind !== 'person') return moment(at);
  return [by.name ? shown_line(by.name) : 'a person', by.surface && place(by.surface), moment(at)].filter(Boolean).join(', ');
}

function answered_words(dialog, by) {
  const answer = answer_words(dialog) || 'no answer';
  if (dialog.outcome.by.kind === 'terminal') return { picture: 'terminal', words: `answered in the terminal: ${answer} — ${by}` };
  if (dialog.outcome.delivery === 'stale') return { picture: 'expired', words: `stale, the session moved on: ${answer} — ${by}` };
  return { picture: 'answered', words: `${answer} — ${by}` };
}

// {picture, words}: what became of a dialog; the name of a picture that says the same.
export function ending(dialog) {
  const { outcome, state } = dialog;
  if (!outcome || state === 'open') return { picture: '', words: 'open' };
  const by = who_and_when(outcome);
  switch (state) {
    case 'answered': return answered_words(dialog, by);
    case 'defaulted': return { picture: 'defaulted', words: `default: ${answer_words(dialog)} — ${by}` };
    case 'denied': return { picture: 'denied', words: `nobody answered: refused — ${by}` };
    case 'left': return { picture: 'terminal', words: left_words(outcome, by) };
    case 'cancelled': return { picture: 'cancelled', words: `cancelled — ${by}` };
    case 'expired': return { picture: 'expired', words: `expired, nobody answered — ${moment(outcome.at)}` };
    default: return { picture: '', words: state };
  }
}

function left_words(outcome, by) {
  if (outcome.by.kind === 'agent') return `the agent was gone — ${moment(outcome.at)}`;
  if (outcome.by.kind === 'terminal') return `ended in the terminal — ${moment(outcome.at)}`;
  return `left to the terminal — ${by}`;
}

const deliveries = {
  pending: 'on its way to the agent', delivered: 'the agent has it', undelivered: 'the agent does not have it yet', stale: 'the session moved on before it came',
};
export function delivery_words(delivery) {
  return deliveries[delivery] ?? '';
}

// What policy ended can still be answered.
export const can_answer_late = (dialog) => ['left', 'defaulted', 'denied'].includes(dialog.state);
