import { describe, expect, it } from 'vitest';
import { sha256 } from '#common/sha256';
import { colleagueSignatures } from '#engine/features/period/colleague-signatures';
import { periodSealOf } from '#engine/features/period/seal';
import { PeriodStore } from '#engine/workspace/features/period/periods';
import { sharePeriods } from '#engine/workspace/features/team/share-periods';
import { MemoryLog } from './memory-log';
import { newTeam, Writer } from './writers';

const ID = { firm: '7', endDate: '2026-09-30' };
const AT = '2026-11-28T09:00:00.000Z';
const [FACTS, OTHER_FACTS] = [sha256('facts'), sha256('other facts')];

const storeOf = (writer: Writer) => new PeriodStore(writer.db, sharePeriods(writer.store));
const stepsOf = (store: PeriodStore): string[] =>
  store.steps(ID).map(({ title, done }) => `${title}: ${done ? `${done.by} ${done.note}` : 'open'}`);
const stepNamed = (store: PeriodStore, title: string): number =>
  store.steps(ID).find((step) => step.title === title)?.id ?? -1;
const doneBy = (by: string, note = '') => ({ by, note, at: AT });

function sign(store: PeriodStore, by: string, note: string): void {
  const signature = { ...ID, signedAt: AT, signedBy: by, note, contentSha256: sha256('content') };
  const sealed = { content: '{}', tables: Buffer.from('t'), setup: Buffer.from('s') };
  store.sign({ ...signature, seal: periodSealOf(signature) }, sealed, ['terms', 'sample']);
}

async function twoDesks() {
  const log = new MemoryLog();
  const [ada, robin] = await newTeam(log, ['Ada', 'Robin']);
  if (!ada || !robin) throw new Error('no team');
  const meet = async () => {
    for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  };
  return { log, meet, ada, robin, adas: storeOf(ada), robins: storeOf(robin) };
}

describe('steps of a period', () => {
  it('are the same for both, and a step that is done says by whom', async () => {
    const { meet, adas, robins } = await twoDesks();
    adas.setSteps('7', [
      { id: null, title: 'Call the custodian' },
      { id: null, title: 'File the report' },
    ]);
    await meet();
    expect(stepsOf(robins)).toEqual(['Call the custodian: open', 'File the report: open']);
    robins.markStep(ID, stepNamed(robins, 'File the report'), doneBy('Robin', 'sent'));
    await meet();
    expect(stepsOf(adas)).toEqual(['Call the custodian: open', 'File the report: Robin sent']);
    adas.markStep(ID, stepNamed(adas, 'File the report'), null);
    await meet();
    expect(stepsOf(robins)).toEqual(['Call the custodian: open', 'File the report: open']);
  });

  it('of two lists the later in the log counts, and a renamed step stays done', async () => {
    const { meet, adas, robins } = await twoDesks();
    adas.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
    await meet();
    adas.markStep(ID, stepNamed(adas, 'Call the custodian'), doneBy('Ada'));
    adas.setSteps('7', []);
    robins.setSteps('7', [
      { id: stepNamed(robins, 'Call the custodian'), title: 'Call Pershing' },
      { id: null, title: 'File the report' },
    ]);
    await meet();
    const expected = ['Call Pershing: Ada ', 'File the report: open'];
    expect(stepsOf(adas)).toEqual(expected);
    expect(stepsOf(robins)).toEqual(expected);
  });

  it('are the same after all entries are read again, and no note has a tax ID', async () => {
    const { log, meet, ada, adas, robin, robins } = await twoDesks();
    adas.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
    adas.markStep(ID, stepNamed(adas, 'Call the custodian'), doneBy('Ada', 'about 123-45-6789'));
    await meet();
    const before = stepsOf(robins);
    robin.sync.ledger.refold();
    await robin.run(log);
    expect(stepsOf(robins)).toEqual(before);
    const shared = JSON.stringify(ada.db.prepare('SELECT value FROM team_item').all());
    expect(shared).toContain('about');
    expect(shared).not.toContain('6789');
    expect(stepsOf(adas)).toEqual(before);
  });
});

describe('a check-off', () => {
  it('stays for the facts that its author saw, whatever a colleague saw', async () => {
    const { meet, adas, robins } = await twoDesks();
    adas.check(ID, { section: 'terms', sha256: FACTS, ...doneBy('Ada', 'compared') });
    robins.check(ID, { section: 'terms', sha256: OTHER_FACTS, ...doneBy('Robin', 'compared too') });
    await meet();
    for (const store of [adas, robins])
      expect(store.checks(ID)).toMatchObject([
        { sha256: OTHER_FACTS, by: 'Robin' },
        { sha256: FACTS, by: 'Ada' },
      ]);
    adas.uncheck(ID, 'terms');
    await meet();
    for (const store of [adas, robins]) expect(store.checks(ID)).toEqual([]);
  });
});

describe('a signature', () => {
  it('is seen by a colleague with a seal that verifies; those of both stay', async () => {
    const { meet, ada, adas, robin, robins } = await twoDesks();
    sign(adas, 'Ada', 'All checked');
    await meet();
    expect(colleagueSignatures({ periods: robins })).toMatchObject([
      { by: 'Ada', note: 'All checked', open: ['terms', 'sample'], state: 'holds', ...ID },
    ]);
    expect(colleagueSignatures({ periods: adas })).toEqual([]);
    sign(robins, 'Robin', 'I checked, too');
    await meet();
    expect(colleagueSignatures({ periods: adas })).toMatchObject([{ by: 'Robin', state: 'holds' }]);
    expect(colleagueSignatures({ periods: robins })).toMatchObject([{ by: 'Ada', state: 'holds' }]);
    const rows = (writer: Writer) => writer.db.prepare('SELECT count(*) FROM period_signature').pluck().get();
    expect([rows(ada), rows(robin)]).toEqual([1, 1]);
  });

  it('that was changed has a broken seal, and one whose note stays here is not verified', async () => {
    const { meet, ada, adas, robins } = await twoDesks();
    sign(adas, 'Ada', 'Client 123-45-6789');
    const value = {
      by: 'Ada',
      ...ID,
      signedAt: AT,
      signedBy: 'Ada',
      note: 'another note',
      contentSha256: FACTS,
      seal: OTHER_FACTS,
      open: [],
    };
    const key = JSON.stringify([ID.firm, ID.endDate, OTHER_FACTS]);
    ada.store.share('period-signature', [{ key, value }]);
    await meet();
    const states = colleagueSignatures({ periods: robins }).map(({ state, note }) => `${state} ${note}`);
    expect(states.toSorted()).toEqual(['note-kept null', 'seal-broken another note']);
  });
});

it('brings what was there before the team, and keeps it after leaving', async () => {
  const log = new MemoryLog();
  const [ada, robin] = [new Writer('Ada'), new Writer('Robin')];
  const [adas, robins] = [storeOf(ada), storeOf(robin)];
  adas.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
  adas.markStep(ID, stepNamed(adas, 'Call the custodian'), doneBy('Ada'));
  adas.check(ID, { section: 'terms', sha256: FACTS, ...doneBy('Ada', 'compared') });
  sign(adas, 'Ada', 'Signed alone');
  const team = ada.found();
  ada.store.items.keepEarlier(ada.id);
  ada.store.shareEarlier('all');
  ada.admit(robin);
  robin.join(team, ada);
  for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  robin.store.clear();
  expect(stepsOf(robins)).toEqual(['Call the custodian: Ada ']);
  expect(robins.checks(ID)).toMatchObject([{ sha256: FACTS, by: 'Ada' }]);
  expect(colleagueSignatures({ periods: robins })).toMatchObject([{ by: 'Ada', state: 'holds' }]);
});
