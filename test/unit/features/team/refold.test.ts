import { describe, expect, it } from 'vitest';
import { NO_RULES } from '#contract/features/team/approvals';
import { fail } from '#contract/failure';
import { leaveTeam } from '#engine/features/team/members';
import { Team } from '#engine/features/team/team';
import { ApprovalGuard, NOT_READ } from '#engine/jobs/approval-guard';
import { Activity } from '#engine/workspace/activity/activity';
import { addCleanup } from '#test/support/cleanups';
import { FakeClock } from '#test/support/fake-clock';
import { problemCodeOf } from './desks';
import { MemoryLog } from './memory-log';
import { newTeam, teamOfTwo, Writer } from './writers';

const RULES = { ...NO_RULES, records: 10 };
const DRAFT = {
  kind: { resource: 'accounts', operation: 'edit' },
  approvalRows: () => [],
  total: 5_000,
  subject: 'draft',
} as const;

/** Notices that a failover lost the last entry, and closes the app before the log is read again. */
async function interruptRefold(log: MemoryLog, writer: Writer): Promise<void> {
  log.goBackTo(log.rows.length - 1);
  await writer.sync.align(log);
  expect(writer.store.self?.isRefolding).toBe(true);
  writer.restart();
}

/** Opens the team of a member whose keychain is locked. */
function openOffline({ db, store }: Writer): Team {
  const closed = new AbortController();
  addCleanup(() => closed.abort());
  const team = new Team({
    workspace: {
      team: store,
      activity: new Activity(db, () => ''),
      transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    },
    secrets: {
      read: () => Promise.reject(fail('keychain-locked')),
      write: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
    service: 'https://api.harborview.example',
    firms: () => [],
    clock: new FakeClock(),
    closed: closed.signal,
  });
  team.start();
  return team;
}

async function roleIn(team: Team): Promise<string | null> {
  const { value } = await team.follow().next();
  return value?.kind === 'member' ? value.role : null;
}

const refusalOf = ({ store }: Writer) => {
  try {
    new ApprovalGuard(store).require(DRAFT, NOT_READ);
  } catch (error) {
    return String(error);
  }
  return null;
};

/** Returns a team whose rules for approval, and a mark that a failover loses, both members have read. */
async function teamWithRules() {
  const { log, anna, ben } = await teamOfTwo();
  anna.store.share('approval-rules', [{ key: 'rules', value: RULES }]);
  await anna.run(log);
  anna.mark('rule', 'a', 'lost');
  await anna.run(log);
  await ben.run(log);
  return { log, anna, ben };
}

describe('while the log is read again', () => {
  it('rules for approval count as before', async () => {
    const { log, ben } = await teamWithRules();
    await interruptRefold(log, ben);
    expect(ben.store.approvals.rules).toEqual(RULES);
    expect(ben.store.needsSecondPerson(DRAFT.kind, DRAFT.total)).toBe(true);
    expect(refusalOf(ben)).toContain('not-allowed');
    await ben.run(log);
    expect(ben.store.approvals.rules).toEqual(RULES);
  });

  it('a member keeps the role, shares work, and cannot leave without the database', async () => {
    const { log, anna, ben } = await teamOfTwo();
    anna.mark('rule', 'a', 'lost');
    await anna.run(log);
    await ben.run(log);
    await interruptRefold(log, ben);
    const team = openOffline(ben);
    expect(await roleIn(team)).toBe('member');
    expect(team.membership.members).toHaveLength(2);
    ben.mark('rule', 'b', 'by Ben');
    expect(ben.store.waitingCount()).toBe(1);
    expect(await problemCodeOf(() => leaveTeam(team))).toBe('keychain');
    await ben.run(log);
    anna.disconnect();
    await anna.run(log);
    expect(anna.marks()).toContain('rule b by Ben Ben');
    expect(ben.store.membershipBefore()).toEqual([]);
  });

  it('a viewer is refused', async () => {
    const { log, anna, ben } = await teamOfTwo();
    anna.store.enqueue({ kind: 'role', member: ben.id, role: 'viewer' });
    await anna.run(log);
    anna.mark('rule', 'a', 'lost');
    await anna.run(log);
    await ben.run(log);
    await interruptRefold(log, ben);
    expect(await roleIn(openOffline(ben))).toBe('viewer');
    expect(() => ben.mark('rule', 'b', 'by Ben')).toThrow('not-allowed');
  });

  it('own entries before the admission count until they are read with it', async () => {
    const { log, anna, ben } = await teamOfTwo();
    log.rows = log.rows.slice(0, -1);
    ben.mark('rule', 'a', 'by Ben');
    await ben.run(log); // does not notice that the admission was lost
    anna.disconnect();
    await anna.run(log);
    ben.disconnect();
    await ben.run(log);
    expect(log.rows.map(({ member }) => member)).toEqual([anna.id, ben.id, anna.id]);
    expect(ben.marks()).toEqual(['rule a by Ben Ben']);
    const { ledger } = ben.sync;
    ledger.refold();
    expect(ledger.fold(await ledger.readAhead(0))).toBe(true); // up to the admission
    expect(ben.store.self).toMatchObject({ folded: 0, isRefolding: true });
    expect(ben.marks()).toEqual(['rule a by Ben Ben']);
    await ben.run(log);
    expect(ben.marks()).toEqual(['rule a by Ben Ben']);
    expect([ben.itemsOutsideLog(), ben.issues()]).toEqual([0, []]);
  });

  it('a claim is settled with what was known before', async () => {
    const { log, anna, ben } = await teamOfTwo();
    ben.claim('a', '2026-11-28T09:00:00.000Z', '2026-11-28T12:00:00.000Z');
    await ben.run(log);
    anna.mark('rule', 'a', 'lost');
    await anna.run(log);
    await interruptRefold(log, anna);
    anna.claim('a', '2026-11-28T10:00:00.000Z', '2026-11-28T12:00:00.000Z');
    expect(anna.store.claims('').map(({ member }) => member)).toEqual([ben.id]);
  });
});

describe('if an earlier version was closed while it read the log again', () => {
  /** Leaves what the earlier version left: the first changes of the members, and items without a value. */
  async function closeEarlierVersion(log: MemoryLog, writer: Writer): Promise<void> {
    log.goBackTo(log.rows.length - 1);
    await writer.sync.align(log);
    writer.db.exec(`
      DELETE FROM team_membership WHERE place <> -1;
      UPDATE team_membership SET place = 1;
      UPDATE team_item SET value = 'null', place = -1 WHERE place < 0;
    `);
    writer.restart();
  }

  it('what may need approval needs the database, and work is shared', async () => {
    const { log, anna, ben } = await teamWithRules();
    await closeEarlierVersion(log, ben);
    expect(ben.store.membership()).toHaveLength(1);
    expect(refusalOf(ben)).toContain('not-allowed');
    expect(await roleIn(openOffline(ben))).toBe('member');
    ben.mark('rule', 'b', 'by Ben');
    expect(ben.store.waitingCount()).toBe(1);
    await ben.run(log);
    expect(ben.store.approvals.rules).toEqual(RULES);
    expect(ben.store.isStateIncomplete).toBe(false);
    anna.disconnect();
    await anna.run(log);
    expect(anna.marks()).toContain('rule b by Ben Ben');
  });
});

describe('a member who reads the log for the first time', () => {
  it('shares work, and needs the database for what may need approval', async () => {
    const log = new MemoryLog();
    const [anna, ben] = [new Writer('Anna'), new Writer('Ben')];
    const team = anna.foundTeam();
    anna.admit(ben);
    ben.join(team, anna);
    await anna.run(log);
    ben.store.changeSelf({ state: 'member' }); // as after the admission was found
    ben.sync.ledger.refold();
    expect(await roleIn(openOffline(ben))).toBe('member');
    ben.mark('rule', 'a', 'by Ben');
    expect(ben.store.waitingCount()).toBe(1);
    expect(refusalOf(ben)).toContain('not-allowed');
  });
});

describe('entries of a member that a failover lost', () => {
  it('count on this computer until they are sent again', async () => {
    const log = new MemoryLog();
    const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
    if (!anna || !ben) throw new Error('No team');
    anna.mark('rule', 'a', 'by Anna');
    await anna.run(log);
    await ben.run(log);
    ben.mark('rule', 'a', 'by Ben');
    await ben.run(log);
    log.goBackTo(log.rows.length - 1);
    ben.disconnect();
    log.loseConnectionAt = 'request';
    await ben.run(log);
    expect(ben.store.self?.isRefolding).toBe(false);
    expect(ben.marks()).toEqual(['rule a by Ben Ben']);
    await ben.run(log);
    await anna.run(log);
    expect(anna.marks()).toEqual(['rule a by Ben Ben']);
    anna.mark('rule', 'a', 'again by Anna');
    await anna.run(log);
    await ben.run(log);
    expect(ben.marks()).toEqual(['rule a again by Anna Anna']);
  });

  it('count while they wait under a new number', async () => {
    const { log, anna, ben } = await teamOfTwo();
    const backup = ben.backUp();
    ben.mark('rule', 'a', 'lost');
    await ben.run(log);
    log.goBackTo(log.rows.length - 1);
    const copy = new Writer('Copy');
    Object.assign(copy, { id: ben.id, keys: ben.keys });
    copy.restore(backup);
    copy.mark('rule', 'b', 'by the copy');
    await copy.run(log); // uses the number of the lost entry
    ben.disconnect();
    await ben.sync.align(log);
    log.loseConnectionAt = 'request';
    await ben.run(log);
    expect(ben.marks()).toEqual(['rule a lost Ben', 'rule b by the copy Ben']);
    await ben.run(log);
    await anna.run(log);
    expect(anna.marks()).toEqual(['rule a lost Ben', 'rule b by the copy Ben']);
    expect(ben.itemsOutsideLog()).toBe(0);
  });
});
