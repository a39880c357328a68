import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { addLaterRequests, restoreRequests } from '#engine/features/roi/saved-work/restored';
import { readReplacedFile } from '#engine/workspace/open/restored';
import { createDeferred, RoiHarness } from './harness';

const BACKUP_TIME = '2026-11-01T09:00:00.000Z';

let harness: RoiHarness;
beforeEach(() => void (harness = new RoiHarness()));
afterEach(() => harness.close());

describe('after a restore from a backup, an ROI draft', () => {
  it('is sent only if the user was shown the date of the backup', async () => {
    const draft = harness.draft();
    harness.markRestored(BACKUP_TIME);
    const { json, restored } = harness.roi.preview(draft);
    expect(restored).toBe(BACKUP_TIME);
    expect(harness.roi.overview().drafts).toMatchObject([{ restored: BACKUP_TIME }]);
    for (const shownDate of [undefined, null, '2026-11-02T09:00:00.000Z'])
      await expect(
        harness.roi.send({ draft, json, shownEarlier: [], restored: shownDate }),
      ).rejects.toMatchObject({
        failure: { kind: 'changed-since' },
      });
    expect(harness.receivedBodies).toEqual([]);
    await harness.sendDraft(draft);
    expect(harness.receivedBodies).toEqual([json]);
  });

  it('keeps its mark when its request did not reach the service and becomes a draft again', async () => {
    const draft = harness.draft();
    harness.markRestored(BACKUP_TIME);
    harness.respond = () => Promise.reject(fail('offline'));
    const { id } = await harness.sendDraft(draft);
    expect(harness.store.requests.draftAgain(id).restored).toBe(BACKUP_TIME);
  });

  it('keeps its mark when its request is withdrawn because it was not sent', async () => {
    const draft = harness.draft();
    harness.markRestored(BACKUP_TIME);
    harness.respond = () => Promise.reject(fail('offline'));
    const { id } = await harness.sendDraft(draft);
    harness.store.requests.withdraw(id);
    expect(harness.roi.draft(draft)).toMatchObject({ draft: { restored: BACKUP_TIME }, request: null });
  });

  it('shows the requests that the replaced work had sent since, even after more than 30 days', async () => {
    const replaced = new RoiHarness();
    replaced.now = new Date(2026, 8, 12, 10, 0);
    const sent = await replaced.sendDraft(replaced.draft());
    const mark = readReplacedFile(replaced.file, replaced.key, restoreRequests);
    replaced.close();

    const draft = harness.draft();
    harness.markRestored('2026-09-01T09:00:00.000Z', mark);
    const { json, earlier, restored } = harness.roi.preview(draft);
    expect(earlier).toMatchObject([{ id: sent.id, day: '2026-09-12' }]);
    await expect(harness.roi.send({ draft, json, shownEarlier: [], restored })).rejects.toMatchObject({
      failure: { kind: 'changed-since' },
    });
    expect(harness.receivedBodies).toEqual([]);
  });

  it('is removed if the replaced work had sent the same draft', async () => {
    const draft = harness.draft();
    const { json } = harness.roi.preview(draft);
    const sent = await harness.sendDraft(draft);
    const mark = readReplacedFile(harness.file, harness.key, restoreRequests);
    harness.close();

    harness = new RoiHarness();
    const copy = harness.draft();
    harness.renameDraft(copy, draft);
    harness.markRestored(BACKUP_TIME, mark);
    expect(harness.roi.draft(draft)).toMatchObject({ draft: null, request: { id: sent.id } });
    expect((await harness.roi.send({ draft, json, shownEarlier: [] })).id).toBe(sent.id);
    expect(harness.receivedBodies).toEqual([]);
  });

  it('shows requests and outcomes that the replaced work stored while the restore was prepared', async () => {
    const replaced = new RoiHarness();
    const { promise, settle } = createDeferred<unknown>();
    replaced.respond = () => promise;
    const inFlight = replaced.sendDraft(replaced.draft());
    const mark = readReplacedFile(replaced.file, replaced.key, restoreRequests);
    settle({ status: 'Sent' });
    const first = await inFlight;
    const second = await replaced.sendDraft(replaced.draft({ codes: ['OTHER'] }));
    const addLater = readReplacedFile(replaced.file, replaced.key, addLaterRequests);
    replaced.close();

    harness.markRestored(BACKUP_TIME, (db, backupTime) => {
      mark(db, backupTime);
      addLater(db);
    });
    expect(first.id).not.toBe(second.id);
    for (const { id } of [first, second])
      expect(harness.store.requests.get(id)).toMatchObject({ state: 'sent' });
  });

  it('created from a request of the backup counts as restored; of a later request, not', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    const draft = harness.draft({ codes: ['OTHER'] });
    const backupTime = '2026-11-25T09:00:00.000Z';
    harness.markRestored(backupTime);
    expect(harness.store.requests.draftAgain(id).restored).toBe(backupTime);
    harness.now = new Date(2026, 10, 26, 10, 0);
    const sentSince = await harness.sendDraft(draft);
    expect(harness.store.requests.draftAgain(sentSince.id).restored).toBeNull();
  });
});
