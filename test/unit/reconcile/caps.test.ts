import { expect, it } from 'vitest';
import { collect, headsOf, MOST_ROWS } from '../../../main/engine/tasks/reconcile/archive';
import { FeeLineReader } from '../../../main/engine/tasks/reconcile/lines';
import type { OpenArchive } from '../../../main/engine/tasks/reconcile/sources';
import { fail, failureOf } from '../../../preload/contract/failure';
import { mapping } from './memory';

const BATCH = Array.from({ length: 500 }, (_, at) => [`00${at}`, '1.00']);

const wanted = new AbortController().signal;

/** An archive whose one file never ends, as a small one can unpack to. */
function endless(batch: readonly (readonly string[])[] = BATCH) {
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
          yield await Promise.resolve(batch);
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
  const failed = await collect(archive, [mapping()], wanted, 5_000).catch(failureOf);
  expect(failed).toEqual({ kind: 'too-large', where: 'SWB_fees.csv' });
  expect(told).toEqual({ batches: 11, closed: true });
  expect(MOST_ROWS).toBeGreaterThanOrEqual(10 * 50_000); // fifty thousand accounts are a large firm
});

it('reading ends when nobody waits for it any more', async () => {
  const { archive, told } = endless();
  const stop = new AbortController();
  const reading = collect(archive, [mapping()], stop.signal).catch(failureOf);
  stop.abort(fail('canceled'));
  expect(await reading).toEqual({ kind: 'canceled' });
  expect(told).toEqual({ batches: 1, closed: true });
});

it('of the first lines only so much is kept as columns are told by', async () => {
  const { archive, told } = endless([Array.from({ length: 10_000 }, () => '9'.repeat(5_000))]);
  const [head] = await headsOf(archive, wanted);
  expect(head?.rows.length).toBe(200);
  expect(head?.rows[0]?.map((cell) => cell.length)).toEqual(Array.from({ length: 60 }, () => 1_000));
  expect(told.closed).toBe(true);
});

it('an archive whose files fill the memory with their first lines alone is too large, and read no further', async () => {
  const { archive, told } = endless();
  const many = { ...archive, entries: Array.from({ length: 50 }, (_, at) => `${at}.csv`) };
  // Two hundred lines of some ten characters each: the second file has used up what is left.
  expect(await headsOf(many, wanted, 3_000).catch(failureOf)).toEqual({
    kind: 'too-large',
    where: 'bomb.zip',
  });
  expect(told.batches).toBe(2);
});

it('the first lines are read no further when nobody waits for them', async () => {
  const { archive } = endless();
  const stop = AbortSignal.abort(fail('canceled'));
  expect(await headsOf(archive, stop).catch(failureOf)).toEqual({ kind: 'canceled' });
});

it('of a cell no more is kept than an amount can be long', () => {
  const reader = new FeeLineReader();
  reader.add(mapping(), 1, ['0011', '9'.repeat(1_000_000)]);
  expect(reader.lines[0]?.written.length).toBe(200);
});
