import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { RoiHarness } from './harness';

let bench: RoiHarness;
beforeEach(() => void (bench = new RoiHarness()));
afterEach(() => bench.end());

describe('a request that was sent', () => {
  it('counts its age in business days until closed', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.now = new Date(2026, 10, 27, 9, 0);
    expect(bench.roi.request(id)?.businessDays).toBe(4); // a weekend and Thanksgiving
    bench.store.requests.close(id, 'granted');
    bench.now = new Date(2026, 11, 24);
    expect(bench.roi.request(id)).toMatchObject({ businessDays: 4, closed: 'granted' });
    bench.store.requests.close(id, null);
    expect(bench.roi.request(id)).toMatchObject({ closed: null, closedAt: null });
  });

  it("needs a follow-up after the custodian's time, until rescheduled or closed", async () => {
    const { id, followUp } = await bench.sendDraft(bench.draft());
    expect(followUp).toBe('2026-12-07'); // ten business days
    expect(bench.roi.attention()).toEqual([]);
    bench.now = new Date(2026, 11, 7);
    expect(bench.roi.attention()).toMatchObject([{ id, due: true }]);
    bench.store.requests.setFollowUp(id, '2026-12-09');
    expect(bench.roi.attention()).toEqual([]);
    bench.store.requests.setFollowUp(id, '2026-12-01');
    bench.store.requests.close(id, 'refused');
    expect(bench.roi.attention()).toEqual([]);
  });

  it('uses the response time that the user set, or the default', async () => {
    bench.store.contacts.expect('PER', { first: 1, last: 3 });
    const request = await bench.sendDraft(bench.draft());
    expect(request).toMatchObject({ expected: { first: 1, last: 3 }, followUp: '2026-11-25' });
    bench.store.contacts.expect('PER', null);
    expect(bench.roi.request(request.id)?.expected).toEqual({ first: 5, last: 10 });
  });

  it('reports accounts that appeared after sending', async () => {
    bench.accounts = ['11', '12'];
    const { id } = await bench.sendDraft(bench.draft());
    expect(bench.roi.request(id)?.appeared).toBe(0);
    bench.accounts = ['12', '13', '14']; // as many were added as removed, so the count alone would look the same
    expect(bench.roi.request(id)?.appeared).toBe(2);
    expect(bench.roi.attention()).toMatchObject([{ id }]);
  });

  it('reports nothing about accounts that were never fetched', async () => {
    bench.accounts = null;
    const { id } = await bench.sendDraft(bench.draft());
    bench.accounts = ['11'];
    expect(bench.roi.request(id)?.appeared).toBeNull();
  });

  it('has notes, which can be removed', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.store.requests.addNote(id, 'Called Pershing.');
    bench.store.requests.addNote(id, 'Call again on Monday.');
    const notes = bench.roi.request(id)?.notes ?? [];
    expect(notes.map(({ text }) => text)).toEqual(['Called Pershing.', 'Call again on Monday.']);
    bench.store.requests.removeNote(id, notes[0]?.id ?? 0);
    expect(bench.roi.request(id)?.notes).toHaveLength(1);
  });

  it('needs attention if its outcome is unknown, until found or replaced by another', async () => {
    bench.answer = () => Promise.reject(fail('unknown-outcome'));
    const { id } = await bench.sendDraft(bench.draft());
    expect(bench.roi.attention()).toMatchObject([{ id }]);
    bench.store.requests.found(id);
    expect(bench.roi.request(id)).toMatchObject({ state: 'sent', foundAt: bench.now.toISOString() });
    expect(bench.roi.attention()).toEqual([]);
  });
});

describe('drafts and contacts', () => {
  it('survive a restart', () => {
    const id = bench.draft({ step: 'people', ownerName: 'Half a na' });
    bench.restart();
    expect(bench.roi.draft(id)).toMatchObject({
      draft: { step: 'people', ownerName: 'Half a na' },
      request: null,
    });
  });

  it('recipients are remembered by custodian, most recently used first', async () => {
    await bench.sendDraft(bench.draft());
    bench.now = new Date(2026, 10, 21);
    await bench.sendDraft(bench.draft({ codes: ['9'], ownerName: 'Bo Diaz' }));
    const { contacts } = bench.roi.custodian('PER');
    expect(contacts.filter(({ role }) => role === 'owner').map(({ value }) => value)).toEqual([
      'Bo Diaz',
      'Ann Lee',
    ]);
    expect(contacts.find(({ role }) => role === 'cc')).toMatchObject({
      value: 'ops@harborview.example',
      name: 'Operations',
    });
    expect(bench.roi.custodian('IBK').contacts).toEqual([]);
  });

  it('can be added, changed and removed; duplicates of a name are merged', () => {
    const { contacts } = bench.store;
    const base = { custodian: 'MLT', role: 'cc', name: null } as const;
    const one = contacts.save({ ...base, value: 'a@firm.example' });
    const two = contacts.save({ ...base, value: 'b@firm.example' });
    contacts.save({ ...base, value: 'A@firm.example', name: 'Ann' });
    expect(contacts.list('MLT')).toHaveLength(2);
    contacts.save({ ...base, id: two.id, value: 'a@FIRM.example' });
    expect(contacts.list('MLT')).toMatchObject([{ id: two.id, value: 'a@FIRM.example' }]);
    contacts.remove(two.id);
    expect(contacts.list('MLT')).toEqual([]);
    expect(one.usedAt).toBeNull();
  });
});

it('suggest recipients of the last request for every custodian, except its advisor', async () => {
  await bench.sendDraft(bench.draft());
  expect(bench.roi.custodian('IBK').lately.map(({ role, value }) => [role, value])).toEqual([
    ['firm', 'Harborview Wealth'],
    ['sender', 'Tom Park'],
    ['cc', 'ops@harborview.example'],
    ['reply-to', 'ann@harborview.example'],
  ]);
});

describe('notes and answers of a request', () => {
  const kinds = () =>
    bench.log
      .list({}, 0, 20)
      .entries.map(({ kind, facts }) => [
        kind,
        facts['answer'] ?? facts['note'] ?? facts['next'] ?? facts['way'],
      ]);

  it('logs custodian answers, follow-ups and notes, never the text of a note', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.tracking.addNote(id, 'Spoke to Kim about 078-05-1120.');
    bench.tracking.followedUp(id, '2026-12-10');
    bench.tracking.close(id, 'granted');
    bench.tracking.close(id, null);
    expect(kinds()).toEqual([
      ['roi-answer', 'reopened'],
      ['roi-answer', 'granted'],
      ['roi-follow-up', '2026-12-10'],
      ['roi-note', 'added'],
      ['roi-send', undefined],
    ]);
    expect(JSON.stringify(bench.log.list({}, 0, 20))).not.toContain('078');
  });

  it('reverts a change if its log line cannot be written', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.setDiskFull(true);
    expect(() => bench.tracking.addNote(id, 'x'.repeat(60_000))).toThrow();
    bench.setDiskFull(false);
    expect(bench.roi.request(id)?.notes).toEqual([]);
    expect(kinds()).toHaveLength(1);
  });

  it('counts due requests until followed up, closed or replaced by another', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    expect(bench.tracking.due()).toBe(0);
    bench.now = new Date(2026, 11, 7);
    expect(bench.tracking.due()).toBe(1);
    bench.tracking.followedUp(id, '2026-12-10');
    expect(bench.tracking.due()).toBe(0);
    bench.now = new Date(2026, 11, 10);
    expect(bench.tracking.due()).toBe(1);
    bench.tracking.close(id, 'refused');
    expect(bench.tracking.due()).toBe(0);
  });

  it('tracks a request made in a portal like the others, without sending', () => {
    bench.accounts = ['11'];
    const { id } = bench.tracking.record({
      custodian: 'NFS',
      codes: ['G1', 'G2'],
      ownerName: 'Ann Lee',
      way: 'portal',
      day: '2026-11-18',
      note: 'Case 4711',
    });
    expect(bench.receivedBodies).toEqual([]);
    bench.accounts = ['11', '12'];
    expect(bench.roi.request(id)).toMatchObject({
      custodian: 'NFS',
      way: 'portal',
      day: '2026-11-18',
      state: 'sent',
      businessDays: 2,
      expected: { first: 5, last: 8 },
      followUp: '2026-12-01',
      appeared: 1,
      notes: [{ text: 'Case 4711' }],
      body: { advisor_codes: ['G1', 'G2'], owner_name: 'Ann Lee' },
    });
    expect(kinds()).toEqual([['roi-record', 'portal']]);
  });

  it('has no default response time, and is due after five business days', () => {
    const made = { codes: ['S1'], ownerName: '', note: '', way: 'phone' as const, day: '2026-11-20' };
    const { id } = bench.tracking.record({ custodian: 'SWB', ...made });
    expect(bench.roi.request(id)).toMatchObject({ expected: null, followUp: '2026-11-30' });
    expect(() => bench.tracking.record({ custodian: 'SWB', ...made, day: '2026-11-21' })).toThrow();
  });
});

describe('planned requests by portal or phone', () => {
  const made = {
    custodian: 'NFS',
    ownerName: '',
    way: 'portal',
    day: '2026-11-20',
    note: '',
  } as const;

  it('stay in saved work until recorded or dismissed, each custodian on its own', () => {
    const planned = () => bench.store.planned.list();
    bench.store.planned.add({ custodian: 'NFS', codes: ['G1', 'G2'] });
    bench.store.planned.add({ custodian: 'SWB', codes: ['H1'] });
    bench.store.planned.add({ custodian: 'NFS', codes: ['G2', 'G3'] });
    bench.restart();
    bench.tracking.record({ ...made, codes: ['g1', 'G2'] });
    expect(planned()).toEqual([
      { custodian: 'NFS', codes: ['G3'] },
      { custodian: 'SWB', codes: ['H1'] },
    ]);
    bench.tracking.record({ ...made, codes: ['G3'] });
    expect(planned()).toEqual([{ custodian: 'SWB', codes: ['H1'] }]);
    bench.store.planned.dismiss('SWB');
    expect(planned()).toEqual([]);
  });

  it('stay if the record could not be made', () => {
    bench.store.planned.add({ custodian: 'NFS', codes: ['G1'] });
    expect(() => bench.tracking.record({ ...made, day: '2026-11-21', codes: ['G1'] })).toThrow();
    expect(bench.store.planned.list()).toEqual([{ custodian: 'NFS', codes: ['G1'] }]);
  });
});
