import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import GridTip from '../../../renderer/grid/GridTip.svelte';

const shown = vi.fn();
const hidden = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  // jsdom knows no popovers and lays nothing out.
  Object.assign(HTMLElement.prototype, { showPopover: shown, hidePopover: hidden });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

/** A cell of these words, of which so many pixels have no room. */
function cellOf(words: string, beyond: number): HTMLElement {
  const cell = document.createElement('div');
  cell.id = 'active';
  cell.setAttribute('role', 'gridcell');
  cell.textContent = words;
  Object.defineProperty(cell, 'scrollWidth', { value: cell.clientWidth + beyond });
  document.body.append(cell);
  return cell;
}
const tip = () => document.querySelector('.tip');
const rest = async () => {
  await tick();
  vi.advanceTimersByTime(500);
  await tick();
};

it('what a cell under the cursor has no room for is said in full once a key moved it there, and goes when it moves', async () => {
  cellOf('The Adeyemi Living Trust U/A 7/4/1984', 40);
  const props = { scroller: document.body, focused: true, activeId: 'active', moved: [0] };
  const { rerender } = render(GridTip, props);
  await rest();
  expect(shown).not.toHaveBeenCalled(); // the list was only arrived at
  document.body.dispatchEvent(new Event('keydown'));
  await rerender({ ...props, moved: [1] });
  await rest();
  expect(shown).toHaveBeenCalledTimes(1);
  expect(tip()?.textContent).toBe('The Adeyemi Living Trust U/A 7/4/1984');
  await rerender({ ...props, focused: false, moved: [2] });
  expect(hidden).toHaveBeenCalledTimes(1);
  expect(tip()?.textContent).toBe('');
});

it('a cell with room for its words has no tooltip, under the pointer either', async () => {
  const cell = cellOf('Open', 0);
  const props = { scroller: document.body, focused: true, activeId: 'active', moved: [0] };
  const { rerender } = render(GridTip, props);
  document.body.dispatchEvent(new Event('keydown'));
  await rerender({ ...props, moved: [1] });
  await rest();
  cell.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await rest();
  expect(shown).not.toHaveBeenCalled();
});
