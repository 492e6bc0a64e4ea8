// How long answers took, who gave them, and what was decided without anybody.
import * as api from './api.js';
import { h, said_line, set, svg } from './dom.js';
import { panel, table } from './panels.js';
import { duration, place } from './words.js';

const spans = [['7', '7 days'], ['30', '30 days'], ['365', 'a year'], ['0', 'ever']];
const outcome_names = { answered: 'answered', defaulted: 'by default', denied: 'refused by a rule', left: 'left to the terminal', cancelled: 'cancelled', expired: 'expired' };
const bar_width = 120;

// "10s", "5m", "4h": bounds are whole units.
function bound(ms) {
  for (const [length, unit] of [[86_400_000, 'd'], [3_600_000, 'h'], [60_000, 'm'], [1000, 's']]) if (ms >= length) return `${ms / length}${unit}`;
  return `${ms}ms`;
}

const roughly = (ms) => (ms === null || ms === undefined ? '–' : ms < 1000 ? 'under 1s' : duration(ms));

function length_bar(share) {
  return svg('svg', { class: 'length', viewBox: `0 0 ${bar_width} 14`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'bar-fill', x: 0, y: 0, width: share > 0 ? Math.max(3, share * bar_width) : 0, height: 14, rx: 3 }));
}

function picture(buckets) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const name = ({ up_to_ms }, i) => (up_to_ms === null ? `over ${bound(buckets[i - 1].up_to_ms)}` : `${i === 0 ? 'up to ' : ''}${bound(up_to_ms)}`);
  return h('table', { class: 'table lengths' }, h('caption', { class: 'unseen' }, 'How many answers took how long'),
    h('tbody', {}, buckets.map((bucket, i) => h('tr', {},
      h('th', { scope: 'row' }, name(bucket, i)), h('td', {}, length_bar(bucket.count / most)), h('td', {}, bucket.count.toLocaleString())))));
}

const figure = (name, value) => h('div', { class: 'figure' }, h('dt', {}, name), h('dd', {}, value));
const with_times = (row, name) => ({ name, under: `half within ${roughly(row.median_ms)}, nine in ten within ${roughly(row.p90_ms)}`, value: row.count.toLocaleString() });

export class NumbersView {
  element;
  #span = h('select', { 'aria-label': 'Time span' }, spans.map(([value, name]) => h('option', { value, selected: value === '30' }, name)));
  #place = h('div', {});
  #asked = 0;

  constructor() {
    this.#span.addEventListener('change', () => this.load());
    this.element = h('section', { class: 'view', 'aria-label': 'Numbers' },
      h('div', { class: 'search' }, h('label', { class: 'span' }, 'What ended within ', this.#span)), this.#place);
  }

  async load() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const stats = await api.stats(this.#span.value);
      if (asked === this.#asked) this.#show(stats);
    } catch (error) {
      if (asked === this.#asked) set(this.#place, h('p', { class: 'note-line', role: 'alert' }, error.message));
    }
  }

  #show({ answers, people, surfaces, outcomes, rules }) {
    const ended = Object.entries(outcomes).filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
    if (ended.length === 0) {
      set(this.#place, h('p', { class: 'note-line' }, 'Nothing has ended in this time.'));
      return;
    }
    set(this.#place,
      panel('How long people took',
        h('dl', { class: 'figures' }, figure('Half within', roughly(answers.median_ms)), figure('Nine in ten within', roughly(answers.p90_ms))),
        answers.count > 0 && picture(answers.buckets)),
      people.length > 0 && panel('Who answered', table(people.map((row) => with_times(row, said_line(row.name))))),
      surfaces.length > 0 && panel('Where', table(surfaces.map((row) => with_times(row, place(row.name))))),
      panel('How it ended', table(ended.map(([state, count]) => ({ name: outcome_names[state] ?? state, value: count.toLocaleString() })))),
      rules.length > 0 && panel('Decided by rules', table(rules.map(({ name, count }) => ({ name: said_line(name), value: count.toLocaleString() })))));
  }
}
