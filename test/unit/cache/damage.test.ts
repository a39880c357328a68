import { expect, it } from 'vitest';
import { FailureError, type Failure } from '#contract/failure';
import { watchDamage } from '#engine/cache/schema/damage';

const throwDamaged = (): never => {
  throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
};

const raise = (error: Error): never => {
  throw error;
};

class LazyRows {
  readonly #rows = ['a'];
  first(): string {
    return this.#rows[0] ?? throwDamaged();
  }
  last(): string {
    return throwDamaged();
  }
  get count(): number {
    return throwDamaged();
  }
  *[Symbol.iterator](): Generator<string> {
    yield* this.#rows;
    yield throwDamaged();
  }
}
class MoreRows extends LazyRows {}

const reader = {
  lazyRows: () => new LazyRows(),
  moreRows: () => new MoreRows(),
  closures: () => ({ last: throwDamaged }),
  generator: function* () {
    yield throwDamaged();
  },
  delayed: async () => {
    await Promise.resolve();
    return throwDamaged();
  },
  list: () => ['a'],
  map: () => new Map([['a', 1]]),
  bytes: () => new Uint8Array([1]),
  date: () => new Date(0),
  facts: () => ({ count: 1, rows: ['a'] }),
};

it.each<[string, (watched: typeof reader) => unknown]>([
  ['a method of a class instance', (watched) => watched.lazyRows().last()],
  ['an inherited method', (watched) => watched.moreRows().last()],
  ['a getter', (watched) => watched.lazyRows().count],
  ['the iteration of a class instance', (watched) => [...watched.lazyRows()]],
  ['a function of an object', (watched) => watched.closures().last()],
  ['a step of a generator', (watched) => [...watched.generator()]],
  ['a promise', (watched) => watched.delayed()],
])('reports a damaged page read through %s', async (_, read) => {
  const failures: Failure[] = [];
  const watched = watchDamage(reader, 'cache-unreadable', (failure) => failures.push(failure));
  await expect(Promise.resolve().then(() => read(watched))).rejects.toBeInstanceOf(FailureError);
  expect(failures).toMatchObject([{ kind: 'cache-unreadable', cause: 'SQLITE_CORRUPT' }]);
});

it('passes on other errors without a report', () => {
  const failures: Failure[] = [];
  const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const broken = { read: () => raise(error) };
  const watched = watchDamage(broken, 'cache-unreadable', (failure) => failures.push(failure));
  expect(() => watched.read()).toThrow(error);
  expect(failures).toEqual([]);
});

it('keeps the private fields of a class instance readable', () => {
  expect(watchDamage(reader, 'cache-unreadable').lazyRows().first()).toBe('a');
});

it('returns plain data unwrapped, so that it can be sent to another thread', () => {
  const watched = watchDamage(reader, 'cache-unreadable');
  for (const response of [watched.list(), watched.map(), watched.bytes(), watched.date(), watched.facts()])
    expect(structuredClone(response)).toEqual(response);
});
