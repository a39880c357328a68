import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Announcement from '../../../renderer/ui/Announcement.svelte';
import ResultAnnouncement from '../../../renderer/ui/ResultAnnouncement.svelte';

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

test('announces the number of results after the filter has changed, once typing pauses', async () => {
  const noun = { singular: 'entry', plural: 'entries' };
  const { rerender } = render(ResultAnnouncement, { filter: {}, total: 12, ...noun });
  await rerender({ total: 13 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announcedText()).toBe('');
  await rerender({ filter: { text: 's' }, total: null });
  await rerender({ total: 3 });
  await vi.advanceTimersByTimeAsync(100);
  await rerender({ filter: { text: 'sm' }, total: 1 });
  await vi.advanceTimersByTimeAsync(390);
  expect(announcedText()).toBe('');
  await vi.advanceTimersByTimeAsync(20);
  expect(announcedText()).toBe('1 entry');
  await rerender({ filter: { text: 'smx' }, total: 0 });
  await vi.advanceTimersByTimeAsync(500);
  expect(announcedText()).toBe('No entries match');
});

test('announces the number of results once per filter, not after each reload', async () => {
  const { rerender } = render(ResultAnnouncement, {
    filter: {},
    total: 12,
    singular: 'change',
    plural: 'changes',
  });
  await rerender({ filter: { text: 's' }, total: 3 });
  await vi.advanceTimersByTimeAsync(500);
  expect(announcedText()).toBe('3 changes');
  await vi.advanceTimersByTimeAsync(5_000);
  await rerender({ total: null });
  await rerender({ filter: { text: 's' }, total: 4 });
  await vi.advanceTimersByTimeAsync(500);
  expect(announcedText()).toBe('');
  await rerender({ filter: {}, total: 12 });
  await vi.advanceTimersByTimeAsync(500);
  expect(announcedText()).toBe('12 changes');
});
