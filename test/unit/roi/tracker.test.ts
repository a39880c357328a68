import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../preload/contract/failure';
import { Bench } from './bench';

let bench: Bench;
beforeEach(() => void (bench = new Bench()));
afterEach(() => bench.end());

describe('a request that was sent', () => {
  it('grows older by business days until it is closed', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.now = new Date(2026, 10, 27, 9, 0);
    expect(bench.roi.request(id)?.businessDays).toBe(4); // a weekend and Thanksgiving
    bench.store.requests.close(id, 'granted');
    bench.now = new Date(2026, 11, 24);
    expect(bench.roi.request(id)).toMatchObject({ businessDays: 4, closed: 'granted' });
    bench.store.requests.close(id, null);
    expect(bench.roi.request(id)).toMatchObject({ closed: null, closedAt: null });
  });

  it('is followed up when the custodian’s time is over, until another day is set or it is closed', async () => {
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

  it('is expected as long as people say, or as is usual', async () => {
    bench.store.contacts.expect('PER', { first: 1, last: 3 });
    const request = await bench.sendDraft(bench.draft());
    expect(request).toMatchObject({ expected: { first: 1, last: 3 }, followUp: '2026-11-25' });
    bench.store.contacts.expect('PER', null);
    expect(bench.roi.request(request.id)?.expected).toEqual({ first: 5, last: 10 });
  });

  it('tells accounts that were not there at sending', async () => {
    bench.accounts = ['11', '12'];
    const { id } = await bench.sendDraft(bench.draft());
    expect(bench.roi.request(id)?.appeared).toBe(0);
    bench.accounts = ['12', '13', '14']; // as many came as to look the same by number
    expect(bench.roi.request(id)?.appeared).toBe(2);
    expect(bench.roi.attention()).toMatchObject([{ id }]);
  });

  it('does not guess about accounts that were never fetched', async () => {
    bench.accounts = null;
    const { id } = await bench.sendDraft(bench.draft());
    bench.accounts = ['11'];
    expect(bench.roi.request(id)?.appeared).toBeNull();
  });

  it('keeps notes, which can be taken away', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.store.requests.addNote(id, 'Called Pershing.');
    bench.store.requests.addNote(id, 'Call again on Monday.');
    const notes = bench.roi.request(id)?.notes ?? [];
    expect(notes.map(({ text }) => text)).toEqual(['Called Pershing.', 'Call again on Monday.']);
    bench.store.requests.removeNote(id, notes[0]?.id ?? 0);
    expect(bench.roi.request(id)?.notes).toHaveLength(1);
  });

  it('of unknown outcome wants a person until it is found, or sent in another', async () => {
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

  it('people and addresses are remembered by custodian, the last used first', async () => {
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

  it('contacts can be added, changed and taken away; two of one name become one', () => {
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

it('the people of the last request are offered to every custodian, but not its advisor', async () => {
  await bench.sendDraft(bench.draft());
  expect(bench.roi.custodian('IBK').lately.map(({ role, value }) => [role, value])).toEqual([
    ['firm', 'Harborview Wealth'],
    ['sender', 'Tom Park'],
    ['cc', 'ops@harborview.example'],
    ['reply-to', 'ann@harborview.example'],
  ]);
});

describe('what people write down of a request', () => {
  const kinds = () =>
    bench.log
      .list({}, 0, 20)
      .entries.map(({ kind, facts }) => [
        kind,
        facts['answer'] ?? facts['note'] ?? facts['next'] ?? facts['way'],
      ]);

  it('the custodian’s answer, follow-ups and notes are in the activity log, never the words of a note', async () => {
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

  it('a log line that cannot be written takes the deed back', async () => {
    const { id } = await bench.sendDraft(bench.draft());
    bench.fullDisk(true);
    expect(() => bench.tracking.addNote(id, 'x'.repeat(60_000))).toThrow();
    bench.fullDisk(false);
    expect(bench.roi.request(id)?.notes).toEqual([]);
    expect(kinds()).toHaveLength(1);
  });

  it('what is due today is counted until it is followed up, closed, or another request went out in its stead', async () => {
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

  it('a request made in a portal is tracked like the others, and nothing is sent', () => {
    bench.accounts = ['11'];
    const { id } = bench.tracking.record({
      custodian: 'NFS',
      codes: ['G1', 'G2'],
      ownerName: 'Ann Lee',
      way: 'portal',
      day: '2026-11-18',
      note: 'Case 4711',
    });
    expect(bench.arrived).toEqual([]);
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

  it('how long a custodian takes is not guessed, and the reminder comes after five business days', () => {
    const made = { codes: ['S1'], ownerName: '', note: '', way: 'phone' as const, day: '2026-11-20' };
    const { id } = bench.tracking.record({ custodian: 'SWB', ...made });
    expect(bench.roi.request(id)).toMatchObject({ expected: null, followUp: '2026-11-30' });
    expect(() => bench.tracking.record({ custodian: 'SWB', ...made, day: '2026-11-21' })).toThrow();
  });
});
