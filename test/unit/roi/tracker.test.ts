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
