import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { plannedRoiRequest } from '#contract/features/roi/calls';
import { RoiHarness } from './harness';

let harness: RoiHarness;
beforeEach(() => void (harness = new RoiHarness()));
afterEach(() => harness.close());

describe('a request that was sent', () => {
  it('counts its age in business days until closed', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    harness.now = new Date(2026, 10, 27, 9, 0);
    expect(harness.roi.request(id)?.businessDays).toBe(4); // a weekend and Thanksgiving
    harness.store.requests.close(id, 'granted');
    harness.now = new Date(2026, 11, 24);
    expect(harness.roi.request(id)).toMatchObject({ businessDays: 4, closed: 'granted' });
    harness.store.requests.close(id, null);
    expect(harness.roi.request(id)).toMatchObject({ closed: null, closedAt: null });
  });

  it("needs a follow-up after the custodian's time, until rescheduled or closed", async () => {
    const { id, followUp } = await harness.sendDraft(harness.draft());
    expect(followUp).toBe('2026-12-07'); // ten business days
    expect(harness.roi.attention()).toEqual([]);
    harness.now = new Date(2026, 11, 7);
    expect(harness.roi.attention()).toMatchObject([{ id, isDue: true }]);
    harness.store.requests.setFollowUp(id, '2026-12-09');
    expect(harness.roi.attention()).toEqual([]);
    harness.store.requests.setFollowUp(id, '2026-12-01');
    harness.store.requests.close(id, 'refused');
    expect(harness.roi.attention()).toEqual([]);
  });

  it('uses the response time that the user set, or the default', async () => {
    harness.store.turnarounds.set('PER', { first: 1, last: 3 });
    const request = await harness.sendDraft(harness.draft());
    expect(request).toMatchObject({ expected: { first: 1, last: 3 }, followUp: '2026-11-25' });
    harness.store.turnarounds.set('PER', null);
    expect(harness.roi.request(request.id)?.expected).toEqual({ first: 5, last: 10 });
  });

  it('reports accounts that appeared after sending', async () => {
    harness.accounts = ['11', '12'];
    const { id } = await harness.sendDraft(harness.draft());
    expect(harness.roi.request(id)?.appeared).toBe(0);
    harness.accounts = ['12', '13', '14']; // one was removed and two were added, so the count alone would say one
    expect(harness.roi.request(id)?.appeared).toBe(2);
    expect(harness.roi.attention()).toMatchObject([{ id }]);
  });

  it('reports nothing about accounts that were never fetched', async () => {
    harness.accounts = null;
    const { id } = await harness.sendDraft(harness.draft());
    harness.accounts = ['11'];
    expect(harness.roi.request(id)?.appeared).toBeNull();
  });

  it('has notes, which can be removed', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    harness.store.requests.addNote(id, 'Called Pershing.');
    harness.store.requests.addNote(id, 'Call again on Monday.');
    const notes = harness.roi.request(id)?.notes ?? [];
    expect(notes.map(({ text }) => text)).toEqual(['Called Pershing.', 'Call again on Monday.']);
    harness.store.requests.removeNote(id, notes[0]?.id ?? 0);
    expect(harness.roi.request(id)?.notes).toMatchObject([{ text: 'Call again on Monday.' }]);
  });

  it('needs attention if its outcome is unknown, until found or replaced by another', async () => {
    harness.respond = () => Promise.reject(fail('unknown-outcome'));
    const { id } = await harness.sendDraft(harness.draft());
    expect(harness.roi.attention()).toMatchObject([{ id }]);
    harness.store.requests.confirmArrival(id);
    expect(harness.roi.request(id)).toMatchObject({ state: 'sent', foundAt: harness.now.toISOString() });
    expect(harness.roi.attention()).toEqual([]);
    const other = await harness.sendDraft(harness.draft({ codes: ['OTHER'] }));
    expect(harness.roi.attention()).toMatchObject([{ id: other.id }]);
    const replacement = await harness.sendDraft(harness.store.requests.draftAgain(other.id).id);
    expect(harness.roi.attention()).toMatchObject([{ id: replacement.id }]);
  });
});

it('a draft survives a restart', () => {
  const id = harness.draft({ step: 'people', advisorName: 'Half a na' });
  harness.restart();
  expect(harness.roi.draft(id)).toMatchObject({
    draft: { step: 'people', advisorName: 'Half a na' },
    request: null,
  });
});

describe('contacts', () => {
  it('are remembered by custodian, most recently used first', async () => {
    await harness.sendDraft(harness.draft());
    harness.now = new Date(2026, 10, 21);
    await harness.sendDraft(harness.draft({ codes: ['9'], advisorName: 'Bo Diaz' }));
    const { contacts } = harness.roi.custodian('PER');
    expect(contacts.filter(({ role }) => role === 'advisor').map(({ value }) => value)).toEqual([
      'Bo Diaz',
      'Ann Lee',
    ]);
    expect(contacts.find(({ role }) => role === 'cc')).toMatchObject({
      value: 'ops@harborview.example',
      name: 'Operations',
    });
    expect(harness.roi.custodian('IBK').contacts).toEqual([]);
  });

  it('can be added, changed and removed; duplicates of an address are merged', () => {
    const { contacts } = harness.store;
    const base = { custodian: 'MLT', role: 'cc', name: null } as const;
    const first = contacts.save({ ...base, value: 'a@firm.example' });
    expect(first.usedAt).toBeNull();
    const second = contacts.save({ ...base, value: 'b@firm.example' });
    contacts.save({ ...base, value: 'A@firm.example', name: 'Ann' });
    expect(contacts.list('MLT')).toHaveLength(2);
    contacts.save({ ...base, id: second.id, value: 'a@FIRM.example' });
    expect(contacts.list('MLT')).toMatchObject([{ id: second.id, value: 'a@FIRM.example' }]);
    contacts.remove(second.id);
    expect(contacts.list('MLT')).toEqual([]);
  });
});

it('suggests the last request’s firm, sender and addresses, but not its advisor', async () => {
  await harness.sendDraft(harness.draft());
  expect(harness.roi.custodian('IBK').latestContacts.map(({ role, value }) => [role, value])).toEqual([
    ['firm', 'Harborview Wealth'],
    ['sender', 'Tom Park'],
    ['cc', 'ops@harborview.example'],
    ['reply-to', 'ann@harborview.example'],
  ]);
});

describe('the tracker', () => {
  /** Kind and main fact of each log entry, the latest first. */
  const logged = () =>
    harness.log
      .list({}, 0, 20)
      .entries.map(({ kind, facts }) => [
        kind,
        facts['answer'] ?? facts['note'] ?? facts['next'] ?? facts['way'],
      ]);

  it('logs custodian answers, follow-ups and notes, never the text of a note', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    harness.tracking.addNote(id, 'Spoke to Kim about case 4711.');
    harness.tracking.recordFollowUp(id, '2026-12-10');
    harness.tracking.close(id, 'granted');
    harness.tracking.close(id, null);
    expect(logged()).toEqual([
      ['roi-answer', 'reopened'],
      ['roi-answer', 'granted'],
      ['roi-follow-up', '2026-12-10'],
      ['roi-note', 'added'],
      ['roi-send', undefined],
    ]);
    expect(JSON.stringify(harness.log.list({}, 0, 20))).not.toContain('4711');
  });

  it('reverts a change if its log entry cannot be written', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    harness.log.note = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    expect(() => harness.tracking.addNote(id, 'Called.')).toThrow('full');
    expect(harness.roi.request(id)?.notes).toEqual([]);
    expect(logged()).toHaveLength(1);
  });

  it('counts due requests until followed up or closed', async () => {
    const { id } = await harness.sendDraft(harness.draft());
    expect(harness.tracking.due()).toBe(0);
    harness.now = new Date(2026, 11, 7);
    expect(harness.tracking.due()).toBe(1);
    harness.tracking.recordFollowUp(id, '2026-12-10');
    expect(harness.tracking.due()).toBe(0);
    harness.now = new Date(2026, 11, 10);
    expect(harness.tracking.due()).toBe(1);
    harness.tracking.close(id, 'refused');
    expect(harness.tracking.due()).toBe(0);
  });

  it('tracks a request made in a portal like the others, without sending', () => {
    harness.accounts = ['11'];
    const { id } = harness.tracking.record({
      custodian: 'NFS',
      codes: ['G1', 'G2'],
      advisorName: 'Ann Lee',
      method: 'portal',
      day: '2026-11-18',
      note: 'Case 4711',
    });
    expect(harness.receivedBodies).toEqual([]);
    harness.accounts = ['11', '12'];
    expect(harness.roi.request(id)).toMatchObject({
      custodian: 'NFS',
      method: 'portal',
      day: '2026-11-18',
      state: 'sent',
      businessDays: 2,
      expected: { first: 5, last: 8 },
      followUp: '2026-12-01',
      appeared: 1,
      notes: [{ text: 'Case 4711' }],
      body: { advisor_codes: ['G1', 'G2'], owner_name: 'Ann Lee' },
    });
    expect(logged()).toEqual([['roi-record', 'portal']]);
  });

  it('is refused with a tax ID in its advisor or note, as is a later note', () => {
    const refusal = expect.objectContaining({
      failure: { kind: 'refused', detail: { code: 'tax-id' } },
    }) as Error;
    const recorded = {
      custodian: 'NFS',
      codes: ['G1'],
      advisorName: 'Ann Lee',
      method: 'portal',
      day: '2026-11-18',
      note: 'Case 123456789',
    } as const;
    for (const withTaxId of [{ advisorName: 'Ann 123456789' }, { note: 'SSN 123-45-6789' }])
      expect(() => harness.tracking.record({ ...recorded, codes: ['G1'], ...withTaxId })).toThrow(refusal);
    expect(harness.store.requests.list()).toEqual([]);
    const { id } = harness.tracking.record({ ...recorded, codes: ['G1'] });
    expect(() => harness.tracking.addNote(id, 'Client 123-45-6789 called')).toThrow(refusal);
    expect(harness.roi.request(id)?.notes.map(({ text }) => text)).toEqual(['Case 123456789']);
  });

  it('sets the follow-up after five business days for a custodian without a default time', () => {
    const recorded = {
      codes: ['S1'],
      advisorName: '',
      note: '',
      method: 'phone' as const,
      day: '2026-11-20',
    };
    const { id } = harness.tracking.record({ custodian: 'SWB', ...recorded });
    expect(harness.roi.request(id)).toMatchObject({ expected: null, followUp: '2026-11-30' });
  });
});

describe('planned requests by portal or phone', () => {
  const recorded = {
    custodian: 'NFS',
    advisorName: '',
    method: 'portal',
    day: '2026-11-20',
    note: '',
  } as const;

  it('stay in saved work until recorded or dismissed, separately for each custodian', () => {
    const planned = () => harness.store.planned.list();
    harness.store.planned.add({ custodian: 'NFS', codes: ['G1', 'G2'] });
    harness.store.planned.add({ custodian: 'SWB', codes: ['H1'] });
    harness.store.planned.add({ custodian: 'NFS', codes: ['G2', 'G3'] });
    harness.restart();
    harness.tracking.record({ ...recorded, codes: ['g1', 'G2'] });
    expect(planned()).toEqual([
      { custodian: 'NFS', codes: ['G3'], plannedBy: [] },
      { custodian: 'SWB', codes: ['H1'], plannedBy: [] },
    ]);
    harness.tracking.record({ ...recorded, codes: ['G3'] });
    expect(planned()).toEqual([{ custodian: 'SWB', codes: ['H1'], plannedBy: [] }]);
    harness.store.planned.dismiss('SWB');
    expect(planned()).toEqual([]);
  });

  it('can be read with more codes than one request may have', () => {
    const codesFrom = (first: number) => Array.from({ length: 300 }, (_, index) => `G${first + index}`);
    harness.store.planned.add({ custodian: 'NFS', codes: codesFrom(0) });
    harness.store.planned.add({ custodian: 'NFS', codes: codesFrom(300) });
    expect(harness.store.planned.list().map(({ codes }) => codes.length)).toEqual([600]);
  });

  it('accept codes that only support can handle, so that one stops no batch', () => {
    const request = { custodian: 'NFS', codes: ['AB.12', 'G 123', 'G1'] } as const;
    harness.store.planned.add(plannedRoiRequest.parse(request));
    expect(harness.store.planned.list()).toEqual([{ ...request, plannedBy: [] }]);
  });

  it('stay if no request could be recorded, as for a day in the future', () => {
    harness.store.planned.add({ custodian: 'NFS', codes: ['G1'] });
    expect(() => harness.tracking.record({ ...recorded, day: '2026-11-21', codes: ['G1'] })).toThrow(
      'refused',
    );
    expect(harness.store.planned.list()).toEqual([{ custodian: 'NFS', codes: ['G1'], plannedBy: [] }]);
  });
});
