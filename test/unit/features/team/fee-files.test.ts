import { expect, it, vi } from 'vitest';
import { sha256 } from '#common/sha256';
import { colleagueFiles } from '#engine/features/fee-files/colleague-files';
import { SEAL_FORMAT, sealOf, type Signature } from '#engine/features/reconcile/saved-work/seal';
import { ColleagueFileStore } from '#engine/features/fee-files/saved-work/colleague-files';
import { FeeFileStore } from '#engine/features/fee-files/saved-work/saved-files';
import { Reconciliations } from '#engine/features/reconcile/saved-work/reconciliations';
import { shareFeeFiles } from '#engine/features/team/saved-work/share-fee-files';
import { MemoryLog } from './memory-log';
import { newTeam, Writer } from './writers';

const HASH = sha256('the bytes of file 40');
const AT = '2026-11-28T09:00:00.000Z';

/** The stores of a writer, as the app opens them. */
function filesOf(writer: Writer) {
  const share = shareFeeFiles(writer.store);
  const store = new FeeFileStore(writer.db, { share, now: () => new Date(AT), user: () => writer.name });
  const reconciliations = new Reconciliations(writer.db, share);
  return {
    save(fileId: string, hash = HASH, final = `/fees/${fileId}.zip`): number {
      const pending = { part: 'p', final, fileId, activityEntry: null };
      const verified = { sha256: hash, bytes: 60, files: 1, issues: [] };
      return store.register({ ...pending, ...verified }, verified);
    },
    reconcile(fileId: string): void {
      const facts = { fileId, sha256: HASH, at: AT, endDate: '2026-09-30', outcome: 'agrees' as const };
      const totals = { lines: 12, flaggedLines: 1, accounts: 11, sum: '1234.5' };
      reconciliations.storeResult({ ...facts, custodians: [{ custodian: 'PER', sum: '1234.5' }] }, totals);
    },
    signOff(fileId: string, note: string): void {
      const signature: Signature = {
        format: SEAL_FORMAT,
        fileId,
        fileSha256: HASH,
        resultSha256: sha256('result'),
        signedAt: AT,
        signedBy: writer.name,
        decision: 'approved',
        note,
      };
      const sealed = { result: 'result', lines: Buffer.from('lines') };
      reconciliations.sign({ ...signature, seal: sealOf(signature) }, sealed);
    },
    check: (id: number, state: 'whole' | 'missing') => store.recordCheck(id, state),
    forget: (id: number) => store.forget(id),
    colleagues: () => colleagueFiles(new ColleagueFileStore(writer.db).files()),
  };
}

async function twoDesks() {
  const log = new MemoryLog();
  const [ada, robin] = await newTeam(log, ['Ada', 'Robin']);
  if (!ada || !robin) throw new Error('no team');
  const syncAll = async () => {
    for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  };
  return { log, syncAll, ada, robin, adaFiles: filesOf(ada), robinFiles: filesOf(robin) };
}

it('shows a colleague what was saved, reconciled and signed off, with a seal that verifies', async () => {
  const { syncAll, adaFiles, robinFiles } = await twoDesks();
  adaFiles.save('40');
  adaFiles.reconcile('40');
  adaFiles.signOff('40', 'All fees agree');
  await syncAll();
  expect(robinFiles.colleagues()).toMatchObject([
    {
      fileId: '40',
      sha256: HASH,
      saves: [{ by: 'Ada', at: AT, bytes: 60, state: 'whole' }],
      results: [{ by: 'Ada', outcome: 'agrees', totals: { lines: 12, sum: '1234.5' } }],
      signOffs: [{ by: 'Ada', decision: 'approved', note: 'All fees agree', state: 'holds' }],
    },
  ]);
  expect(adaFiles.colleagues()).toEqual([]);
});

it('keeps two sign-offs of one file, and the copies of both', async () => {
  const { syncAll, adaFiles, robinFiles } = await twoDesks();
  for (const files of [adaFiles, robinFiles]) {
    files.save('40');
    files.signOff('40', 'Agreed');
  }
  await syncAll();
  expect(robinFiles.colleagues()).toMatchObject([{ saves: [{ by: 'Ada' }], signOffs: [{ by: 'Ada' }] }]);
  expect(adaFiles.colleagues()).toMatchObject([{ saves: [{ by: 'Robin' }], signOffs: [{ by: 'Robin' }] }]);
});

it('changes a saved file only together with what the team is sent about it', async () => {
  const { syncAll, ada, adaFiles, robinFiles } = await twoDesks();
  const id = adaFiles.save('40');
  const share = vi.spyOn(ada.store, 'share').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  expect(() => adaFiles.check(id, 'missing')).toThrow('the disk is full');
  expect(() => adaFiles.forget(id)).toThrow('the disk is full');
  share.mockRestore();
  adaFiles.check(id, 'missing');
  await syncAll();
  expect(robinFiles.colleagues()).toMatchObject([{ saves: [{ state: 'missing' }] }]);
  adaFiles.forget(id);
  await syncAll();
  expect(robinFiles.colleagues()).toEqual([]);
});

it('shows that a saved file is missing, and forgets one that was removed from the list', async () => {
  const { syncAll, adaFiles, robinFiles } = await twoDesks();
  const id = adaFiles.save('40');
  adaFiles.check(id, 'missing');
  await syncAll();
  expect(robinFiles.colleagues()).toMatchObject([{ saves: [{ state: 'missing' }] }]);
  adaFiles.forget(id);
  await syncAll();
  expect(robinFiles.colleagues()).toEqual([]);
});

it('forgets a copy that was deleted and saved again with other bytes under its name', async () => {
  const { syncAll, adaFiles, robinFiles } = await twoDesks();
  adaFiles.save('40');
  await syncAll();
  const newHash = sha256('other bytes of file 40');
  adaFiles.save('40', newHash);
  await syncAll();
  expect(robinFiles.colleagues()).toMatchObject([{ sha256: newHash, saves: [{ state: 'whole' }] }]);
});

it('keeps a note with a possible tax ID here, and says that the seal is not verified', async () => {
  const { syncAll, ada, adaFiles, robinFiles } = await twoDesks();
  adaFiles.signOff('40', 'Client 123-45-6789 was billed twice');
  await syncAll();
  expect(robinFiles.colleagues()[0]?.signOffs).toMatchObject([{ note: null, state: 'note-withheld' }]);
  const shared = JSON.stringify(ada.db.prepare('SELECT value FROM team_item').all());
  expect(shared).toContain('resultSha256');
  expect(shared).not.toContain('6789');
});

it('ignores a change or removal of a signature, and detects a forged seal', async () => {
  const { syncAll, ada, adaFiles, robinFiles } = await twoDesks();
  adaFiles.signOff('40', 'All fees agree');
  await syncAll();
  const [signed] = robinFiles.colleagues()[0]?.signOffs ?? [];
  const { value, key } = ada.db
    .prepare<[], { key: string; value: string }>("SELECT key, value FROM team_item WHERE topic = 'sign-off'")
    .get() ?? { key: '', value: '{}' };
  const changed = { ...(JSON.parse(value) as object), decision: 'rejected' as const };
  ada.store.share('sign-off', [{ key, value: changed as never }]);
  ada.store.share('sign-off', [{ key, value: null }]);
  await syncAll();
  expect(robinFiles.colleagues()[0]?.signOffs).toEqual([signed]);
  const other = sha256('another seal');
  const otherKey = key.replace(signed?.seal ?? '', other);
  ada.store.share('sign-off', [{ key: otherKey, value: { ...changed, seal: other } as never }]);
  await syncAll();
  const states = robinFiles.colleagues()[0]?.signOffs.map(({ state }) => state);
  expect(states?.toSorted()).toEqual(['holds', 'seal-broken']);
});

it('shares the work from before the team, and keeps that of colleagues after leaving', async () => {
  const log = new MemoryLog();
  const [ada, robin] = [new Writer('Ada'), new Writer('Robin')];
  const [adaFiles, robinFiles] = [filesOf(ada), filesOf(robin)];
  adaFiles.save('40');
  adaFiles.reconcile('40');
  adaFiles.signOff('40', 'Signed alone');
  const team = ada.foundTeam();
  ada.store.items.storeEarlierWork(ada.id);
  ada.store.shareEarlier('all');
  ada.admit(robin);
  robin.join(team, ada);
  for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  const expected = [
    {
      saves: [{ by: 'Ada' }],
      results: [{ outcome: 'agrees', totals: null }],
      signOffs: [{ by: 'Ada', note: 'Signed alone', state: 'holds' }],
    },
  ];
  expect(robinFiles.colleagues()).toMatchObject(expected);
  robin.store.clear();
  expect(robinFiles.colleagues()).toMatchObject(expected);
});

it('shares the intact one of two copies from before the team, though the newer one is missing', async () => {
  const log = new MemoryLog();
  const [ada, robin] = [new Writer('Ada'), new Writer('Robin')];
  const [adaFiles, robinFiles] = [filesOf(ada), filesOf(robin)];
  adaFiles.save('40');
  adaFiles.check(adaFiles.save('40', HASH, '/fees/40 (2).zip'), 'missing');
  const team = ada.foundTeam();
  ada.store.items.storeEarlierWork(ada.id);
  ada.store.shareEarlier('all');
  ada.admit(robin);
  robin.join(team, ada);
  for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  expect(robinFiles.colleagues()).toMatchObject([{ saves: [{ by: 'Ada', state: 'whole' }] }]);
});

it('shows the same files after all entries are read again', async () => {
  const { log, syncAll, robin, adaFiles, robinFiles } = await twoDesks();
  adaFiles.save('40');
  adaFiles.signOff('40', 'Agreed');
  await syncAll();
  const colleaguesBefore = robinFiles.colleagues();
  robin.sync.ledger.refold();
  await robin.run(log);
  expect(robinFiles.colleagues()).toEqual(colleaguesBefore);
});

it('refuses a sign-off by a viewer, who may still save a file', async () => {
  const { robin, robinFiles } = await twoDesks();
  robin.store.setSharing('refused');
  robinFiles.save('40');
  expect(() => robinFiles.signOff('40', 'As a viewer')).toThrow('not-allowed');
});
