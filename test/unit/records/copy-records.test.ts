import { expect, it, vi } from 'vitest';
import { copyRecords } from '#engine/records/copy-records';
import { Events } from '#common/observable';
import { readerWith, queryOf } from '../cache/temp-cache';

const ROWS = Array.from({ length: 2_500 }, (_, index) => ({ id: index + 1, name: `N${index}` }));
const request = {
  query: queryOf({}),
  selection: { kind: 'all' as const, except: [] },
  columns: ['name'],
  format: 'shown' as const,
};

function createCopy() {
  const copied: string[] = [];
  const logged: unknown[] = [];
  const requests = new Events<{ kind: string; text: string }>();
  requests.emit = ({ text }) => copied.push(text);
  const opened = {
    reader: readerWith({ accounts: ROWS }),
    workspace: { activity: { note: (entry: unknown) => logged.push(entry) } },
    requests,
  };
  const names = { byId: () => Promise.resolve([]), all: () => Promise.resolve(null) };
  const copy = (signal?: AbortSignal) => copyRecords(opened as never, names, request, signal);
  return { copied, logged, copy };
}

it('copies many rows once all are ready, with progress, and logs them once', async () => {
  const { copied, logged, copy } = createCopy();
  let now = 0;
  // Each batch takes as long as the interval of progress updates.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  const steps = [];
  for await (const step of copy()) {
    if (!step.isDone) expect([copied, logged]).toEqual([[], []]);
    steps.push(step);
  }
  clock.mockRestore();
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.slice(0, -1).every(({ isDone }) => !isDone)).toBe(true);
  expect(steps.at(-1)).toEqual({ rows: 2_500, total: 2_500, isDone: true });
  expect(copied.map((text) => text.split('\n').length)).toEqual([2_501]);
  expect(logged).toHaveLength(1);
});

it('leaves the clipboard and the log unchanged if a copy is canceled', async () => {
  const { copied, logged, copy } = createCopy();
  const stop = new AbortController();
  const copying = copy(stop.signal);
  const first = copying.next();
  stop.abort();
  expect(await first).toEqual({ done: true, value: undefined });
  expect([copied, logged]).toEqual([[], []]);
});
