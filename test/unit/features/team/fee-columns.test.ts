import { expect, it } from 'vitest';
import { feeColumnStore } from '#engine/features/reconcile/saved-work/fee-columns';
import { shareFeeColumns } from '#engine/features/reconcile/saved-work/share-columns';
import { MemoryLog } from './memory-log';
import { teamOfTwo, Writer } from './writers';

const COLUMNS = { accountHeading: 'account', amountHeading: 'fee', account: 0, amount: 1 } as const;
const columnsOf = ({ db, store }: Writer) => feeColumnStore(db, shareFeeColumns(store));
/** Heading, position, notation and author of the columns of Schwab's files. */
const columnTexts = (writer: Writer): string[] =>
  columnsOf(writer)
    .confirmed('SWB')
    .map(
      ({ amountHeading, amount, notation, change }) =>
        `${amountHeading} ${amount} ${notation} ${change?.by ?? '-'}`,
    );

it('recognizes columns that a colleague mapped; the last mapping wins', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  columnsOf(anna).remember('SWB', { ...COLUMNS, notation: 'point' }, '2026-11-28T08:00:00.000Z');
  await syncAll();
  expect(columnTexts(ben)).toEqual(['fee 1 point Anna']);
  columnsOf(anna).remember('SWB', { ...COLUMNS, amount: 4, notation: 'point' }, '2026-11-28T09:00:00.000Z');
  columnsOf(ben).remember('SWB', { ...COLUMNS, notation: 'cents' }, '2026-11-28T10:00:00.000Z');
  await ben.run(log);
  await syncAll();
  for (const writer of [anna, ben]) expect(columnTexts(writer)).toEqual(['fee 4 point Anna']);
  const key = JSON.stringify(['SWB', 'account', 'fee']);
  expect(anna.store.items.inOrder('fee-columns', key)).toHaveLength(3); // the earlier ones are kept
  ben.sync.ledger.refold();
  await syncAll();
  expect(columnTexts(ben)).toEqual(['fee 4 point Anna']);
});

it('does not share columns that are confirmed again, and keeps the name of who mapped them', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  columnsOf(anna).remember('SWB', { ...COLUMNS, notation: 'point' }, '2026-11-28T08:00:00.000Z');
  await syncAll();
  const entries = log.rows.length;
  columnsOf(ben).remember('SWB', { ...COLUMNS, notation: 'point' }, '2026-11-28T10:00:00.000Z');
  await syncAll();
  expect(log.rows.length).toBe(entries);
  expect(columnTexts(ben)).toEqual(['fee 1 point Anna']);
});

it('keeps headings with a possible tax ID, and a viewer’s columns, on this computer', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  const entries = log.rows.length;
  const heading = { ...COLUMNS, accountHeading: '078 05 1120', notation: 'point' } as const;
  columnsOf(anna).remember('SWB', heading, '2026-11-28T08:00:00.000Z');
  ben.store.setSharing('refused');
  columnsOf(ben).remember('SWB', { ...COLUMNS, notation: 'point' }, '2026-11-28T08:00:00.000Z');
  await syncAll();
  expect(log.rows.length).toBe(entries);
  expect([columnTexts(anna), columnTexts(ben)]).toEqual([['fee 1 point -'], ['fee 1 point -']]);
});

it('shares the founder’s columns, and those that a joining member brings and the team lacks', async () => {
  for (const bring of [['fee-columns'], []] as const) {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    columnsOf(anna).remember('SWB', { ...COLUMNS, notation: 'point' }, '2026-11-01T08:00:00.000Z');
    columnsOf(ben).remember('SWB', { ...COLUMNS, notation: 'cents' }, '2026-11-02T08:00:00.000Z');
    const total = { ...COLUMNS, amountHeading: 'total', notation: 'comma' } as const;
    columnsOf(ben).remember('SWB', total, '2026-11-02T08:00:00.000Z');
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna, bring);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    const isBrought = bring.length > 0;
    expect(columnTexts(anna).sort()).toEqual([
      'fee 1 point Anna',
      ...(isBrought ? ['total 1 comma Ben'] : []),
    ]);
    expect(columnTexts(ben).sort()).toEqual(['fee 1 point Anna', `total 1 comma ${isBrought ? 'Ben' : '-'}`]);
  }
});
