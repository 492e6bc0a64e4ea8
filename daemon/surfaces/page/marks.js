// Small pictures beside words, which say the same; drawn here, since not every system has them in a font.
import { svg } from './dom.js';

const paths = {
  answered: ['M4 12.5 L9.5 18 L20 6.5'],
  defaulted: ['M12 21a8 8 0 1 0 0-16a8 8 0 0 0 0 16z', 'M12 9v4l2.5 2', 'M9.5 2.5h5'],
  denied: ['M12 21a9 9 0 1 0 0-18a9 9 0 0 0 0 18z', 'M7.5 12h9'],
  terminal: ['M3 5h18v14H3z', 'M7 9.5l3 2.5l-3 2.5', 'M12.5 15h4'],
  cancelled: ['M6 6l12 12', 'M18 6L6 18'],
  expired: ['M6 3h12', 'M6 21h12', 'M7 3c0 5 5 6 5 9s-5 4-5 9', 'M17 3c0 5-5 6-5 9s5 4 5 9'],
};

export function mark(name) {
  return svg('svg', { class: 'mark', viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': 'true', focusable: 'false' },
    (paths[name] ?? []).map((d) => svg('path', { d, fill: 'none', stroke: 'currentColor', 'stroke-width': 2.2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })));
}
