import { expect, it, vi } from 'vitest';
import { ColumnArrangement } from '../../../renderer/grid/arrangement.svelte';
import { HeadingDrag } from '../../../renderer/grid/heading-drag.svelte';
import { column } from './support';

/** Returns a grid of two columns of 100 pixels by default, 282 on screen, and a function that drags the first's edge. */
function wideGrid() {
  const onLayout = vi.fn();
  const arrangement = new ColumnArrangement(onLayout);
  arrangement.use([column('name'), column('city')], null);
  arrangement.availableWidth = 600;
  const widths = () => arrangement.placed.map(({ width }) => width);
  const dragEdge = (positions: readonly number[], end: 'pointerup' | 'pointercancel') => {
    const edge = Object.assign(document.createElement('span'), { setPointerCapture: () => undefined });
    const drag = new HeadingDrag(arrangement);
    edge.addEventListener('pointerdown', (event) => {
      const [place] = arrangement.placed;
      if (place) drag.resize(event, place);
    });
    edge.dispatchEvent(new PointerEvent('pointerdown', { clientX: 300 }));
    for (const clientX of positions) edge.dispatchEvent(new PointerEvent('pointermove', { clientX }));
    edge.dispatchEvent(new PointerEvent(end));
  };
  return { arrangement, onLayout, widths, dragEdge };
}

it('sets and reports the width of a column whose edge was dragged', () => {
  const { arrangement, onLayout, widths, dragEdge } = wideGrid();
  expect(widths()).toEqual([282, 282]);
  dragEdge([320, 340], 'pointerup');
  expect(widths()).toEqual([322, 242]);
  expect(onLayout).toHaveBeenCalledExactlyOnceWith(arrangement.layout, expect.any(Function));
});

it('leaves a column as it was if the drag of its edge is canceled or ends where it began', () => {
  for (const [positions, end] of [
    [[340], 'pointercancel'],
    [[340, 300], 'pointerup'],
  ] as const) {
    const { arrangement, onLayout, widths, dragEdge } = wideGrid();
    dragEdge(positions, end);
    expect(widths()).toEqual([282, 282]);
    arrangement.availableWidth = 800;
    expect(widths()).toEqual([382, 382]); // it still fills spare space
    expect(onLayout).not.toHaveBeenCalled();
  }
});
