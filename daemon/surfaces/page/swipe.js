// A horizontal swipe over a card: on_swipe(element, (by) => ...), by is 1 for the next one and -1 for the one before.
const least_px = 70;
const steepest = 0.5;

export function on_swipe(element, go) {
  let start = null;
  const scrolls_sideways = (target) => {
    for (let each = target; each && each !== element; each = each.parentElement) {
      if (each.scrollWidth > each.clientWidth + 4 && getComputedStyle(each).overflowX !== 'visible') return true;
    }
    return false;
  };
  element.addEventListener('touchstart', (event) => {
    const one = event.touches.length === 1 && !event.target.closest('textarea, input') && !scrolls_sideways(event.target);
    start = one ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { passive: true });
  element.addEventListener('touchend', (event) => {
    if (!start) return;
    const x = event.changedTouches[0].clientX - start.x;
    const y = event.changedTouches[0].clientY - start.y;
    start = null;
    if (Math.abs(x) >= least_px && Math.abs(y) <= Math.abs(x) * steepest) go(x < 0 ? 1 : -1);
  }, { passive: true });
}
