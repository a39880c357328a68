import { expect, it } from 'vitest';
import { collectFeeLines, readEntryHeads, MAX_FEE_ROWS } from '#engine/features/reconcile/archive';
import { FeeLineReader } from '#engine/features/reconcile/lines';
import type { OpenArchive } from '#engine/features/reconcile/sources';
import type { FileRow } from '#engine/files/tables/table';
import { fail, failureOf } from '#contract/failure';
import { mapping } from './memory';

const BATCH = Array.from({ length: 500 }, (_, index) => ({
  number: index + 1,
  cells: [`00${index}`, '1.00'],
}));

const signal = new AbortController().signal;

/** An archive with one file that never ends, as a small archive can unpack to. */
function endlessArchive(batch: readonly FileRow[] = BATCH) {
  const archiveState = { batches: 0, closed: false };
  const archive: OpenArchive = {
    sha256: '',
    changed: false,
    bytes: 1_900_000,
    name: 'bomb.zip',
    entries: ['SWB_fees.csv'],
    async *rows() {
      try {
        for (;;) {
          archiveState.batches += 1;
          yield await Promise.resolve(batch);
        }
      } finally {
        archiveState.closed = true;
      }
    },
    close: () => Promise.resolve(),
  };
  return { archive, archiveState };
}

it('stops at the row limit and reports a file with more rows than any firm bills', async () => {
  const { archive, archiveState } = endlessArchive();
  const failed = await collectFeeLines(archive, [mapping()], signal, 5_000).catch(failureOf);
  expect(failed).toEqual({ kind: 'too-large', where: 'SWB_fees.csv' });
  // The eleventh batch of 500 exceeds 5,000.
  expect(archiveState).toEqual({ batches: 11, closed: true });
  expect(MAX_FEE_ROWS).toBeGreaterThanOrEqual(10 * 50_000); // fifty thousand accounts are a large firm
});

it('stops reading when the result is no longer needed', async () => {
  const { archive, archiveState } = endlessArchive();
  const stop = new AbortController();
  const reading = collectFeeLines(archive, [mapping()], stop.signal).catch(failureOf);
  stop.abort(fail('canceled'));
  expect(await reading).toEqual({ kind: 'canceled' });
  expect(archiveState).toEqual({ batches: 1, closed: true });
});

it('keeps only as many first lines, cells and characters as column detection needs', async () => {
  const { archive, archiveState } = endlessArchive([
    { number: 1, cells: Array.from({ length: 10_000 }, () => '9'.repeat(5_000)) },
  ]);
  const [head] = await readEntryHeads(archive, signal);
  expect(head?.rows.length).toBe(200);
  expect(head?.rows[0]?.map((cell) => cell.length)).toEqual(Array.from({ length: 60 }, () => 1_000));
  expect(archiveState.closed).toBe(true);
});

it('rejects an archive whose first lines alone fill the memory, and stops reading', async () => {
  const { archive, archiveState } = endlessArchive();
  const many = { ...archive, entries: Array.from({ length: 50 }, (_, index) => `${index}.csv`) };
  // Two hundred lines of about ten characters each: the second file exceeds the remaining limit.
  expect(await readEntryHeads(many, signal, 3_000).catch(failureOf)).toEqual({
    kind: 'too-large',
    where: 'bomb.zip',
  });
  expect(archiveState.batches).toBe(2);
});

it('reads no first lines if they are no longer needed', async () => {
  const { archive, archiveState } = endlessArchive();
  const stop = AbortSignal.abort(fail('canceled'));
  expect(await readEntryHeads(archive, stop).catch(failureOf)).toEqual({ kind: 'canceled' });
  expect(archiveState.batches).toBe(0);
});

it('truncates a cell to the maximum length of an amount', () => {
  const reader = new FeeLineReader();
  reader.add(mapping(), 1, { number: 2, cells: ['0011', '9'.repeat(1_000_000)] });
  expect(reader.lines[0]?.written.length).toBe(200);
});
