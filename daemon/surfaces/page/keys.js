// What keys do while no text is typed: 1-9 choose, left and right turn the pages, Enter answers.
const has_own_keys = (target) => target.matches?.('textarea, select, pre, input:not([type=radio], [type=checkbox])');

// `view()` gives the OpenView while it is in front, else null.
export function listen_for_keys(view) {
  document.addEventListener('keydown', (event) => {
    const open = view();
    if (!open || event.defaultPrevented || event.isComposing || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      open.card?.enter();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey || has_own_keys(event.target)) return;
    if (take(event, open)) event.preventDefault();
  });
}

function take({ key, target }, open) {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    open.step(key === 'ArrowRight' ? 1 : -1);
    return true;
  }
  if (/^[1-9]$/.test(key)) return open.card?.pick(Number(key)) ?? false;
  if (key === 'Enter' && !target.closest?.('button, a, summary')) {
    open.card?.enter();
    return Boolean(open.card);
  }
  return false;
}
