import { expect, it } from 'vitest';
import { collect, MOST_ROWS } from '../../../main/engine/tasks/reconcile/archive';
import { FeeLineReader } from '../../../main/engine/tasks/reconcile/lines';
import type { OpenArchive } from '../../../main/engine/tasks/reconcile/sources';
import { failureOf } from '../../../preload/contract/failure';
import { mapping } from './memory';

const BATCH = Array.from({ length: 500 }, (_, at) => [`00${at}`, '1.00']);

/** An archive whose one file never ends, as a small one can unpack to. */
function endless() {
  const told = { batches: 0, closed: false };
  const archive: OpenArchive = {
    sha256: '',
    changed: false,
    bytes: 1_900_000,
    name: 'bomb.zip',
    entries: ['SWB_fees.csv'],
    async *rows() {
      try {
        for (;;) {
          told.batches += 1;
          yield await Promise.resolve(BATCH);
        }
      } finally {
        told.closed = true;
      }
    },
    close: () => Promise.resolve(),
  };
  return { archive, told };
}

it('a file of more rows than any firm bills is given up at the limit, and says so', async () => {
  const { archive, told } = endless();
  const failed = await collect(archive, [mapping()], { most: 5_000 }).catch(failureOf);
  expect(failed).toEqual({ kind: 'too-large', where: 'SWB_fees.csv' });
  expect(told).toEqual({ batches: 11, closed: true });
  expect(MOST_ROWS).toBeGreaterThanOrEqual(10 * 50_000); // fifty thousand accounts are a large firm
});

it('reading ends when nobody waits for it any more', async () => {
  const { archive, told } = endless();
  const stop = new AbortController();
  const reading = collect(archive, [mapping()], { signal: stop.signal }).catch(failureOf);
  stop.abort();
  expect(await reading).toEqual({ kind: 'canceled' });
  expect(told).toEqual({ batches: 1, closed: true });
});

it('of a cell no more is kept than an amount can be long', () => {
  const reader = new FeeLineReader();
  reader.add(mapping(), 1, ['0011', '9'.repeat(1_000_000)]);
  expect(reader.lines[0]?.written.length).toBe(200);
});
