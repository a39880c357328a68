import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import GridTip from '../../../renderer/grid/GridTip.svelte';

const showPopover = vi.fn();
const hidePopover = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  // jsdom has no popovers and no layout.
  Object.assign(HTMLElement.prototype, { showPopover, hidePopover });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  document.body.replaceChildren();
});

/** Returns a cell with this text, which overflows by `overflow` pixels. */
function cellOf(text: string, overflow: number): HTMLElement {
  const cell = document.createElement('div');
  cell.id = 'active';
  cell.setAttribute('role', 'gridcell');
  cell.textContent = text;
  Object.defineProperty(cell, 'scrollWidth', { value: cell.clientWidth + overflow });
  document.body.append(cell);
  return cell;
}
const tip = () => document.querySelector('.tip');
const waitForTip = async () => {
  await tick();
  vi.advanceTimersByTime(500);
  await tick();
};

it('shows the full text of a cut cell reached by key until the cursor moves or focus is lost', async () => {
  cellOf('The Adeyemi Living Trust U/A 7/4/1984', 40);
  const props = { scroller: document.body, focused: true, activeId: 'active', gridPosition: [0] };
  const { rerender } = render(GridTip, props);
  await waitForTip();
  expect(showPopover).not.toHaveBeenCalled(); // the list only received focus
  document.body.dispatchEvent(new Event('keydown'));
  await rerender({ ...props, gridPosition: [1] });
  await waitForTip();
  expect(showPopover).toHaveBeenCalledTimes(1);
  expect(tip()?.textContent).toBe('The Adeyemi Living Trust U/A 7/4/1984');
  await rerender({ ...props, gridPosition: [2] });
  expect(hidePopover).toHaveBeenCalledTimes(1);
  expect(tip()?.textContent).toBe('');
  await waitForTip();
  await rerender({ ...props, focused: false, gridPosition: [2] });
  expect(hidePopover).toHaveBeenCalledTimes(2);
});

it('shows the full text of a cut cell under the pointer until it leaves or is pressed', async () => {
  const cell = cellOf('The Adeyemi Living Trust U/A 7/4/1984', 40);
  render(GridTip, { scroller: document.body, focused: false, activeId: 'active', gridPosition: [0] });
  await tick();
  for (const end of ['pointerleave', 'pointerdown']) {
    cell.dispatchEvent(new Event('pointerover', { bubbles: true }));
    await waitForTip();
    expect(tip()?.textContent).toBe('The Adeyemi Living Trust U/A 7/4/1984');
    document.body.dispatchEvent(new Event(end));
    await tick();
    expect(tip()?.textContent).toBe('');
  }
});

it('shows no tooltip for a cell whose text fits, even under the pointer', async () => {
  const cell = cellOf('Open', 0);
  const props = { scroller: document.body, focused: true, activeId: 'active', gridPosition: [0] };
  const { rerender } = render(GridTip, props);
  document.body.dispatchEvent(new Event('keydown'));
  await rerender({ ...props, gridPosition: [1] });
  await waitForTip();
  cell.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await waitForTip();
  expect(showPopover).not.toHaveBeenCalled();
});

it('shows the exact amount of a rounded cell and the value that an edit replaces, cut or not', async () => {
  const cell = cellOf('$5,000.00', 0);
  cell.dataset.exact = 'Exact: $4,999.999';
  cell.dataset.was = '$0.10';
  const props = { scroller: document.body, focused: true, activeId: 'active', gridPosition: [0] };
  const { rerender } = render(GridTip, props);
  document.body.dispatchEvent(new Event('keydown'));
  await rerender({ ...props, gridPosition: [1] });
  await waitForTip();
  expect(tip()?.textContent).toBe('Exact: $4,999.999\nWas: $0.10');
});
