import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSentSince } from '#engine/workspace/open/restored';
import { RoiHarness } from './harness';

const KEY = '5'.repeat(64);
const MADE = '2026-11-01T09:00:00.000Z';

let bench: RoiHarness;
beforeEach(() => void (bench = new RoiHarness()));
afterEach(() => bench.end());

describe('an ROI draft restored from a backup', () => {
  it('is sent only by a person who was shown the date of the backup', async () => {
    const draft = bench.draft();
    bench.restored(MADE);
    const { json, restored } = bench.roi.preview(draft);
    expect(restored).toBe(MADE);
    expect(bench.roi.overview().drafts).toMatchObject([{ restored: MADE }]);
    for (const shown of [undefined, null, '2026-11-02T09:00:00.000Z'])
      await expect(bench.roi.send({ draft, json, seen: [], restored: shown })).rejects.toMatchObject({
        failure: { kind: 'changed-since' },
      });
    expect(bench.receivedBodies).toEqual([]);
    await bench.sendDraft(draft);
    expect(bench.receivedBodies).toEqual([json]);
  });

  it('shows the requests that the replaced work had sent since, also after more than 30 days', async () => {
    const present = new RoiHarness();
    present.now = new Date(2026, 8, 12, 10, 0);
    const sent = await present.sendDraft(present.draft());
    const since = readSentSince(present.file, KEY);
    present.end();

    const draft = bench.draft();
    bench.restored('2026-09-01T09:00:00.000Z', since);
    const { json, earlier, restored } = bench.roi.preview(draft);
    expect(earlier).toMatchObject([{ id: sent.id, day: '2026-09-12' }]);
    await expect(bench.roi.send({ draft, json, seen: [], restored })).rejects.toMatchObject({
      failure: { kind: 'changed-since' },
    });
    expect(bench.receivedBodies).toEqual([]);
  });

  it('is gone where the replaced work had sent the same draft', async () => {
    const draft = bench.draft();
    const before = bench.store.drafts.get(draft);
    const { json } = bench.roi.preview(draft);
    const sent = await bench.sendDraft(draft);
    const since = readSentSince(bench.file, KEY);
    bench.end();

    bench = new RoiHarness();
    const copy = bench.draft();
    expect(before?.codes).toEqual(bench.store.drafts.get(copy)?.codes);
    bench.renameDraft(copy, draft);
    bench.restored(MADE, since);
    expect(bench.roi.draft(draft)).toMatchObject({ draft: null, request: { id: sent.id } });
    expect((await bench.roi.send({ draft, json, seen: [] })).id).toBe(sent.id);
    expect(bench.receivedBodies).toEqual([]);
  });

  it('made again from a restored request is restored, too', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.restored(MADE);
    expect(bench.store.requests.again(id).restored).toBe(MADE);
  });
});
