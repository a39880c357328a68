import { fireEvent, render, screen } from '@testing-library/svelte';
import { X } from '@lucide/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import IconButton from '../../../renderer/ui/IconButton.svelte';

const onclick = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  render(IconButton, { label: 'Close', shortcut: 'Ctrl+W', icon: X, onclick });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

const button = () => screen.getByRole('button', { name: 'Close' });
const tip = () => document.querySelector('.tooltip');
const waitForTooltip = async () => {
  await tick();
  await vi.advanceTimersByTimeAsync(600);
};

it('shows a tooltip after the pointer rests on its element and hides it on leave', async () => {
  const closeButton = button();
  expect(tip()).toBeNull();
  await fireEvent.pointerEnter(closeButton);
  await tick();
  await vi.advanceTimersByTimeAsync(400);
  expect(tip()).toBeNull();
  await waitForTooltip();
  expect(tip()?.textContent).toContain('Close');
  expect(button()).toBe(closeButton);
  // The tooltip is the button's name: as its description it would be read twice.
  expect(closeButton.hasAttribute('aria-describedby')).toBe(false);
  expect(closeButton.getAttribute('aria-keyshortcuts')).toBe('Control+W');
  await fireEvent.pointerLeave(closeButton);
  await waitForTooltip();
  expect(tip()).toBeNull();
});

it('shows the tooltip at once on keyboard focus and hides it on blur', async () => {
  const closeButton = button();
  closeButton.focus();
  await tick();
  await tick();
  expect(tip()?.textContent).toContain('Close');
  expect(document.activeElement).toBe(closeButton);
  closeButton.blur();
  await waitForTooltip();
  expect(tip()).toBeNull();
});

it('passes an early click to the button and shows no tooltip after it', async () => {
  await fireEvent.pointerEnter(button());
  await fireEvent.pointerDown(button());
  await fireEvent.click(button());
  expect(onclick).toHaveBeenCalledOnce();
  await waitForTooltip();
  expect(tip()).toBeNull();
});

it("leaves the state of a menu on the menu's button, which its style needs", async () => {
  render(IconButton, { label: 'More', icon: X, 'data-state': 'open' });
  const menuButton = screen.getByRole('button', { name: 'More' });
  expect(menuButton.matches('[data-tooltip-trigger][data-state=open]')).toBe(true);
  await fireEvent.pointerEnter(menuButton);
  await waitForTooltip();
  expect(tip()?.textContent).toContain('More');
  expect(menuButton.matches('[data-tooltip-trigger][data-state=open]')).toBe(true);
});

it('shows no tooltip on a control that has the focus for an instant only', async () => {
  const closeButton = button();
  closeButton.focus();
  closeButton.blur();
  await waitForTooltip();
  expect(tip()).toBeNull();
});
