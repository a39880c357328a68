import { afterEach, expect, it, vi } from 'vitest';
import { RESOURCE_VIEWS } from '../../../renderer/places/resource-views';
import { ResourceList } from '../../../renderer/resource/list/list.svelte';

afterEach(() => vi.useRealTimers());

it('a record that a link led to stays open where the cursor only passed the first row on its way there', () => {
  vi.useFakeTimers();
  const list = new ResourceList({} as never, 'accounts', 'c1', RESOURCE_VIEWS.accounts, () => ({}) as never);
  list.open('7');
  list.followCursor('1');
  vi.advanceTimersByTime(30);
  list.followCursor('7');
  vi.advanceTimersByTime(1_000);
  expect(list.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '7' });
  list.followCursor('8');
  vi.advanceTimersByTime(1_000);
  expect(list.record.trail.at(-1)).toEqual({ resource: 'accounts', key: '8' });
});
