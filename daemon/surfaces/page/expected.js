// What the field of a form takes, in words and as a check beside the field. The daemon judges every answer
// again; this only saves a round trip, so it says the same words and lets through what it does not know.

const formats = {
  email: { words: 'an email address', fits: (text) => /^[^@\s]+@[^@\s]+$/.test(text) },
  uri: { words: 'a link like https://example.org/', fits: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) },
  date: { words: 'a date like 2026-11-30', fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && is_date(text) },
  'date-time': {
    words: 'a time like 2026-11-30T14:02:00Z',
    fits: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && is_date(text.slice(0, 10)),
  },
};

function is_date(text) {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text);
}

const given = (limit) => limit !== undefined && limit !== null;

function range(least, most) {
  if (given(least) && given(most)) return `from ${least} to ${most}`;
  if (given(least)) return `of at least ${least}`;
  return given(most) ? `of at most ${most}` : '';
}

function items({ min_items: least, max_items: most }) {
  if (!given(least) && !given(most)) return '';
  if (given(least) && given(most)) return `${least === most ? least : `from ${least} to ${most}`} of the options`;
  return `${given(least) ? `at least ${least}` : `at most ${most}`} of the options`;
}

// "a whole number from 0 to 150"; empty where any answer would do.
export function expected_words(question) {
  const { expects } = question;
  if (!expects) return '';
  if (question.multi_select) return items(expects);
  if (question.options.length > 0) return '';
  const numbers = range(expects.minimum, expects.maximum);
  if (expects.type === 'integer') return `a whole number ${numbers}`.trim();
  if (expects.type === 'number') return `a number ${numbers}`.trim();
  let length = range(expects.min_length, expects.max_length);
  if (length) length += ' characters';
  const format = formats[expects.format];
  if (format) return `${format.words} ${length}`.trim();
  return length ? `a text ${length}` : '';
}

const within = (value, least, most) => (!given(least) || value >= least) && (!given(most) || value <= most);

function text_fits(expects, text) {
  if (expects.type === 'integer' || expects.type === 'number') {
    const number = text.trim();
    const shape = expects.type === 'integer' ? /^-?(0|[1-9]\d*)$/ : /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
    return shape.test(number) && within(Number(number), expects.minimum, expects.maximum);
  }
  const format = formats[expects.format];
  return (!format || format.fits(text)) && within([...text].length, expects.min_length, expects.max_length);
}

// Why this answer does not fit what the question expects; empty where it fits.
export function misfit(question, answer) {
  const { expects } = question;
  if (!expects) return '';
  const fits = question.multi_select
    ? within(answer.options.length, expects.min_items, expects.max_items)
    : answer.text === null || text_fits(expects, answer.text);
  return fits ? '' : `Expected ${expected_words(question)}.`;
}
