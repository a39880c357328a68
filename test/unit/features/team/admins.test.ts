import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEntry, wrapsOf, type PlacedEntry } from '#engine/features/team/entry';
import { unwrapTeamKey } from '#engine/features/team/member-keys';
import { waitingRemovals } from '#engine/features/team/waiting-removals';
import { MemoryLog } from './memory-log';
import { Writer } from './writers';

/** A team whose members are all admins. */
async function teamOfAdmins(
  names: readonly string[],
): Promise<{ log: MemoryLog; team: string; admins: Writer[] }> {
  const log = new MemoryLog();
  const admins = names.map((name) => new Writer(name));
  const [founder, ...others] = admins;
  if (!founder) throw new Error('No founder');
  const team = founder.foundTeam();
  for (const other of others) {
    founder.admit(other, 'admin');
    other.join(team, founder);
  }
  for (const writer of [founder, ...others, ...admins]) await writer.run(log);
  return { log, team, admins };
}

const activeNames = ({ sync }: Writer): string[] =>
  sync.ledger.membership.active.map(({ name }) => name).sort();
const epochOf = ({ sync }: Writer): number | undefined => sync.ledger.currentKey?.epoch;

/** The entries that a computer can decrypt with every key that the log hands to it. */
function readableEntries(log: MemoryLog, { id, keys }: Writer): PlacedEntry[] {
  const teamKeys = log.rows.flatMap((row) =>
    wrapsOf(row).flatMap((wrap) => (wrap.member === id ? (unwrapTeamKey(row.team, wrap, keys) ?? []) : [])),
  );
  return log.rows.filter((row) => teamKeys.some((key) => openEntry(row, key) !== undefined));
}

async function syncAll(log: MemoryLog, writers: readonly Writer[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const writer of writers) await writer.run(log);
}

/** Expects that all members agree on members and key and can read each other's new entries, and that no one else can. */
async function expectAgreement(
  log: MemoryLog,
  writers: readonly Writer[],
  { hasLostEntries = false } = {},
): Promise<void> {
  await syncAll(log, writers);
  const members = writers.filter(({ sync, id }) => sync.ledger.membership.roleOf(id) !== null);
  const [first] = members;
  if (!first) throw new Error('No one is left');
  const entriesBefore = log.rows.length;
  for (const writer of members) writer.mark('rule', writer.name, `last of ${writer.name}`);
  await syncAll(log, writers);
  const last = log.rows.slice(entriesBefore);
  expect(last).toHaveLength(members.length);
  expect(activeNames(first)).toEqual(members.map(({ name }) => name).sort());
  for (const writer of members) {
    expect(activeNames(writer)).toEqual(activeNames(first));
    expect(epochOf(writer)).toBe(epochOf(first));
    // An entry that a failover lost stays missing if its author was removed before sending it again.
    if (!hasLostEntries) expect(writer.issues()).toEqual([]);
    expect(writer.marks()).toEqual(first.marks());
    expect(writer.store.waitingCount()).toBe(0);
    expect(readableEntries(log, writer)).toEqual(expect.arrayContaining(last));
  }
  for (const writer of writers)
    if (!members.includes(writer))
      expect(readableEntries(log, writer).filter((row) => last.includes(row))).toEqual([]);
}

const remove = (writer: Writer, other: Writer) => writer.store.enqueue({ kind: 'removed', member: other.id });

describe('two admins at once', () => {
  async function fourAdmins() {
    const { log, team, admins } = await teamOfAdmins(['Anna', 'Ben', 'Cleo', 'Dan']);
    const [anna, ben, cleo, dan] = admins;
    if (!anna || !ben || !cleo || !dan) throw new Error('No team');
    return { log, team, admins, anna, ben, cleo, dan };
  }

  it('remove two colleagues: neither gets the key after the second removal', async () => {
    const { log, admins, anna, ben, cleo, dan } = await fourAdmins();
    remove(anna, cleo);
    remove(ben, dan);
    log.beforeAppend = () => ben.run(log);
    await anna.run(log);
    await expectAgreement(log, admins);
    expect([activeNames(anna), epochOf(anna)]).toEqual([['Anna', 'Ben'], 3]);
  });

  it('remove a colleague and admit another, who reads what follows', async () => {
    const { log, team, admins, anna, ben, cleo } = await fourAdmins();
    const eve = new Writer('Eve');
    ben.admit(eve);
    eve.join(team, ben);
    remove(anna, cleo);
    log.beforeAppend = () => ben.run(log);
    await anna.run(log);
    await expectAgreement(log, [...admins, eve]);
    expect(activeNames(eve)).toEqual(['Anna', 'Ben', 'Dan', 'Eve']);
  });

  it('remove each other: the first in the log stays', async () => {
    const { log, admins, anna, ben } = await fourAdmins();
    remove(anna, ben);
    remove(ben, anna);
    log.beforeAppend = () => ben.run(log);
    await anna.run(log);
    await syncAll(log, admins);
    const remaining = admins.filter((writer) => writer !== anna);
    for (const writer of remaining) expect(activeNames(writer)).toEqual(['Ben', 'Cleo', 'Dan']);
    expect(log.rows.some(({ member, epoch }) => member === anna.id && epoch > 1)).toBe(false);
  });

  it('remove the same colleague: the key changes once', async () => {
    const { log, admins, anna, ben, cleo } = await fourAdmins();
    remove(anna, cleo);
    remove(ben, cleo);
    log.beforeAppend = () => ben.run(log);
    await anna.run(log);
    await expectAgreement(log, admins);
    expect(epochOf(anna)).toBe(2);
  });

  it('re-seal a removal that was waiting when the app closed', async () => {
    const { log, admins, anna, ben, cleo, dan } = await fourAdmins();
    remove(anna, cleo);
    log.loseConnectionAt = 'request';
    await anna.run(log);
    anna.restart();
    remove(ben, dan);
    await ben.run(log);
    await expectAgreement(log, admins);
    expect([activeNames(anna), epochOf(anna)]).toEqual([['Anna', 'Ben'], 3]);
  });

  it('leave: the second in the log stays as the last admin', async () => {
    const { log, admins } = await teamOfAdmins(['Anna', 'Ben']);
    const [anna, ben] = admins;
    if (!anna || !ben) throw new Error('No team');
    for (const writer of admins) writer.store.enqueue({ kind: 'left' });
    log.beforeAppend = () => ben.run(log);
    await anna.run(log);
    expect([activeNames(anna), anna.issues()]).toEqual([['Anna'], []]);
    expect(anna.store.waitingCount()).toBe(0);
  });
});

it('ignores a removal whose author had not read an earlier one, and seals it again', async () => {
  const { log, admins } = await teamOfAdmins(['Anna', 'Ben', 'Cleo', 'Dan']);
  const [anna, ben, cleo, dan] = admins;
  if (!anna || !ben || !cleo || !dan) throw new Error('No team');
  remove(anna, cleo);
  remove(ben, dan);
  const append = log.append.bind(log);
  log.beforeAppend = () => ben.run(log);
  // Append as if Anna had read everything, so that the log does not reject her outdated removal.
  log.append = (entries) => append(entries, { place: 1_000_000, epoch: 1 });
  await anna.sync.sync(log, { isCurrent: true });
  log.append = append;
  await syncAll(log, admins);
  expect(anna.issues()).toEqual(ben.issues());
  expect(anna.issues()).toEqual([expect.stringMatching(/^not-allowed Anna \d+$/)]);
  for (const writer of [anna, ben]) {
    expect([activeNames(writer), epochOf(writer)]).toEqual([['Anna', 'Ben'], 3]);
    writer.mark('rule', writer.name, 'after both');
  }
  await syncAll(log, admins);
  expect(anna.marks()).toEqual(ben.marks());
  for (const writer of [cleo, dan]) expect(readableEntries(log, writer).at(-1)?.epoch).toBeLessThan(3);
});

describe('a team after a failover that lost a removal and its key', () => {
  /** Anna removes Dan, and Ben reads that and writes with the new key; then the database is as it was before. */
  async function lostRemoval() {
    const { log, team, admins } = await teamOfAdmins(['Anna', 'Ben', 'Cleo', 'Dan', 'Eve']);
    const [anna, ben, cleo, dan, eve] = admins;
    if (!anna || !ben || !cleo || !dan || !eve) throw new Error('No team');
    const entriesBefore = log.rows.length;
    remove(anna, dan);
    for (const writer of [anna, ben]) await writer.run(log);
    ben.mark('rule', 'b', 'lost by Ben');
    anna.mark('rule', 'a', 'lost by Anna');
    for (const writer of [anna, ben]) await writer.run(log);
    log.goBackTo(entriesBefore);
    for (const writer of admins) writer.disconnect();
    return { log, team, admins, anna, ben, cleo, dan, eve };
  }

  it('gets both from the admin again, and what was written since is read', async () => {
    const { log, admins, ben, cleo, dan } = await lostRemoval();
    ben.mark('rule', 'c', 'written before it is back');
    for (const writer of [ben, cleo, dan]) await writer.run(log);
    // Not even Dan reads it, although he is on the team again until the removal is back.
    for (const writer of [cleo, dan]) {
      expect(writer.marks()).toEqual([]);
      expect(writer.issues()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^unreadable Ben \d+$/)]),
      );
    }
    await expectAgreement(log, admins);
    expect([activeNames(cleo), epochOf(cleo)]).toEqual([['Anna', 'Ben', 'Cleo', 'Eve'], 2]);
    expect([...cleo.notes().keys()]).toEqual(
      expect.arrayContaining(['lost by Ben', 'lost by Anna', 'written before it is back']),
    );
  });

  it('lets an admin who knows the lost key remove someone before it is back', async () => {
    const { log, admins, anna, ben, cleo, eve } = await lostRemoval();
    remove(ben, eve);
    await ben.run(log);
    await syncAll(log, admins);
    for (const writer of [anna, ben, cleo]) {
      expect([activeNames(writer), epochOf(writer)]).toEqual([['Anna', 'Ben', 'Cleo'], 3]);
      expect([...writer.notes().keys()].sort()).toEqual(['lost by Anna', 'lost by Ben']);
      // Ben had sent it with the lost key, then sent it again.
      expect(writer.issues()).toEqual(['unreadable Ben 1']);
    }
  });

  it('seals the lost entries again if another removal began a key of the same number', async () => {
    const { log, admins, cleo, eve } = await lostRemoval();
    remove(cleo, eve);
    await cleo.run(log);
    await expectAgreement(log, admins);
    expect([activeNames(cleo), epochOf(cleo)]).toEqual([['Anna', 'Ben', 'Cleo'], 3]);
    expect([...cleo.notes().keys()]).toEqual(expect.arrayContaining(['lost by Ben', 'lost by Anna']));
  });

  it('removes a colleague whose admission was lost too, once that is back', async () => {
    const { log, team, admins } = await teamOfAdmins(['Anna', 'Ben', 'Cleo']);
    const [anna, ben, cleo] = admins;
    if (!anna || !ben || !cleo) throw new Error('No team');
    const entriesBefore = log.rows.length;
    const eve = new Writer('Eve');
    ben.admit(eve);
    eve.join(team, ben);
    for (const writer of [ben, anna]) await writer.run(log);
    remove(anna, eve);
    await anna.run(log);
    anna.mark('rule', 'a', 'written after the removal');
    await anna.run(log);
    log.goBackTo(entriesBefore);
    for (const writer of [...admins, eve]) writer.disconnect();
    for (const writer of [anna, cleo]) await writer.run(log);
    // The log does not know Eve, so her removal waits and began no new key.
    expect([epochOf(anna), anna.store.waitingCount()]).toEqual([1, 1]);
    expect(waitingRemovals({ store: anna.store, ledger: anna.sync.ledger })).toEqual([
      { member: eve.id, count: 1, name: 'Eve', admittedBy: 'Ben', mayComeBack: true },
    ]);
    expect([...cleo.notes().keys()]).toEqual(['written after the removal']);
    await expectAgreement(log, [...admins, eve], { hasLostEntries: true });
    expect([activeNames(cleo), epochOf(cleo)]).toEqual([['Anna', 'Ben', 'Cleo'], 2]);
    expect(waitingRemovals({ store: anna.store, ledger: anna.sync.ledger })).toEqual([]);
  });

  it('loses nothing written with a key that another removal replaces', async () => {
    const { log, admins, anna, ben, cleo, eve } = await lostRemoval();
    ben.mark('rule', 'c', 'written before it is replaced');
    await ben.run(log);
    await cleo.run(log);
    remove(cleo, eve);
    await cleo.run(log);
    await syncAll(log, admins);
    for (const writer of [anna, ben, cleo]) {
      expect([activeNames(writer), epochOf(writer)]).toEqual([['Anna', 'Ben', 'Cleo'], 3]);
      expect([...writer.notes().keys()].sort()).toEqual([
        'lost by Anna',
        'lost by Ben',
        'written before it is replaced',
      ]);
      expect(writer.marks()).toEqual(anna.marks());
    }
  });
});

type Step =
  | { readonly do: 'remove' | 'race'; readonly member: number; readonly other: number }
  | { readonly do: 'admit'; readonly member: number; readonly role: 'admin' | 'member' }
  | { readonly do: 'mark' | 'restart'; readonly member: number }
  | { readonly do: 'failover'; readonly lost: number }
  | { readonly do: 'sync'; readonly member: number; readonly connectionLoss: 'request' | 'response' | null };
const memberIndex = fc.nat({ max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('remove' as const), member: memberIndex, other: memberIndex }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('admit' as const),
      member: memberIndex,
      role: fc.constantFrom('admin' as const, 'member' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('mark' as const, 'restart' as const), member: memberIndex }),
  },
  /** `other` reads and sends between the moments in which `member` seals and sends. */
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('race' as const), member: memberIndex, other: memberIndex }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      member: memberIndex,
      connectionLoss: fc.constantFrom(null, 'request' as const, 'response' as const),
    }),
  },
);

const failover: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('failover' as const),
  lost: fc.integer({ min: 1, max: 6 }),
});

/** A failover loses an admission by Cleo and Anna's removal of the joiner, whom the log lacks when Anna syncs again. */
const lostAdmissionAndRemoval: Step[] = [
  ...[0, 2].map((member): Step => ({ do: 'admit', member, role: 'admin' })),
  { do: 'race', member: 0, other: 2 },
  { do: 'remove', member: 0, other: 5 },
  { do: 'sync', member: 0, connectionLoss: null },
  { do: 'admit', member: 0, role: 'admin' },
  { do: 'sync', member: 0, connectionLoss: null },
  { do: 'failover', lost: 4 },
  { do: 'sync', member: 0, connectionLoss: null },
];

/** Performs steps of admins and of those whom they admit, then expects that all agree. */
async function expectAgreementAfter(steps: readonly Step[]): Promise<void> {
  const { log, team, admins } = await teamOfAdmins(['Anna', 'Ben', 'Cleo', 'Dan']);
  const foundingEntries = log.rows.length;
  const writers = [...admins];
  for (const current of steps) {
    if (current.do === 'failover') {
      log.goBackTo(Math.max(log.rows.length - current.lost, foundingEntries));
      for (const writer of writers) writer.disconnect();
      continue;
    }
    const writer = writers[current.member % writers.length];
    if (!writer) continue;
    const other = 'other' in current ? writers[current.other % writers.length] : undefined;
    const { membership } = writer.sync.ledger;
    const isAdmin = membership.roleOf(writer.id) === 'admin';
    if (current.do === 'restart') writer.restart();
    if (current.do === 'mark' && membership.roleOf(writer.id) !== null)
      writer.mark('rule', writer.name, 'mark');
    if (
      current.do === 'remove' &&
      isAdmin &&
      other &&
      other !== writer &&
      membership.roleOf(other.id) !== null
    )
      remove(writer, other);
    if (current.do === 'admit' && isAdmin && writers.length < 7) {
      const joiner = new Writer(`Joiner ${writers.length}`);
      writer.admit(joiner, current.role);
      joiner.join(team, writer);
      writers.push(joiner);
    }
    if (current.do === 'race' && other && other !== writer) log.beforeAppend = () => other.run(log);
    if (current.do === 'race' || current.do === 'sync') {
      log.loseConnectionAt = current.do === 'sync' ? current.connectionLoss : null;
      await writer.run(log);
      log.loseConnectionAt = null;
      log.beforeAppend = null;
    }
  }
  await expectAgreement(log, writers, { hasLostEntries: steps.some((step) => step.do === 'failover') });
}

it('admins who remove and admit at once agree on members, key and who reads what', async () => {
  const steps = fc.array(step, { minLength: 8, maxLength: 24 });
  await fc.assert(fc.asyncProperty(steps, expectAgreementAfter), { numRuns: 60 });
}, 180_000);

it('admins agree even after failovers that lost removals and admissions', async () => {
  const either = fc.oneof({ weight: 17, arbitrary: step }, { weight: 2, arbitrary: failover });
  const steps = fc.array(either, { minLength: 8, maxLength: 24 });
  const examples: [Step[]][] = [[lostAdmissionAndRemoval]];
  await fc.assert(fc.asyncProperty(steps, expectAgreementAfter), { numRuns: 60, examples });
}, 180_000);
