import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoiContact } from '#contract/features/roi/schemas';
import { shareRoiLists } from '#engine/features/roi/saved-work/share-lists';
import { roiStore, type RoiStore } from '#engine/features/roi/saved-work/store';
import { MemoryLog } from '../team/memory-log';
import { newTeam, teamOfTwo, Writer } from '../team/writers';
import { DRAFT_CONTENT } from './harness';

const stores = new WeakMap<object, RoiStore>();
/** The ROI lists of a writer, opened once between restarts. */
function listsOf({ db, store }: Writer): RoiStore {
  const opened = stores.get(store) ?? roiStore(db, undefined, undefined, shareRoiLists(store));
  stores.set(store, opened);
  return opened;
}

const contactOf = (value: string, name: string | null = null) =>
  ({ custodian: 'PER', role: 'cc', value, name }) as const;
/** Value, name and author of each contact. */
const contacts = (writer: Writer): string[] =>
  listsOf(writer)
    .contacts.all()
    .map(({ value, name, changed }) => `${value} ${name ?? '-'} ${changed?.by ?? '-'}`)
    .sort();
const find = (writer: Writer, value: string): RoiContact =>
  listsOf(writer)
    .contacts.all()
    .find((contact) => contact.value === value) ?? expect.fail(`no contact ${value}`);

describe('contacts on a team', () => {
  it('are shared with the author’s name, and removed for all; the last change wins', async () => {
    const { anna, ben, syncAll, log } = await teamOfTwo();
    listsOf(anna).contacts.save(contactOf('ops@firm.example', 'Ops'));
    await syncAll();
    expect(contacts(ben)).toEqual(['ops@firm.example Ops Anna']);
    listsOf(anna).contacts.save(contactOf('OPS@firm.example', 'Operations'));
    listsOf(ben).contacts.save(contactOf('ops@firm.example', 'Desk'));
    await ben.run(log); // so that Ben's change precedes Anna's in the log
    await syncAll();
    for (const writer of [anna, ben]) expect(contacts(writer)).toEqual(['OPS@firm.example Operations Anna']);
    const [item] = anna.store.items.newestFirst(
      'roi-contact',
      JSON.stringify(['PER', 'cc', 'ops@firm.example']),
    );
    expect(find(ben, 'OPS@firm.example').changed).toEqual({ by: 'Anna', at: item?.at });
    listsOf(ben).contacts.remove(find(ben, 'OPS@firm.example').id);
    await syncAll();
    expect([contacts(anna), contacts(ben)]).toEqual([[], []]);
  });

  it('replace the old entry on every computer when renamed; the time of use stays local', async () => {
    const { anna, ben, syncAll } = await teamOfTwo();
    listsOf(anna).contacts.remember('PER', DRAFT_CONTENT, '2026-11-30T10:00:00.000Z');
    await syncAll();
    const value = DRAFT_CONTENT.senderName;
    expect(find(anna, value)).toMatchObject({ usedAt: '2026-11-30T10:00:00.000Z' });
    expect(find(ben, value)).toMatchObject({ usedAt: null, changed: { by: 'Anna' } });
    const { id, custodian, role, name } = find(ben, value);
    listsOf(ben).contacts.save({ id, custodian, role, name, value: 'Kim Lee' });
    await syncAll();
    expect(find(anna, 'Kim Lee')).toMatchObject({ changed: { by: 'Ben' } });
    expect(contacts(anna)).toEqual(contacts(ben));
    expect(contacts(anna).join()).not.toContain(value);
  });

  it('used again are not shared again', async () => {
    const { log, anna, syncAll } = await teamOfTwo();
    listsOf(anna).contacts.remember('PER', DRAFT_CONTENT, '2026-11-30T10:00:00.000Z');
    await syncAll();
    const entries = log.rows.length;
    listsOf(anna).contacts.remember('PER', DRAFT_CONTENT, '2026-12-01T10:00:00.000Z');
    await syncAll();
    expect(log.rows.length).toBe(entries);
  });

  it('with what could be a tax ID stay on this computer, and a name is shared without it', async () => {
    const { anna, ben, syncAll } = await teamOfTwo();
    listsOf(anna).contacts.save(contactOf('078-05-1120'));
    listsOf(anna).contacts.save(contactOf('ops@firm.example', 'Ops 078-05-1120'));
    await syncAll();
    expect(contacts(ben)).toEqual(['ops@firm.example Ops ••••••••• Anna']);
    expect(find(anna, '078-05-1120').changed).toBeNull();
  });

  it('cannot be changed by a viewer, nor can turnarounds and plans', async () => {
    const { anna } = await teamOfTwo();
    anna.store.setSharing('refused');
    const { contacts: list, turnarounds, planned } = listsOf(anna);
    expect(() => list.save(contactOf('ops@firm.example'))).toThrow('not-allowed');
    expect(() => turnarounds.set('PER', { first: 1, last: 2 })).toThrow('not-allowed');
    expect(() => planned.add({ custodian: 'NFS', codes: ['G1'] })).toThrow('not-allowed');
    expect([contacts(anna), turnarounds.get('PER'), planned.list()]).toEqual([[], null, []]);
  });
});

it('refuses a new draft to a viewer, who can still discard earlier drafts', async () => {
  const { anna } = await teamOfTwo();
  const { id } = listsOf(anna).drafts.create(DRAFT_CONTENT);
  anna.store.setSharing('refused');
  const { drafts } = listsOf(anna);
  const refused = expect.objectContaining({
    failure: { kind: 'not-allowed', detail: { code: 'team-viewer' } },
  }) as Error;
  expect(() => drafts.create(DRAFT_CONTENT)).toThrow(refused);
  drafts.remove(id);
  expect(drafts.list()).toEqual([]);
});

it('applies the last turnaround on every computer, and can restore the default', async () => {
  const { log, anna, ben, syncAll } = await teamOfTwo();
  listsOf(anna).turnarounds.set('PER', { first: 2, last: 4 });
  listsOf(ben).turnarounds.set('PER', { first: 7, last: 9 });
  await ben.run(log); // so that Ben's change precedes Anna's in the log
  await syncAll();
  for (const writer of [anna, ben]) {
    expect(listsOf(writer).turnarounds.get('PER')).toEqual({ first: 2, last: 4 });
    expect(listsOf(writer).turnarounds.changeOf('PER')).toMatchObject({ by: 'Anna' });
  }
  expect(ben.store.items.inOrder('roi-turnaround', 'PER')).toHaveLength(2); // the earlier one is kept
  listsOf(ben).turnarounds.set('PER', null);
  await syncAll();
  expect(listsOf(anna).turnarounds.get('PER')).toBeNull();
});

describe('plans on a team', () => {
  const plans = (writer: Writer) =>
    listsOf(writer)
      .planned.list()
      .map(({ custodian, codes, plannedBy }) =>
        [custodian, ...codes, ...plannedBy.map(({ by }) => by)].join(' '),
      );

  it('hold the codes of two members who planned at once, until one records the request', async () => {
    const { anna, ben, syncAll } = await teamOfTwo();
    listsOf(anna).planned.add({ custodian: 'NFS', codes: ['G2', 'G1'] });
    listsOf(ben).planned.add({ custodian: 'NFS', codes: ['G3'] });
    await syncAll();
    for (const writer of [anna, ben]) expect(plans(writer)).toEqual(['NFS G1 G2 G3 Anna Ben']);
    listsOf(ben).planned.complete('NFS', ['g1', 'G3']);
    await syncAll();
    for (const writer of [anna, ben]) expect(plans(writer)).toEqual(['NFS G2 Anna']);
    listsOf(anna).planned.dismiss('NFS');
    await syncAll();
    expect([plans(anna), plans(ben)]).toEqual([[], []]);
  });
});

it('shares the founder’s lists, and those that a joining member brings and the team lacks', async () => {
  for (const bring of [['roi-requests'], []] as const) {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    listsOf(anna).contacts.save(contactOf('ops@firm.example', 'Ops'));
    listsOf(anna).turnarounds.set('PER', { first: 2, last: 4 });
    listsOf(ben).contacts.save(contactOf('ops@firm.example', 'Other'));
    listsOf(ben).contacts.save(contactOf('ben@firm.example'));
    listsOf(ben).turnarounds.set('PER', { first: 1, last: 1 });
    listsOf(ben).planned.add({ custodian: 'NFS', codes: ['G1'] });
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna, bring);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    const isBrought = bring.length > 0;
    expect(contacts(anna)).toEqual([
      ...(isBrought ? ['ben@firm.example - Ben'] : []),
      'ops@firm.example Ops Anna',
    ]);
    expect(contacts(ben)).toEqual([
      `ben@firm.example - ${isBrought ? 'Ben' : '-'}`,
      'ops@firm.example Ops Anna',
    ]);
    expect(listsOf(ben).turnarounds.get('PER')).toEqual({ first: 2, last: 4 });
    expect(listsOf(anna).planned.list()).toHaveLength(isBrought ? 1 : 0);
    expect(listsOf(ben).planned.list()).toHaveLength(1);
  }
});

type Step = {
  readonly who: number;
  /** 0 to 4 change the lists; 5 syncs; 6 syncs, and computes the lists again from all entries. */
  readonly what: number;
  readonly key: number;
  readonly losesResponse: boolean;
};

it('keeps lists the same on every computer after any order, lost connection and refold', async () => {
  const nat = (max: number) => fc.integer({ min: 0, max });
  const step: fc.Arbitrary<Step> = fc.record({
    who: nat(2),
    what: nat(6),
    key: nat(1),
    losesResponse: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const log = new MemoryLog();
      const writers = await newTeam(log, ['Anna', 'Ben', 'Cleo']);
      for (const [index, { who, what, key, losesResponse }] of steps.entries()) {
        const writer = writers[who];
        if (!writer) continue;
        const { contacts: list, turnarounds, planned } = listsOf(writer);
        if (what === 0) list.save(contactOf(`${key}@firm.example`, `name ${index}`));
        if (what === 1) for (const { id } of list.all().slice(0, 1)) list.remove(id);
        if (what === 2) turnarounds.set('PER', key === 0 ? null : { first: 1, last: index + 1 });
        if (what === 3) planned.add({ custodian: 'NFS', codes: [`G${key}`] });
        if (what === 4) planned.complete('NFS', [`G${key}`]);
        if (what < 5) continue;
        log.loseConnectionAt = losesResponse ? 'response' : null;
        await writer.run(log);
        log.loseConnectionAt = null;
        if (what === 6) writer.sync.ledger.refold();
      }
      for (let round = 0; round < 2; round += 1)
        for (const writer of writers) {
          writer.disconnect();
          await writer.run(log);
        }
      const lists = writers.map((writer) => {
        const { turnarounds, planned } = listsOf(writer);
        return [contacts(writer), turnarounds.get('PER'), turnarounds.changeOf('PER'), planned.list()];
      });
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[2]).toEqual(lists[0]);
    }),
    { numRuns: 40 },
  );
}, 60_000);
