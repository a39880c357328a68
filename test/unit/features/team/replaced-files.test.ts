import { expect, it } from 'vitest';
import { ReplacedMarks } from '#engine/features/fee-history/saved-work/replaced-marks';
import { shareReplacedMarks } from '#engine/features/team/saved-work/share-fee-files';
import { MemoryLog } from './memory-log';
import { teamOfTwo, Writer } from './writers';

const marksOf = ({ db, store }: Writer) => new ReplacedMarks(db, shareReplacedMarks(store));
const mark = (writer: Writer, fileId: string, note = ''): void =>
  writer.store.transaction(() =>
    marksOf(writer).mark(fileId, { by: writer.name, at: '2026-11-28T08:00:00.000Z', note }),
  );
const markTexts = (writer: Writer): string[] =>
  [...marksOf(writer).all()].map(([fileId, { by, note }]) => `${fileId} ${by}: ${note}`);

it('shares which fee files were replaced, and the undo; no digits of a possible tax ID', async () => {
  const { anna, ben, syncAll } = await teamOfTwo();
  mark(anna, '41', 'Account 078-05-1120 was wrong');
  expect(markTexts(anna)).toEqual(['41 Anna: Account 078-05-1120 was wrong']);
  await syncAll();
  expect(markTexts(ben)).toHaveLength(1);
  expect(markTexts(ben)[0]).toMatch(/^41 Anna: Account .* was wrong$/);
  expect(markTexts(ben)[0]).not.toContain('1120');
  ben.sync.ledger.refold();
  await syncAll();
  expect(markTexts(ben)).toHaveLength(1);
  ben.store.transaction(() => marksOf(ben).remove('41'));
  await syncAll();
  expect([markTexts(anna), markTexts(ben)]).toEqual([[], []]);
});

it('refuses a viewer, and stores nothing', async () => {
  const { ben } = await teamOfTwo();
  ben.store.setSharing('refused');
  expect(() => mark(ben, '41')).toThrow(
    expect.objectContaining({ failure: { kind: 'not-allowed', detail: { code: 'team-viewer' } } }) as Error,
  );
  expect(markTexts(ben)).toEqual([]);
});

it('shares the files that the founder marked before the team', async () => {
  const log = new MemoryLog();
  const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
  mark(anna, '41', 'Billing ran again');
  const team = anna.foundTeam();
  anna.store.items.storeEarlierWork(anna.id);
  anna.store.shareEarlier('all');
  anna.admit(ben);
  ben.join(team, anna, []);
  for (const writer of [anna, ben, anna, ben]) await writer.run(log);
  expect(markTexts(ben)).toEqual(['41 Anna: Billing ran again']);
});
