import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Announcement from '../../../renderer/ui/Announcement.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const announcedText = () => document.querySelector('[aria-live=polite]')?.textContent.trim();

test('announces a text once and removes it so that a closing dialog does not repeat it', async () => {
  const { rerender } = render(Announcement, { text: '4 accounts' });
  await vi.advanceTimersByTimeAsync(10);
  expect(announcedText()).toBe('4 accounts');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(announcedText()).toBe('');
  await rerender({ text: '4 accounts', version: 2 });
  await vi.advanceTimersByTimeAsync(10);
  expect(announcedText()).toBe('4 accounts');
});

test('announces at most once per interval, with the latest text', async () => {
  const { rerender } = render(Announcement, { text: '1 of 9', intervalMs: 2_000 });
  await vi.advanceTimersByTimeAsync(10);
  for (const done of [2, 3, 4]) {
    await rerender({ text: `${done} of 9` });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(announcedText()).toBe('1 of 9');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(announcedText()).toBe('4 of 9');
});

test('removes an announced text even if it becomes blank before that', async () => {
  const { rerender } = render(Announcement, { text: 'Copied' });
  await vi.advanceTimersByTimeAsync(10);
  await rerender({ text: '' });
  expect(announcedText()).toBe('Copied');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(announcedText()).toBe('');
});
