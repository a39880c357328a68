import { expect, it, vi } from 'vitest';
import { Pages, type LoadedPage } from '../../../renderer/ui/pages.svelte';
import { deferredPromise } from '../fakes';

interface Item {
  readonly key: string;
}
const itemsOf = (...keys: readonly string[]): LoadedPage<Item> => ({
  items: keys.map((key) => ({ key })),
  total: keys.length,
});

/** Returns pages whose requests wait, and the requests with the functions that answer them. */
function waitingPages() {
  const requests: { offset: number; answer: (respond: () => LoadedPage<Item>) => void }[] = [];
  const loads: (readonly string[])[] = [];
  const pages = new Pages<Item>(
    (offset) => {
      const { promise, settle } = deferredPromise<() => LoadedPage<Item>>();
      requests.push({ offset, answer: settle });
      return promise.then((respond) => respond());
    },
    { keyOf: ({ key }) => key, onload: ({ items }) => void loads.push(items.map(({ key }) => key)) },
  );
  return { pages, requests, loads };
}

it('keeps rows until a reload ends, and then the current row on its item', async () => {
  const { pages, requests } = waitingPages();
  const first = pages.reload();
  requests[0]?.answer(() => itemsOf('a', 'b'));
  await first;
  pages.current = 1;
  const second = pages.reload();
  expect(pages.total).toBe(2);
  expect(pages.at(1)?.key).toBe('b');
  requests[1]?.answer(() => itemsOf('new', 'a', 'b'));
  await second;
  expect(pages.total).toBe(3);
  expect(pages.current).toBe(2);
  const third = pages.reload();
  requests[2]?.answer(() => itemsOf('new', 'a'));
  await third;
  expect(pages.current).toBe(-1);
});

it('keeps the current row in its place if that is wanted and its item is gone', async () => {
  const responses = [itemsOf('a', 'b', 'c'), itemsOf('a', 'c'), itemsOf('a'), itemsOf()];
  const onswap = vi.fn();
  const pages = new Pages<Item>(() => Promise.resolve(responses.shift() ?? itemsOf()), {
    keyOf: ({ key }) => key,
    keepsPlace: true,
    onswap,
  });
  await pages.reload();
  pages.current = 1;
  for (const row of [1, 0, -1]) {
    await pages.reload();
    expect(pages.current).toBe(row);
  }
  expect(onswap).toHaveBeenCalledTimes(2);
});

it('keeps the current row on its item when a page is requested again after a failure', async () => {
  const { pages, requests } = waitingPages();
  const first = pages.reload();
  requests[0]?.answer(() => itemsOf('a', 'b'));
  await first;
  pages.current = 0;
  const failed = pages.reload();
  requests[1]?.answer(() => {
    throw new Error('not read');
  });
  await failed;
  expect(pages.failure).not.toBeNull();
  const retried = pages.retry();
  requests[2]?.answer(() => itemsOf('new', 'a', 'b'));
  await retried;
  expect(pages.at(pages.current)?.key).toBe('a');
});

it('reloads once more after a reload, however often it was requested during it', async () => {
  const { pages, requests } = waitingPages();
  const reload = pages.reload();
  void pages.reload();
  void pages.reload();
  expect(requests).toHaveLength(1);
  requests[0]?.answer(() => itemsOf('old'));
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.answer(() => itemsOf('new'));
  await reload;
  expect(requests).toHaveLength(2);
  expect(pages.at(0)?.key).toBe('new');
});

it('drops a response that is older than the one shown', async () => {
  const { pages, requests, loads } = waitingPages();
  const load = pages.load(0, 0);
  const reload = pages.reload();
  requests[1]?.answer(() => itemsOf('new'));
  await reload;
  requests[0]?.answer(() => itemsOf('old', 'older'));
  await load;
  expect(pages.at(0)?.key).toBe('new');
  expect(pages.total).toBe(1);
  expect(loads).toEqual([['new']]);
});

it('requests again only the page that failed, and keeps the others', async () => {
  const { pages, requests } = waitingPages();
  const load = pages.load(0, 150);
  requests[0]?.answer(() => itemsOf('a'));
  requests[1]?.answer(() => {
    throw new Error('disk');
  });
  await load;
  expect(pages.failure).not.toBeNull();
  expect(pages.at(0)?.key).toBe('a');
  const retry = pages.retry();
  expect(pages.failure).toBeNull();
  requests[2]?.answer(() => itemsOf('b'));
  await retry;
  expect(requests.map(({ offset }) => offset)).toEqual([0, 100, 100]);
  expect(pages.at(100)?.key).toBe('b');
});

it('requests a failed page again only when asked, not because its rows are still visible', async () => {
  const { pages, requests } = waitingPages();
  const load = pages.load(0, 10);
  requests[0]?.answer(() => {
    throw new Error('not read');
  });
  await load;
  await pages.load(0, 10);
  expect(requests).toHaveLength(1);
  const retry = pages.retry();
  requests[1]?.answer(() => itemsOf('a'));
  await retry;
  expect(pages.at(0)?.key).toBe('a');
});
