import { toast } from 'svelte-sonner';
import { render, screen, within } from '@testing-library/svelte';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { fail } from '#contract/failure';
import Toasts from '../../../renderer/ui/Toasts.svelte';
import { focusRegion } from '../../../renderer/app/shell/regions';
import { dismissToasts, showFailure, showToast } from '../../../renderer/ui/toast';

interface ToastOptions {
  readonly id: string;
  readonly onAutoClose: () => void;
}
const toastError = vi.spyOn(toast, 'error').mockReturnValue(0);
const lastToast = () => toastError.mock.calls.at(-1) as unknown as [string, ToastOptions];
afterAll(() => toastError.mockRestore());

test('counts a repeated failure in its visible message instead of showing it again', () => {
  showFailure(fail('service-broken'));
  const [title, { id, onAutoClose }] = lastToast();
  expect(title).toBe('The service has a problem');
  showFailure(fail('service-broken'));
  expect(lastToast()).toMatchObject(['The service has a problem (2 times)', { id }]);
  showFailure(fail('endless-list')); // not shown by other test files, whose occurrences would count too
  expect(lastToast()[0]).toBe('The service’s list does not end');
  expect(lastToast()[1].id).not.toBe(id);
  onAutoClose();
  showFailure(fail('service-broken'));
  expect(lastToast()[0]).toBe('The service has a problem');
});

test('logs an unexpected failure to the console by its class name only', () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  showFailure(new TypeError('Violet Juns is not a function'));
  showFailure(fail('unexpected', { cause: 'RangeError: Violet Juns' }));
  showFailure(fail('unexpected', { cause: 'Violet Juns' }));
  showFailure(fail('disk-full'));
  expect(consoleError.mock.calls).toEqual([['TypeError'], ['RangeError'], ['UnknownError']]);
  consoleError.mockRestore();
});

test('keeps a message with an action for 20 seconds, and F6 reaches it', async () => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  render(Toasts);
  const run = vi.fn();
  showToast('3 findings waived', { action: { label: 'Undo', run } });
  showToast('Copied');
  await vi.advanceTimersByTimeAsync(19_000);
  expect(screen.queryByText('Copied')).toBeNull();
  expect(screen.getByText('3 findings waived')).toBeTruthy();
  focusRegion(1);
  const focused = document.activeElement?.closest<HTMLElement>('[data-sonner-toast]');
  if (!focused) throw new Error('F6 reached no message');
  expect(focused.textContent).toContain('3 findings waived');
  within(focused).getByRole('button', { name: 'Undo' }).click();
  expect(run).toHaveBeenCalledOnce();
});

test('removes a message with an unused action after its time is over', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  showToast('View deleted', { action: { label: 'Undo', run: vi.fn() } });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.getByText('View deleted')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(21_000);
  expect(screen.queryByText('View deleted')).toBeNull();
});

test('closes the messages of a connection that is closed, with their actions', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  showToast('View deleted', { action: { label: 'Undo', run: vi.fn() } });
  showToast('The view was not deleted', { tone: 'bad' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(2);
  dismissToasts();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
});

test('announces a message without its buttons, once screen readers know its live region', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  showToast('2 findings assigned', { text: 'To Ann', action: { label: 'Undo', run: vi.fn() } });
  await vi.advanceTimersByTimeAsync(20);
  const live = () => [...document.querySelectorAll('[aria-live=polite], [aria-live=assertive]')];
  const messageRegions = () =>
    live().filter(({ textContent }) => textContent.includes('2 findings assigned'));
  expect(messageRegions().map((region) => region.hasAttribute('data-silent'))).toEqual([true]);
  await vi.advanceTimersByTimeAsync(200);
  expect(messageRegions().map((region) => region.hasAttribute('data-silent'))).toEqual([false]);
  expect(live().flatMap((region) => [...region.querySelectorAll('button')])).toEqual([]);
});

test('closes messages that newer ones hide', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  for (let number = 1; number <= 6; number += 1)
    showToast(`${number} marked`, { action: { label: 'Undo', run: vi.fn() } });
  await vi.advanceTimersByTimeAsync(2_000);
  const shown = [...document.querySelectorAll('[data-sonner-toast]')].map(
    (message) => /\d marked/.exec(message.textContent)?.[0],
  );
  expect(new Set(shown)).toEqual(new Set(['3 marked', '4 marked', '5 marked', '6 marked']));
});

test('closes no other message when the action of one is used', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  const show = (number: number) =>
    showToast(`${number} marked`, { action: { label: `Undo ${number}`, run: vi.fn() } });
  for (let number = 1; number <= 4; number += 1) show(number);
  await vi.advanceTimersByTimeAsync(1_000);
  screen.getByRole('button', { name: 'Undo 4', hidden: true }).click();
  await vi.advanceTimersByTimeAsync(1_000);
  show(5);
  await vi.advanceTimersByTimeAsync(2_000);
  const shown = [...document.querySelectorAll('[data-sonner-toast]')].map(
    (message) => /\d marked/.exec(message.textContent)?.[0],
  );
  expect(new Set(shown)).toEqual(new Set(['1 marked', '2 marked', '3 marked', '5 marked']));
});

test('collapses messages that moved away from the pointer, once the pointer moves elsewhere', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(Toasts);
  for (let number = 1; number <= 3; number += 1)
    showToast(`${number} marked`, { action: { label: 'Undo', run: vi.fn() } });
  await vi.advanceTimersByTimeAsync(1_000);
  const list = document.querySelector('[data-sonner-toaster]');
  const isExpanded = () => list?.querySelector('[data-expanded=true]') !== null;
  list?.dispatchEvent(new MouseEvent('mouseenter', { clientX: 900, clientY: 400 }));
  await vi.advanceTimersByTimeAsync(100);
  // The message under the pointer was closed: the pointer left the list without a movement.
  list?.dispatchEvent(new MouseEvent('mouseleave', { clientX: 900, clientY: 400 }));
  await vi.advanceTimersByTimeAsync(100);
  expect(isExpanded()).toBe(true);
  const movement = { bubbles: true, clientX: 600, clientY: 300 };
  screen.getByText('2 marked').dispatchEvent(new PointerEvent('pointermove', movement));
  await vi.advanceTimersByTimeAsync(100);
  expect(isExpanded()).toBe(true);
  document.body.dispatchEvent(new PointerEvent('pointermove', movement));
  await vi.advanceTimersByTimeAsync(100);
  expect(isExpanded()).toBe(false);
});

test('returns the focus from a used message to the list, or to the text field that had it', async () => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  const page = document.createElement('main');
  page.innerHTML = '<input><div role="grid" tabindex="0"></div><aside><button>Waive…</button></aside>';
  document.body.append(page);
  onTestFinished(() => {
    page.remove();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  render(Toasts);
  const useMessage = async (from: string) => {
    page.querySelector<HTMLElement>(from)?.focus();
    showToast('1 finding reviewed', { action: { label: 'Undo the mark', run: vi.fn() } });
    await vi.advanceTimersByTimeAsync(1_000);
    const undo = screen.getByRole('button', { name: 'Undo the mark', hidden: true });
    undo.focus();
    undo.click();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(screen.queryByText('1 finding reviewed')).toBeNull();
    return document.activeElement;
  };
  expect(await useMessage('[role=grid]')).toBe(page.querySelector('[role=grid]'));
  expect(await useMessage('aside button')).toBe(page.querySelector('[role=grid]'));
  expect(await useMessage('input')).toBe(page.querySelector('input'));
});
