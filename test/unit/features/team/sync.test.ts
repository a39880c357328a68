import fc from 'fast-check';
import { approvalRowsKey } from '#engine/features/team/saved-work/topics/approvals';
import { markKey, type MarkContent } from '#engine/features/team/saved-work/topics/review-marks';
import { TeamStore } from '#engine/features/team/saved-work/team-store';
import { describe, expect, it, vi } from 'vitest';
import { MemoryLog } from './memory-log';
import { newTeam, teamOfTwo, Writer } from './writers';

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];

describe('a team', () => {
  it('shares marks, and the later place in the log wins', async () => {
    const { log, anna, ben } = await teamOfTwo();
    anna.mark('rule', 'a', 'first');
    ben.mark('rule', 'a', 'second');
    await ben.run(log);
    await anna.run(log);
    await ben.run(log);
    expect(anna.marks()).toEqual(['rule a first Anna']);
    expect(ben.marks()).toEqual(['rule a first Anna']);
    const history = ben.store.items.newestFirst('mark', markKey('rule', 'a'));
    expect(history.map(({ value }) => (value as MarkContent).note)).toEqual(['first', 'second']);
    expect(anna.issues()).toEqual([]);
  });

  it('sends before it reads if nothing is new, and does not read if it has nothing to send', async () => {
    const { log, anna, ben } = await teamOfTwo();
    await anna.run(log);
    ben.mark('rule', 'a', 'by Ben');
    await ben.run(log);
    const { asOf } = anna.store.self ?? {};
    anna.now = '2026-11-28T10:00:00.000Z'; // what a read would store as `asOf`
    await anna.sync.sync(log, { isCurrent: true });
    expect([anna.marks(), anna.store.self?.asOf]).toEqual([[], asOf]);
    anna.mark('rule', 'b', 'by Anna');
    const read = vi.spyOn(log, 'read');
    const append = vi.spyOn(log, 'append');
    await anna.sync.sync(log, { isCurrent: true });
    expect(append.mock.invocationCallOrder[0]).toBeLessThan(read.mock.invocationCallOrder[0] ?? 0);
    expect(anna.marks()).toEqual(['rule a by Ben Ben', 'rule b by Anna Anna']);
  });

  it('takes one call to send a mark, and one to read it', async () => {
    const { log, anna, ben } = await teamOfTwo();
    await ben.run(log);
    const append = vi.spyOn(log, 'append');
    const read = vi.spyOn(log, 'read');
    const calls = () => [append.mock.calls.length, read.mock.calls.length];
    anna.mark('rule', 'a', 'by Anna');
    await anna.sync.sync(log, { isCurrent: true });
    expect(calls()).toEqual([1, 1]); // and one to read it back
    append.mockClear();
    read.mockClear();
    const { ledger } = ben.sync;
    const readAhead = vi.spyOn(ledger, 'readAhead');
    const fold = vi.spyOn(ledger, 'fold');
    await ben.sync.sync(log);
    expect(calls()).toEqual([0, 1]);
    expect([readAhead.mock.calls.length, fold.mock.calls.length]).toEqual([1, 1]);
    expect(ben.marks()).toEqual(['rule a by Anna Anna']);
  });

  it.each([
    [2, false],
    [3, true],
  ])('verifies the signatures of %i entries on a worker: %s', async (count, isOnWorker) => {
    const { log, anna, ben } = await teamOfTwo();
    await ben.run(log);
    for (let index = 0; index < count; index += 1) anna.mark('rule', String(index), 'by Anna');
    await anna.run(log);
    const readAhead = vi.spyOn(ben.sync.ledger, 'readAhead');
    await ben.sync.sync(log);
    const [first] = readAhead.mock.settledResults;
    if (first?.type !== 'fulfilled') throw new Error('Nothing was read');
    expect(first.value.entries.map(({ verified }) => verified !== null)).toEqual(
      Array(count).fill(isOnWorker),
    );
    expect(ben.marks()).toHaveLength(count);
  });

  it('seals and applies large entries in chunks of about 2 MB', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const fields = [{ field: 'notes', after: JSON.stringify('x'.repeat(390_000)) }];
    for (let part = 0; part < 11; part += 1) {
      const value = { kind: 'rows' as const, rows: [{ key: '1', title: 'A', subtitle: '', fields }] };
      anna.store.share('approval', [{ key: approvalRowsKey('request', part), value }]);
    }
    const append = vi.spyOn(log, 'append');
    await anna.run(log);
    expect(append.mock.calls.map(([entries]) => entries.length)).toEqual([6, 5]);
    const fold = vi.spyOn(ben.sync.ledger, 'fold');
    await ben.run(log);
    expect(fold.mock.calls.map(([{ entries }]) => entries.length).filter((count) => count > 0)).toEqual([
      6, 5,
    ]);
    expect(ben.store.items.keysOf('approval')).toHaveLength(11);
  });

  it('keeps the user’s own mark on the screen while it waits', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'later in the log');
    log.loseConnectionAt = 'request';
    await ben.run(log);
    anna.mark('rule', 'a', 'earlier in the log');
    await anna.run(log);
    log.loseConnectionAt = 'request';
    await ben.run(log);
    expect(ben.marks()).toEqual(['rule a later in the log Ben']);
    await ben.run(log);
    await anna.run(log);
    expect(anna.marks()).toEqual(['rule a later in the log Ben']);
  });

  it('attributes a mark to its signer, except a note on a colleague’s mark', async () => {
    const { log, anna, ben } = await teamOfTwo();
    anna.mark('rule', 'a', 'by Anna');
    anna.mark('rule', 'b', 'by Anna');
    await anna.run(log);
    await ben.run(log);
    ben.mark('rule', 'a', 'note by Ben', { user: 'Anna' }); // the same decision
    ben.mark('rule', 'b', 'waived by Ben', { user: 'Anna', state: 'waived', reason: 'Not due' });
    ben.mark('rule', 'c', 'flagged by Ben', { user: 'Anna' });
    await ben.run(log);
    await anna.run(log);
    const expected = ['rule a note by Ben Anna', 'rule b waived by Ben Ben', 'rule c flagged by Ben Ben'];
    expect(anna.marks()).toEqual(expected);
    expect(ben.marks()).toEqual(expected);
    anna.sync.ledger.refold();
    await anna.run(log);
    expect(anna.marks()).toEqual(expected);
  });

  it('adds a joining member’s marks only where the team has none', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    ben.mark('rule', 'a', 'old');
    ben.mark('rule', 'b', 'old');
    const team = anna.foundTeam();
    anna.mark('rule', 'a', 'of the team');
    anna.admit(ben);
    ben.join(team, anna);
    await anna.run(log);
    await ben.run(log);
    await anna.run(log);
    for (const writer of [anna, ben])
      expect(writer.marks()).toEqual(['rule a of the team Anna', 'rule b old Ben']);
  });

  it('reads the log to its end before a joining member’s marks are shared', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    ben.mark('rule', 'a', 'old');
    const team = anna.foundTeam();
    anna.admit(ben);
    ben.join(team, anna);
    for (let index = 0; index < 500; index += 1) anna.mark('rule', 'other', String(index));
    anna.mark('rule', 'a', 'of the team');
    await anna.run(log);
    await ben.run(log);
    await anna.run(log);
    for (const writer of [anna, ben])
      expect(writer.marks()).toEqual(['rule a of the team Anna', 'rule other 499 Anna']);
    expect(log.rows.some(({ member }) => member === ben.id)).toBe(false);
  });

  it('ignores what a viewer writes', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    const team = anna.foundTeam();
    anna.admit(ben, 'viewer');
    ben.join(team, anna);
    await anna.run(log);
    await ben.run(log);
    ben.mark('rule', 'a', 'as viewer');
    await ben.run(log);
    await anna.run(log);
    expect(anna.marks()).toEqual([]);
    expect(anna.issues()).toEqual(['not-allowed Ben 1']);
    expect(ben.store.waitingCount()).toBe(0);
  });

  it('hides entries written after a removal from the member who was removed', async () => {
    const log = new MemoryLog();
    const [anna, ben, cleo] = await newTeam(log, ['Anna', 'Ben', 'Cleo']);
    if (!anna || !ben || !cleo) throw new Error('No team');
    anna.store.enqueue({ kind: 'removed', member: ben.id });
    await anna.run(log);
    cleo.mark('rule', 'a', 'after the removal');
    await cleo.run(log);
    await anna.run(log);
    await ben.run(log);
    expect(anna.marks()).toEqual(['rule a after the removal Cleo']);
    expect(ben.marks()).toEqual([]);
    expect(ben.sync.ledger.teamKeys.has(2)).toBe(false);
    ben.mark('rule', 'b', 'by the removed');
    await ben.run(log);
    expect(log.rows.filter(({ member }) => member === ben.id)).toEqual([]);
    expect(anna.issues()).toEqual([]);
  });

  it('seals what waited during a removal with the new key', async () => {
    const log = new MemoryLog();
    const [anna, ben, cleo] = await newTeam(log, ['Anna', 'Ben', 'Cleo']);
    if (!anna || !ben || !cleo) throw new Error('No team');
    cleo.mark('rule', 'a', 'was waiting');
    log.loseConnectionAt = 'request';
    await cleo.run(log); // sealed with the old key, and not sent
    anna.store.enqueue({ kind: 'removed', member: ben.id });
    await anna.run(log);
    await cleo.run(log);
    await anna.run(log);
    expect(log.rows.find(({ member }) => member === cleo.id)?.epoch).toBe(2);
    expect(anna.marks()).toEqual(['rule a was waiting Cleo']);
  });
});

describe('a log with many megabytes', () => {
  /** Anna has shared 18 entries of 0.5 MB, which Ben has not read. */
  async function largeLog() {
    const team = await teamOfTwo();
    const { log, anna } = team;
    const rows = [{ key: '1', title: 'x'.repeat(500_000), subtitle: '', fields: [] }];
    for (let index = 0; index < 18; index += 1)
      anna.store.share('approval', [{ key: `request/${index}`, value: { kind: 'rows', rows } }]);
    await anna.run(log);
    return team;
  }

  it('is read to its end in chunks of some megabytes', async () => {
    const { log, ben } = await largeLog();
    const read = vi.spyOn(log, 'read');
    await ben.sync.sync(log);
    expect(ben.store.entryCount()).toBe(log.rows.length);
    expect(ben.store.items.keysOf('approval')).toHaveLength(18);
    expect(read.mock.calls.length).toBeGreaterThan(2);
  });

  it('is compared backward in ranges of some megabytes after a failover, and sent in these', async () => {
    const { log, anna } = await largeLog();
    const rows = log.rows.length;
    log.goBackTo(rows - 17);
    const digest = vi.spyOn(log, 'digest');
    const unsent = vi.spyOn(anna.store, 'unsent');
    anna.disconnect();
    await anna.run(log);
    expect(digest.mock.calls.length).toBeGreaterThan(2);
    for (const [after, upTo] of digest.mock.calls) expect(upTo - after).toBeLessThan(9);
    const counts = unsent.mock.results.map(({ value }) => (Array.isArray(value) ? value.length : 0));
    expect(Math.max(...counts)).toBeLessThan(9);
    expect(log.rows).toHaveLength(rows);
  });

  it('is compared in ranges of some megabytes, and one with a lost entry is read again', async () => {
    const { log, ben } = await largeLog();
    await ben.run(log);
    const digest = vi.spyOn(log, 'digest');
    await ben.sync.audit(log);
    expect(digest.mock.calls.map(([after]) => after)).toEqual(
      [0, ...digest.mock.calls.map(([, upTo]) => upTo)].slice(0, -1),
    );
    expect(digest.mock.calls.length).toBeGreaterThan(2);
    expect(digest.mock.calls.at(-1)?.[1]).toBe(ben.store.self?.folded);
    const [lost] = log.rows.splice(-2, 1);
    await ben.sync.audit(log);
    expect(ben.issues()).toEqual([`missing Anna ${lost?.number}`]);
  });

  it('is aligned with a database that lost its newest entries', async () => {
    const { log, ben } = await largeLog();
    await ben.run(log);
    log.goBackTo(log.rows.length - 3);
    ben.disconnect();
    await ben.run(log);
    expect(ben.store.entryCount()).toBe(log.rows.length);
  });
});

describe('an altered database', () => {
  it('a flipped byte is an issue, and the other entries count', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'one');
    ben.mark('rule', 'b', 'two');
    await ben.run(log);
    const row = log.rows.find(({ member }) => member === ben.id);
    if (row) row.body[row.body.length - 20] = (row.body[row.body.length - 20] ?? 0) ^ 1;
    await anna.run(log);
    expect(anna.issues()).toEqual(['bad-signature Ben 1']);
    expect(anna.marks()).toEqual(['rule b two Ben']);
  });

  it('an entry signed by another member is an issue', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'one');
    await ben.run(log);
    const forged = log.rows.map((row) =>
      row.member === ben.id ? { ...row, member: anna.id, number: 99 } : row,
    );
    log.rows = forged;
    await anna.run(log);
    expect(anna.issues()).toContain('bad-signature Anna 99');
    expect(anna.marks()).toEqual([]);
  });

  it('a missing entry is an issue, and those after it count', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'one');
    ben.mark('rule', 'b', 'two');
    await ben.run(log);
    log.rows = log.rows.filter(({ member, number }) => member !== ben.id || number !== 1);
    await anna.run(log);
    expect(anna.issues()).toEqual(['missing Ben 1']);
    expect(anna.marks()).toEqual(['rule b two Ben']);
    // The entries that follow are not compared with all others of their author.
    const lastNumberAt = vi.spyOn(anna.store, 'lastNumberAt');
    for (const key of ['c', 'd', 'e']) ben.mark('rule', key, 'later');
    await ben.run(log);
    await anna.run(log);
    expect(lastNumberAt).not.toHaveBeenCalled();
    expect(anna.issues()).toEqual(['missing Ben 1']);
  });

  it('a duplicate entry counts once', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'one');
    await ben.run(log);
    const last = log.rows.at(-1);
    if (last) log.rows.push({ ...last, place: last.place + 1 });
    await anna.run(log);
    expect(anna.issues()).toEqual(['doubled Ben 1']);
    expect(anna.notes()).toEqual(new Map([['one', 1]]));
  });

  it('an entry of another team is an issue', async () => {
    const { log, anna } = await teamOfTwo();
    const other = new MemoryLog();
    const [cleo] = await newTeam(other, ['Cleo']);
    cleo?.mark('rule', 'a', 'of another team');
    await cleo?.run(other);
    const moved = other.rows.at(-1);
    const place = (log.rows.at(-1)?.place ?? 0) + 1;
    if (moved) log.rows.push({ ...moved, place });
    await anna.run(log);
    expect(anna.issues()).toEqual(['other-team unknown 2']);
    if (moved) log.rows.push({ ...moved, team: log.rows[0]?.team ?? '', place: place + 1 });
    await anna.run(log);
    expect(anna.issues()).toEqual(['not-allowed unknown 2', 'other-team unknown 2']);
    expect(anna.marks()).toEqual([]);
  });

  it('rows deleted or rewritten after they were read are found, and sent again by their author', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'one');
    ben.mark('rule', 'b', 'two');
    ben.mark('rule', 'c', 'three');
    await ben.run(log);
    await anna.run(log);
    log.rows = log.rows
      .filter(({ member, number }) => member !== ben.id || number !== 1)
      .map((row) =>
        row.member === ben.id && row.number === 2 ? { ...row, body: Buffer.from(row.body).fill(7, 80) } : row,
      );
    await anna.sync.audit(log);
    expect(anna.issues()).toEqual(['bad-signature Ben 2', 'missing Ben 1']);
    expect(anna.marks()).toEqual(['rule c three Ben']);
    // The author still has both: it resends the deleted entry unchanged, and the rewritten one under a new number.
    await ben.sync.audit(log);
    await ben.run(log);
    await anna.run(log);
    expect(anna.issues()).toEqual(['bad-signature Ben 2']);
    expect(anna.marks()).toEqual(['rule a one Ben', 'rule b two Ben', 'rule c three Ben']);
  });

  it('entries lost in a failover are sent again', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const entriesBefore = log.rows.length;
    anna.mark('rule', 'a', 'lost by Anna');
    ben.mark('rule', 'b', 'lost by Ben');
    await anna.run(log);
    await ben.run(log);
    await anna.run(log);
    log.goBackTo(entriesBefore);
    for (const writer of [ben, anna, ben]) {
      writer.disconnect();
      await writer.run(log);
    }
    for (const writer of [anna, ben]) {
      expect(writer.marks()).toEqual(['rule a lost by Anna Anna', 'rule b lost by Ben Ben']);
      expect(writer.issues()).toEqual([]);
    }
  });

  it('a failover is noticed even if the last entry is back at its place', async () => {
    const log = new MemoryLog();
    const [anna, ben, cleo, dan] = await newTeam(log, ['Anna', 'Ben', 'Cleo', 'Dan']);
    if (!anna || !ben || !cleo || !dan) throw new Error('No team');
    const entriesBefore = log.rows.length;
    ben.mark('rule', 'a', 'by Ben');
    await ben.run(log);
    anna.mark('rule', 'b', 'by Anna');
    await anna.run(log);
    await dan.run(log);
    log.goBackTo(entriesBefore);
    cleo.mark('rule', 'c', 'by Cleo');
    await cleo.run(log); // takes the place of Ben's entry, and Anna's comes back to its own
    for (const writer of [anna, dan, ben, cleo, dan, anna]) {
      writer.disconnect();
      await writer.run(log);
    }
    for (const writer of [anna, ben, cleo, dan]) {
      expect(writer.issues()).toEqual([]);
      expect(writer.marks()).toEqual(['rule a by Ben Ben', 'rule b by Anna Anna', 'rule c by Cleo Cleo']);
    }
  });

  it('a member restored from a backup reads its own later entries and continues after them', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.mark('rule', 'a', 'before the backup');
    const backup = ben.backUp();
    await ben.run(log);
    ben.mark('rule', 'b', 'after the backup');
    await ben.run(log);
    ben.restore(backup);
    ben.mark('rule', 'c', 'after the restore');
    await ben.run(log);
    await anna.run(log);
    for (const writer of [anna, ben]) {
      expect(writer.marks()).toEqual([
        'rule a before the backup Ben',
        'rule b after the backup Ben',
        'rule c after the restore Ben',
      ]);
      expect(writer.issues()).toEqual([]);
    }
  });
});

type Step =
  | { readonly do: 'mark'; readonly member: number; readonly key: number }
  | { readonly do: 'claim'; readonly member: number; readonly key: number; readonly isReleased: boolean }
  | { readonly do: 'sync'; readonly member: number; readonly connectionLoss: 'request' | 'response' | null }
  | { readonly do: 'restart' | 'audit' | 'align'; readonly member: number }
  | { readonly do: 'go-back'; readonly entries: number };

const memberIndex = fc.integer({ min: 0, max: NAMES.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      member: memberIndex,
      key: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      member: memberIndex,
      key: fc.integer({ min: 0, max: 2 }),
      isReleased: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      member: memberIndex,
      connectionLoss: fc.constantFrom(null, null, 'request' as const, 'response' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('restart' as const, 'audit' as const, 'align' as const),
      member: memberIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('go-back' as const), entries: fc.integer({ min: 1, max: 4 }) }),
  },
);

it('five writers agree on the state after any order, lost connection, restart or failover', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const log = new MemoryLog();
      const writers = await newTeam(log, NAMES);
      const foundingEntries = log.rows.length;
      const notes = new Set<string>();
      const marked: number[] = [];
      for (const next of steps) {
        await applyStep(next, { log, writers, foundingEntries, notes });
        // The stored count must equal a fresh count.
        for (const { store, db } of writers) expect(store.entryCount()).toBe(new TeamStore(db).entryCount());
        // A member's own marks are always on this computer, wherever their entries are.
        if (next.do === 'mark') marked[next.member] = (marked[next.member] ?? 0) + 1;
        for (const [index, writer] of writers.entries())
          expect(writer.ownMarkCount()).toBe(marked[index] ?? 0);
      }
      for (let round = 0; round < 2; round += 1)
        for (const writer of writers) {
          writer.disconnect();
          await writer.run(log);
        }
      for (const writer of writers) {
        await writer.run(log);
        expect(writer.issues()).toEqual([]);
        expect(writer.store.waitingCount()).toBe(0);
        expect(writer.marks()).toEqual(writers[0]?.marks());
        expect(writer.claims()).toEqual(writers[0]?.claims());
        expect(writer.notes()).toEqual(new Map([...notes].map((note) => [note, 1])));
        expect(writer.itemsOutsideLog()).toBe(0);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

describe('marks on fee structures', () => {
  it('the later change in the log wins, under its signer’s name; a removal is a change, too', async () => {
    const log = new MemoryLog();
    const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
    if (!anna || !ben) throw new Error('no team');
    const syncAll = async () => {
      for (const writer of [anna, ben, anna, ben]) await writer.run(log);
      expect(anna.structures.get()).toEqual(ben.structures.get());
      return anna.structures.get();
    };
    anna.structures.setCeiling('1.5');
    ben.structures.setCeiling('2');
    ben.structures.setFeeChange({ percent: '10', dollars: '50' });
    ben.structures.retire('1290', 'a typed name', '2026-11-28T09:00:00Z');
    const retired = [{ key: '1290', by: 'Ben', at: '2026-11-28T09:00:00Z' }];
    const feeChange = { percent: '10', dollars: '50' };
    expect(await syncAll()).toEqual({ retired, ceiling: '2', feeChange });
    anna.structures.restore('1290');
    anna.structures.setFeeChange(null);
    expect(await syncAll()).toEqual({ retired: [], ceiling: '2' });
  });

  it('the founder’s marks are shared, and a joining member’s where the team has none', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    anna.structures.setCeiling('1.5');
    ben.structures.setCeiling('2');
    ben.structures.retire('7', 'Ben', '2026-11-28T08:00:00Z');
    const team = anna.foundTeam();
    anna.store.items.storeEarlierWork(anna.id);
    anna.store.shareEarlier('all');
    anna.admit(ben);
    ben.join(team, anna);
    for (const writer of [anna, ben, anna, ben]) await writer.run(log);
    expect(anna.structures.get()).toEqual(ben.structures.get());
    expect(anna.structures.get()).toMatchObject({ ceiling: '1.5', retired: [{ key: '7', by: 'Ben' }] });
  });
});

describe('the work of colleagues', () => {
  it('is counted once per item since a time, excluding the member’s own work', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const syncAll = async () => {
      for (const writer of [anna, ben, anna]) await writer.run(log);
    };
    ben.mark('rule', 'before', 'seen already');
    await syncAll();
    const since = '2026-11-28T09:00:00.000Z'; // when every entry so far was written
    ben.now = '2026-11-28T10:00:00.000Z';
    ben.mark('rule', 'a', 'first');
    ben.mark('rule', 'a', 'second');
    ben.mark('rule', 'b', 'third');
    ben.structures.retire('7', 'Ben', since); // the entry's own time is later: now
    anna.mark('rule', 'own', 'not counted');
    await syncAll();
    expect(anna.store.workSince(since, anna.id)).toEqual([
      { member: ben.id, topic: 'mark', count: 2 },
      { member: ben.id, topic: 'retired-structure', count: 1 },
    ]);
  });

  it('is counted since a time even if a later entry has an earlier time', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const since = '2026-11-28T09:00:00.000Z';
    for (const [now, key] of [
      ['2026-11-28T10:00:00.000Z', 'a'],
      ['2026-11-28T08:00:00.000Z', 'written before, arrived last'],
    ] as const) {
      ben.now = now;
      ben.mark('rule', key, key);
      for (const writer of [ben, anna]) await writer.run(log);
    }
    expect(anna.store.workSince(since, anna.id)).toEqual([{ member: ben.id, topic: 'mark', count: 1 }]);
  });
});

describe('a claim (I’m on this)', () => {
  const [ten, eleven, tomorrow, afterExpiry] = [
    '2026-11-30T10:00:00.000Z',
    '2026-11-30T11:00:00.000Z',
    '2026-12-01T10:00:00.000Z',
    '2026-12-01T10:00:01.000Z',
  ] as const;

  /** `sharedClaims` syncs both members and returns the claims, which must be the same. */
  async function teamWithClaims() {
    const { log, anna, ben, syncAll } = await teamOfTwo();
    const sharedClaims = async () => {
      await syncAll();
      expect(anna.claims()).toEqual(ben.claims());
      return anna.claims();
    };
    return { anna, ben, log, sharedClaims };
  }

  it('goes to the first in the log, even if another member clicked earlier', async () => {
    const { anna, ben, log, sharedClaims } = await teamWithClaims();
    anna.claim('a', ten, tomorrow);
    ben.claim('a', eleven, tomorrow);
    expect([anna.claims(), ben.claims()]).toEqual([['a Anna'], ['a Ben']]);
    await ben.run(log);
    expect(await sharedClaims()).toEqual(['a Ben']);
  });

  it('of a member who was removed is free for a colleague', async () => {
    const { log, anna, ben } = await teamWithClaims();
    ben.claim('a', ten, tomorrow);
    for (const writer of [ben, anna]) await writer.run(log);
    expect(anna.claims()).toEqual(['a Ben']);
    anna.store.enqueue({ kind: 'removed', member: ben.id });
    await anna.run(log);
    anna.claim('a', eleven, tomorrow);
    expect(anna.claims()).toEqual(['a Anna']);
    await anna.run(log);
    expect(anna.claims()).toEqual(['a Anna']);
    anna.sync.ledger.refold();
    await anna.run(log);
    expect(anna.claims()).toEqual(['a Anna']);
  });

  it('can be released only by its holder', async () => {
    const { anna, ben, sharedClaims } = await teamWithClaims();
    anna.claim('a', ten, tomorrow);
    await sharedClaims();
    ben.claim('a', eleven, null);
    expect(await sharedClaims()).toEqual(['a Anna']);
    anna.claim('a', eleven, null);
    expect(await sharedClaims()).toEqual([]);
  });

  it('can be taken by a colleague after it expires', async () => {
    const { anna, ben, sharedClaims } = await teamWithClaims();
    anna.claim('a', ten, tomorrow);
    await sharedClaims();
    ben.claim('a', eleven, afterExpiry);
    expect(await sharedClaims()).toEqual(['a Anna']);
    ben.claim('a', afterExpiry, '2026-12-02T10:00:00.000Z');
    expect(await sharedClaims()).toEqual(['a Ben']);
  });
});

interface StepContext {
  readonly log: MemoryLog;
  readonly writers: readonly Writer[];
  readonly foundingEntries: number;
  readonly notes: Set<string>;
}

async function applyStep(step: Step, { log, writers, foundingEntries, notes }: StepContext): Promise<void> {
  if (step.do === 'go-back') {
    log.goBackTo(Math.max(foundingEntries, log.rows.length - step.entries));
    for (const writer of writers) writer.disconnect();
    return;
  }
  const writer = writers[step.member];
  if (!writer) return;
  if (step.do === 'restart') writer.restart();
  if (step.do === 'mark') {
    const note = `note ${notes.size}`;
    notes.add(note);
    writer.mark('rule', String(step.key), note);
  }
  if (step.do === 'claim') {
    // The number of marks is the clock. All claims end at 09:00:04: one that is made later finds the earlier expired.
    const at = `2026-11-28T09:00:${String(notes.size % 60).padStart(2, '0')}.000Z`;
    writer.claim(String(step.key), at, step.isReleased ? null : '2026-11-28T09:00:04.000Z');
  }
  if (step.do === 'sync') {
    log.loseConnectionAt = step.connectionLoss;
    await writer.run(log);
    log.loseConnectionAt = null;
  }
  if (step.do === 'align') {
    writer.disconnect();
    await writer.sync.align(log); // and loses the connection before it reads
  }
  if (step.do === 'audit') {
    await writer.run(log);
    await writer.sync.audit(log);
  }
}
