import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import fs from 'node:fs';
import { expect, vi } from 'vitest';
import { teamProblemError } from '#engine/features/team/database-problems';
import { claimSubjects, releaseClaims } from '#engine/features/team/claims';
import {
  admitMember,
  inviteMember,
  leaveTeam,
  leaveTeamOffline,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from '#engine/features/team/members';
import { PostgresConnection } from '#engine/features/team/postgres';
import { PostgresLog } from '#engine/features/team/postgres-log';
import { joinTeam, summarizeInvitation } from '#engine/features/team/set-up';
import { addCleanup } from '#test/support/cleanups';
import { it, useServer } from '#test/support/postgres-tests';
import {
  answerAsBen,
  createTeamAsAnna,
  invitationFile,
  joinAsBen,
  newDesk,
  newLoginOfBen,
  problemCodeOf,
  WAIT,
  type Desk,
} from './desks';

const server = useServer();

const createTeam = async () => createTeamAsAnna(await server().newDatabase('anna'));

const originalCall = <Call extends 'read' | 'append'>(call: Call) => PostgresLog.prototype[call];

async function addBen(anna: Desk, database: string, bringMarks = false): Promise<Desk> {
  const ben = await joinAsBen(anna, await newLoginOfBen(server(), database), bringMarks);
  // Ben may have read his admission from the log before Anna has.
  await vi.waitFor(async () => expect((await anna.member()).members).toHaveLength(2), WAIT);
  return ben;
}

it('contacts no database if a policy blocks the connection, and keeps the marks', async () => {
  const { anna } = await createTeam();
  anna.mark('a', 'by Anna');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  const connect = vi.spyOn(PostgresConnection, 'connect');
  addCleanup(() => connect.mockRestore());
  const blocked = anna.restart(true);
  const { link } = await blocked.member();
  expect(link).toMatchObject({ state: 'offline', problem: { code: 'by-policy' } });
  blocked.team.syncNow();
  const stored = blocked.stored();
  expect(await problemCodeOf(() => blocked.team.syncToEnd())).toBe('by-policy');
  if (!stored) throw new Error('No keys');
  expect(await problemCodeOf(() => blocked.team.reconnect(stored))).toBe('by-policy');
  expect(await problemCodeOf(() => blocked.team.expectMayConnect())).toBe('by-policy');
  expect(connect).not.toHaveBeenCalled();
  expect(blocked.notes()).toEqual(['a by Anna']);
});

it('another admin sees an invitation and withdraws it, and its file can no longer be used', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  setMemberRole(anna.team, (await ben.member()).self, 'admin');
  const file = invitationFile();
  const { invitation, code } = await inviteMember(anna.team, { file, name: 'Kim', role: 'member' });
  const stateAt = async (desk: Desk) => {
    const { invitations } = await desk.member();
    return invitations.map(({ name, state, isOwn, withdrawnBy }) => ({ name, state, isOwn, withdrawnBy }));
  };
  const open = { name: 'Kim', state: 'open', withdrawnBy: null };
  await vi.waitFor(async () => expect(await stateAt(ben)).toEqual([{ ...open, isOwn: false }]), WAIT);
  expect(await stateAt(anna)).toEqual([{ ...open, isOwn: true }]);
  withdrawInvitation(ben.team, invitation);
  const withdrawn = { name: 'Kim', state: 'withdrawn', withdrawnBy: 'Ben' };
  await vi.waitFor(async () => expect(await stateAt(anna)).toMatchObject([withdrawn]), WAIT);
  const login = await server().newLogin(database, 'kim');
  const kim = newDesk('https://api.harborview.example', ['8']);
  const joining = { file, code, login: login.database.login, password: login.password, ca: null, bring: [] };
  await vi.waitFor(async () => {
    const query = `SELECT 1 FROM firm_desk.join_request WHERE invitation = '${invitation}'`;
    expect((await server().run(database, query)).rows).toHaveLength(1); // Ben's notice of the withdrawal
  }, WAIT);
  expect(await problemCodeOf(() => joinTeam(kim.team, joining))).toBe('no-invitation');
});

/** Kim has used an invitation of Anna, and waits. */
async function kimWaits() {
  const { anna, database } = await createTeam();
  const file = invitationFile();
  const { invitation, code } = await inviteMember(anna.team, { file, name: 'Kim', role: 'member' });
  const { database: access, password } = await server().newLogin(database, 'kim');
  const kim = newDesk('https://api.harborview.example', ['8']);
  await joinTeam(kim.team, { file, code, login: access.login, password, ca: null, bring: [] });
  expect(await kim.state()).toMatchObject({ kind: 'joining', ended: null });
  return { anna, kim, invitation, database };
}

it('tells a colleague who waits that the invitation was withdrawn, even after a restart', async () => {
  const { anna, kim, invitation } = await kimWaits();
  withdrawInvitation(anna.team, invitation);
  await vi.waitFor(async () => expect(await kim.state()).toMatchObject({ ended: 'withdrawn' }), WAIT);
  const blocked = kim.restart(true);
  expect(await blocked.state()).toMatchObject({ kind: 'joining', ended: 'withdrawn' });
  await leaveTeam(blocked.team);
  expect(await blocked.state()).toEqual({ kind: 'none' });
});

/** Deletes all requests to join and notices, as a failover that lost them would; ends all connections. */
async function loseJoinRequests(database: string): Promise<void> {
  await server().run(
    database,
    `ALTER TABLE firm_desk.join_request DISABLE TRIGGER append_only;
     DELETE FROM firm_desk.join_request;
     ALTER TABLE firm_desk.join_request ENABLE TRIGGER append_only;
     SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
  );
}
const joinRequestCount = async (database: string) =>
  (await server().run(database, 'SELECT 1 FROM firm_desk.join_request')).rows.length;

it('sends the request of a colleague who waits again to a database that lost it', async () => {
  const { anna, kim, database, invitation } = await kimWaits();
  await loseJoinRequests(database);
  await vi.waitFor(async () => expect(await joinRequestCount(database)).toBe(1), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).invitations[0]?.words).toHaveLength(5), WAIT);
  admitMember(anna.team, invitation);
  await vi.waitFor(async () => expect((await kim.state()).kind).toBe('member'), WAIT);
}, 60_000);

it('announces a withdrawal again, without a restart, to a database that lost it', async () => {
  const { anna, database, invitation } = await kimWaits();
  withdrawInvitation(anna.team, invitation);
  await vi.waitFor(async () => expect(await joinRequestCount(database)).toBe(2), WAIT); // Kim's, and the notice
  await loseJoinRequests(database);
  await vi.waitFor(async () => expect(await joinRequestCount(database)).toBe(2), WAIT); // used up, and the notice
}, 60_000);

it('tells a colleague who waits once the invitation has expired', async () => {
  const { kim } = await kimWaits();
  const { joining } = kim.team.self;
  const expires = new Date(Date.now() + 50).toISOString();
  kim.workspace.team.changeSelf({
    joining: JSON.stringify({ ...(JSON.parse(joining ?? '') as object), expires }),
  });
  kim.team.publish();
  await vi.waitFor(async () => expect(await kim.state()).toMatchObject({ ended: 'expired', expires }), WAIT);
});

it('two members create and join a team, and a mark of one reaches the other', async () => {
  const { anna, database } = await createTeam();
  anna.mark('a', 'by Anna');
  const ben = await addBen(anna, database, true);
  await vi.waitFor(() => expect(ben.notes()).toContain('a by Anna'), WAIT);
  await vi.waitFor(() => expect(anna.notes()).toContain('b brought by Ben'), WAIT);
  await vi.waitFor(async () => expect((await ben.member()).link.state).toBe('live'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('live'), WAIT);
  ben.mark('c', 'by Ben');
  // The database notifies the other member, which is sooner than polling every 15 seconds.
  await vi.waitFor(() => expect(anna.notes()).toContain('c by Ben'), { ...WAIT, timeout: 10_000 });
  const { members, issues } = await anna.member();
  expect(members.map(({ name, role, isSelf }) => `${name} ${role} ${isSelf}`)).toEqual([
    'Anna admin true',
    'Ben member false',
  ]);
  expect(issues).toBe(0);
});

it('a colleague who was first keeps the claim until it is given back', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const subjects = [{ kind: 'finding', id: 'rule a' } as const];
  await claimSubjects(anna.team, subjects);
  await vi.waitFor(
    async () => expect((await ben.member()).claims).toMatchObject([{ name: 'Anna', isSelf: false }]),
    WAIT,
  );
  expect(await problemCodeOf(() => claimSubjects(ben.team, subjects))).toBe('claimed');
  expect((await ben.member()).waiting).toBe(0);
  releaseClaims(anna.team, subjects);
  await vi.waitFor(async () => expect((await ben.member()).claims).toEqual([]), WAIT);
  await claimSubjects(ben.team, subjects);
  expect((await ben.member()).claims).toMatchObject([{ name: 'Ben', isSelf: true }]);
}, 60_000);

it('works offline while the server is down, and sends afterwards', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await server().kill();
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('offline'), WAIT);
  anna.mark('a', 'while down');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(1), WAIT);
  await server().restart();
  for (const { team } of [anna, ben]) team.syncNow();
  await vi.waitFor(() => expect(ben.notes()).toContain('a while down'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
}, 60_000);

it('refuses an invitation with a wrong code, for another service or firm, used, or damaged', async () => {
  const { anna, database } = await createTeam();
  const file = invitationFile();
  const { code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const ben = newDesk();
  expect(await problemCodeOf(() => summarizeInvitation(ben.team, file, 'XXXX-XXXX'))).toBe('wrong-code');
  expect(await summarizeInvitation(ben.team, file, code.toLowerCase())).toMatchObject({
    team: 'Harborview operations',
    invitedBy: 'Anna',
    name: 'Ben',
  });
  const other = newDesk('https://api.elsewhere.example');
  expect(await problemCodeOf(() => summarizeInvitation(other.team, file, code))).toBe('other-firm');
  const otherFirm = newDesk('https://api.harborview.example', ['99']);
  expect(await problemCodeOf(() => summarizeInvitation(otherFirm.team, file, code))).toBe('other-firm');
  const access = await server().newLogin(database, 'ben');
  const login = { login: access.database.login, password: access.password, ca: null, bring: [] };
  await joinTeam(ben.team, { file, code, ...login });
  const second = newDesk();
  const eve = await server().newLogin(database, 'eve');
  const otherLogin = { ...login, login: eve.database.login, password: eve.password };
  expect(await problemCodeOf(() => joinTeam(second.team, { file, code, ...otherLogin }))).toBe(
    'no-invitation',
  );
  expect(fs.readFileSync(file, 'utf8')).not.toContain('Anna'); // it is encrypted
  fs.writeFileSync(file, 'something else');
  expect(await problemCodeOf(() => summarizeInvitation(second.team, file, code))).toBe('not-invitation');
});

it('an admin changes roles and removes a member, who keeps what was read', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  anna.mark('a', 'before');
  await vi.waitFor(() => expect(ben.notes()).toContain('a before'), WAIT);
  const { self } = await ben.member();
  expect(await problemCodeOf(() => removeMember(ben.team, self))).toBe('not-admin');
  setMemberRole(anna.team, self, 'viewer');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('viewer'), WAIT);
  expect(() => ben.mark('b', 'as viewer')).toThrow('not-allowed');
  removeMember(anna.team, self);
  await vi.waitFor(async () => expect((await ben.member()).role).toBe(null), WAIT);
  anna.mark('a', 'after');
  await vi.waitFor(() => expect(anna.workspace.team.waitingCount()).toBe(0), WAIT);
  await ben.team.syncToEnd();
  expect((await ben.member()).issues).toBe(0);
  expect(ben.notes()).toEqual(['a before']);
  ben.mark('b', 'by the removed');
  expect((await ben.member()).waiting).toBe(0);
  await leaveTeam(ben.team);
  expect((await ben.state()).kind).toBe('none');
  expect(ben.notes()).toEqual(['a before', 'b by the removed']);
  expect(ben.stored()).toBe(null);
});

it('a removal that waits for a lost admission is not being sent, even if it waits twice', async () => {
  const { anna } = await createTeam();
  const unknown = randomUUID();
  for (let time = 0; time < 2; time += 1) anna.workspace.team.enqueue({ kind: 'removed', member: unknown });
  await anna.team.syncToEnd();
  const { waiting, waitingRemovals } = await anna.member();
  expect(waiting).toBe(0);
  expect(waitingRemovals).toEqual([
    { member: unknown, count: 2, name: null, admittedBy: null, mayComeBack: true },
  ]);
});

it('a computer whose keychain lost its keys can leave the team, and keeps its marks', async () => {
  const { anna } = await createTeam();
  anna.mark('a', 'by Anna');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  anna.loseKeys();
  const restarted = anna.restart();
  await vi.waitFor(async () => {
    const { link } = await restarted.member();
    expect(link.state === 'offline' && link.problem.code).toBe('keys-lost');
  }, WAIT);
  await leaveTeam(restarted.team);
  expect((await restarted.state()).kind).toBe('none');
  expect(restarted.notes()).toEqual(['a by Anna']);
});

it('an admin who is alone can leave, and a colleague who waits to be admitted learns of it', async () => {
  const { anna, database } = await createTeam();
  const { ben } = await answerAsBen(anna, await newLoginOfBen(server(), database));
  anna.mark('a', 'by Anna');
  await leaveTeam(anna.team);
  expect((await anna.state()).kind).toBe('none');
  expect(anna.notes()).toEqual(['a by Anna']);
  expect(anna.stored()).toBe(null);
  ben.team.syncNow();
  await vi.waitFor(async () => {
    const state = await ben.state();
    expect(state.kind === 'joining' && state.ended).toBe('withdrawn');
  }, WAIT);
});

it('the last admin cannot leave colleagues', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  expect(await problemCodeOf(() => leaveTeam(anna.team))).toBe('last-admin');
  setMemberRole(anna.team, (await ben.member()).self, 'admin');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('admin'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  await leaveTeam(anna.team);
  expect((await anna.state()).kind).toBe('none');
  await vi.waitFor(
    async () => expect((await ben.member()).members.map(({ isFormer }) => isFormer)).toEqual([true, false]),
    WAIT,
  );
});

/** Hands a draft over from Ben to Anna; returns a function that reads its state on Anna's computer. */
async function handOverFromBen(anna: Desk, ben: Desk) {
  const header = {
    resource: 'accounts' as const,
    kind: 'create' as const,
    origin: 'form' as const,
    title: null,
    edits: [],
    file: null,
    restored: null,
    total: 1,
    counts: { ready: 1, unchanged: 0, wrong: 0, conflict: 0, gone: 0 },
  };
  const { self: to } = await anna.member();
  const offered = { kind: 'offer' as const, offer: randomUUID(), to, note: '', header, parts: 1 };
  ben.workspace.team.share('hand-over', [{ key: 'draft', value: { ...offered, digest: '0'.repeat(64) } }]);
  const stateOfDraft = () => anna.workspace.team.handOvers.find('draft')?.state;
  await vi.waitFor(() => expect(stateOfDraft()).toBe('offered'), WAIT); // before Ben's role changes, or he leaves
  return stateOfDraft;
}

it('takes back the drafts that a member handed over, before the member leaves', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const stateOfDraft = await handOverFromBen(anna, ben);
  const announced = vi.fn();
  ben.workspace.team.onTopic('hand-over', announced, new AbortController().signal);
  await leaveTeam(ben.team);
  await vi.waitFor(() => expect(stateOfDraft()).toBe('taken-back'), WAIT);
  expect(announced).toHaveBeenCalled();
  const kinds = ben.workspace.activity.list({}, 0, 2).entries.map(({ kind }) => kind);
  expect(kinds).toEqual(['team-leave', 'draft-take-back']);
});

it('a viewer can leave with a draft that is handed over, which no viewer can take back', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const stateOfDraft = await handOverFromBen(anna, ben);
  setMemberRole(anna.team, (await ben.member()).self, 'viewer');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('viewer'), WAIT);
  await leaveTeam(ben.team);
  expect(await ben.state()).toEqual({ kind: 'none' });
  await vi.waitFor(async () => expect((await anna.member()).members[1]?.isFormer).toBe(true), WAIT);
  expect(stateOfDraft()).toBe('offered');
});

it('notes no draft as taken back that a member handed over whom an admin has removed', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await handOverFromBen(anna, ben);
  const { self } = await ben.member();
  const syncToEnd = ben.team.syncToEnd.bind(ben.team);
  vi.spyOn(ben.team, 'syncToEnd').mockImplementationOnce(async () => {
    removeMember(anna.team, self);
    await anna.team.syncToEnd();
    await syncToEnd();
  });
  await leaveTeam(ben.team);
  expect(await ben.state()).toEqual({ kind: 'none' });
  const kinds = ben.workspace.activity.list({}, 0, 10).entries.map(({ kind }) => kind);
  expect(kinds).not.toContain('draft-take-back');
});

/** Anna's team with Ben, whose database is down; both know that. */
async function teamWithoutDatabase() {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  await server().kill();
  for (const desk of [anna, ben])
    await vi.waitFor(async () => expect((await desk.member()).link.state).toBe('offline'), WAIT);
  return { anna, ben };
}

it('reads the keychain and connects once if the user tries again twice', async () => {
  const { anna } = await createTeam();
  anna.lockKeychain();
  const restarted = anna.restart();
  await vi.waitFor(async () => expect((await restarted.member()).link.state).toBe('offline'), WAIT);
  const stored = restarted.stored();
  let answer: () => void = () => undefined;
  const read = vi
    .spyOn(restarted.team.deps.secrets, 'read')
    .mockImplementation(() => new Promise((resolve) => (answer = () => resolve(stored))));
  const connect = vi.spyOn(PostgresConnection, 'connect');
  addCleanup(() => connect.mockRestore());
  restarted.team.syncNow();
  restarted.team.syncNow();
  expect(read).toHaveBeenCalledTimes(1);
  answer();
  await vi.waitFor(async () => expect((await restarted.member()).link.state).toBe('live'), WAIT);
  expect(connect).toHaveBeenCalledTimes(2); // the log, and its notifications
});

it('leaves no listener behind after a sync with a time limit', async () => {
  const { anna } = await createTeam();
  const listenerCount = () => getEventListeners(anna.team.deps.closed, 'abort').length;
  const countBefore = listenerCount();
  expect(await anna.workspace.team.syncWithin(5_000)).toBe(true);
  expect(listenerCount()).toBe(countBefore);
});

it('knows a role that arrived while the user changed the password', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await vi.waitFor(async () => expect((await ben.member()).link.state).toBe('live'), WAIT);
  const stored = ben.stored();
  if (!stored) throw new Error('No keys');
  const originalRead = originalCall('read');
  const waiting: (() => void)[] = [];
  const read = vi.spyOn(PostgresLog.prototype, 'read');
  addCleanup(() => read.mockRestore());
  read.mockImplementation(async function (this: PostgresLog, ...range) {
    const entries = await originalRead.apply(this, range);
    if (entries.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return entries;
  });
  setMemberRole(anna.team, (await ben.member()).self, 'admin');
  await vi.waitFor(() => expect(waiting).toHaveLength(2), WAIT); // Anna reads it back, and Ben reads it
  read.mockRestore();
  await ben.team.reconnect(stored);
  for (const resume of waiting) resume();
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('admin'), WAIT);
});

it('audits no database whose address the user replaced', async () => {
  const { anna } = await createTeam();
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('live'), WAIT);
  const stored = anna.stored();
  if (!stored) throw new Error('No keys');
  const originalRead = originalCall('read');
  let resume: (() => void) | undefined;
  const read = vi.spyOn(PostgresLog.prototype, 'read');
  const digest = vi.spyOn(PostgresLog.prototype, 'digest');
  addCleanup(() => [read, digest].forEach((spy) => spy.mockRestore()));
  read.mockImplementation(async function (this: PostgresLog, ...range) {
    // The second sync, which the first audit follows.
    if (read.mock.contexts.length === 2) await new Promise<void>((resolve) => (resume = resolve));
    return originalRead.apply(this, range);
  });
  const restarted = anna.restart();
  await vi.waitFor(() => expect(resume).toBeDefined(), WAIT);
  const replaced = read.mock.contexts[1];
  digest.mockClear();
  await restarted.team.reconnect(stored);
  resume?.();
  await vi.waitFor(() => expect(new Set(read.mock.contexts).size).toBe(2), WAIT);
  await vi.waitFor(async () => expect((await restarted.member()).link.state).toBe('live'), WAIT);
  expect(digest.mock.contexts).not.toContain(replaced);
});

it("a member whose database can't be reached leaves on this computer only, and stays listed", async () => {
  const { anna, ben } = await teamWithoutDatabase();
  ben.mark('b', 'never sent');
  expect(await problemCodeOf(() => leaveTeam(ben.team))).toMatch(/^(unreachable|connection-lost)$/);
  await leaveTeamOffline(ben.team);
  expect(await ben.state()).toEqual({ kind: 'none' });
  expect([ben.stored(), ben.notes()]).toEqual([null, ['b never sent']]);
  expect(ben.workspace.activity.list({}, 0, 1).entries).toMatchObject([{ kind: 'team-leave-offline' }]);
  await server().restart();
  anna.team.syncNow();
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('live'), WAIT);
  const listed = async () => (await anna.member()).members.map(({ name, isFormer }) => [name, isFormer]);
  expect(await listed()).toEqual([
    ['Anna', false],
    ['Ben', false],
  ]);
  expect(anna.notes()).toEqual([]);
  removeMember(anna.team, (await anna.member()).members[1]?.id ?? '');
  await vi.waitFor(async () => expect(await listed()).toContainEqual(['Ben', true]), WAIT);
}, 60_000);

it('stays on the team if the connection is lost before anything of the leaving was sent', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const stateOfDraft = await handOverFromBen(anna, ben);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  const syncToEnd = ben.team.syncToEnd.bind(ben.team);
  vi.spyOn(ben.team, 'syncToEnd').mockImplementationOnce(async () => {
    await syncToEnd();
    await server().kill();
    await vi.waitFor(async () => expect((await ben.member()).link.state).toBe('offline'), WAIT);
  });
  expect(await problemCodeOf(() => leaveTeam(ben.team))).toMatch(/^(unreachable|connection-lost)$/);
  expect(ben.workspace.team.handOvers.find('draft')?.state).toBe('offered');
  await server().restart();
  for (const { team, member } of [anna, ben]) {
    team.syncNow();
    await vi.waitFor(async () => expect((await member()).link.state).toBe('live'), WAIT);
  }
  expect(await ben.member()).toMatchObject({ role: 'member', waiting: 0, openHandOvers: 1 });
  const kinds = ben.workspace.activity.list({}, 0, 10).entries.map(({ kind }) => kind);
  expect(kinds).not.toContain('draft-take-back');
  await anna.team.syncToEnd();
  expect(stateOfDraft()).toBe('offered');
}, 60_000);

it('stays on the team if a sync ends before it sent the leaving', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  ben.workspace.team.onOutbox(() => undefined); // so that nothing else sends it
  const syncToEnd = ben.team.syncToEnd.bind(ben.team);
  vi.spyOn(ben.team, 'syncToEnd').mockImplementationOnce(syncToEnd).mockResolvedValueOnce();
  expect(await problemCodeOf(() => leaveTeam(ben.team))).toBe('connection-lost');
  expect([(await ben.member()).role, ben.workspace.team.waitingCount()]).toEqual(['member', 0]);
});

it('does not take a sync for done that was waiting when the app closed', async () => {
  const { anna } = await createTeam();
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('live'), WAIT);
  const syncing = problemCodeOf(() => anna.team.syncToEnd());
  anna.restart(true);
  expect(await syncing).toBe('connection-lost');
});

it('finishes leaving after the connection was lost while that was sent', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  const originalAppend = originalCall('append');
  const append = vi.spyOn(PostgresLog.prototype, 'append');
  addCleanup(() => append.mockRestore());
  append.mockImplementation(async function (this: PostgresLog, ...entries) {
    await originalAppend.apply(this, entries);
    throw teamProblemError('connection-lost');
  });
  expect(await problemCodeOf(() => leaveTeam(ben.team))).toBe('leaves-later');
  append.mockRestore();
  await vi.waitFor(async () => expect(await ben.state()).toEqual({ kind: 'none' }), WAIT);
  expect(ben.stored()).toBe(null);
  await vi.waitFor(async () => expect((await anna.member()).members[1]?.isFormer).toBe(true), WAIT);
}, 60_000);

it('notes the drafts that it took back if the app closed while the departure was sent', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const stateOfDraft = await handOverFromBen(anna, ben);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  const originalAppend = originalCall('append');
  const append = vi.spyOn(PostgresLog.prototype, 'append');
  addCleanup(() => append.mockRestore());
  append.mockImplementation(async function (this: PostgresLog, ...entries) {
    const stored = await originalAppend.apply(this, entries);
    // The second has the departure: its answer does not arrive.
    if (append.mock.calls.length > 1) await new Promise(() => undefined);
    return stored;
  });
  void leaveTeam(ben.team);
  await vi.waitFor(async () => expect((await anna.member()).members[1]?.isFormer).toBe(true), WAIT);
  append.mockRestore();
  const restarted = ben.restart();
  await vi.waitFor(async () => expect(await restarted.state()).toEqual({ kind: 'none' }), WAIT);
  expect(stateOfDraft()).toBe('taken-back');
  expect(ben.workspace.activity.list({}, 0, 2).entries).toMatchObject([
    { kind: 'team-leave' },
    { kind: 'draft-take-back', facts: { to: 'Anna', records: 1 } },
  ]);
});

it('leaves if the connection is lost after the departure was read back', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  const syncToEnd = ben.team.syncToEnd.bind(ben.team);
  vi.spyOn(ben.team, 'syncToEnd')
    .mockImplementationOnce(syncToEnd)
    .mockImplementationOnce(async () => {
      await syncToEnd();
      throw teamProblemError('connection-lost');
    });
  await leaveTeam(ben.team);
  expect([await ben.state(), ben.stored()]).toEqual([{ kind: 'none' }, null]);
  expect(ben.workspace.activity.list({}, 0, 1).entries).toMatchObject([{ kind: 'team-leave' }]);
});

it('leaves without an error if the connection finishes an earlier departure first', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const forgetFirst = async () => {
    await ben.team.forget('team-leave');
    throw new Error('There is no team');
  };
  vi.spyOn(ben.team, 'syncToEnd').mockImplementationOnce(forgetFirst);
  await leaveTeam(ben.team);
  expect(await ben.state()).toEqual({ kind: 'none' });
  expect(ben.workspace.team.waitingCount()).toBe(0);
});

it('finishes leaving at the next start, without the database', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  const { self } = await ben.member();
  ben.team.deps.workspace.team.addMembership(1_000, self, JSON.stringify({ kind: 'left' })); // as it was read
  ben.lockKeychain();
  const restarted = ben.restart();
  expect(await restarted.state()).toEqual({ kind: 'none' });
});

it("the last admin leaves colleagues only while the database can't be reached", async () => {
  const { anna, ben } = await teamWithoutDatabase();
  expect(await problemCodeOf(() => leaveTeam(anna.team))).toBe('last-admin');
  await leaveTeamOffline(anna.team);
  expect(await anna.state()).toEqual({ kind: 'none' });
  await server().restart();
  ben.team.syncNow();
  await vi.waitFor(async () => expect((await ben.member()).link.state).toBe('live'), WAIT);
  expect((await ben.member()).members).toMatchObject([{ name: 'Anna', isFormer: false }, { name: 'Ben' }]);
}, 60_000);

it('leaves as usual while the database can be reached', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  expect(await problemCodeOf(() => leaveTeamOffline(anna.team))).toBe('last-admin');
  await vi.waitFor(async () => expect((await ben.member()).waiting).toBe(0), WAIT);
  await leaveTeamOffline(ben.team);
  await vi.waitFor(
    async () => expect((await anna.member()).members[1]).toMatchObject({ name: 'Ben', isFormer: true }),
    WAIT,
  );
});

it('of two admins who leave at once, the second in the log stays an admin', async () => {
  const { anna, database } = await createTeam();
  const ben = await addBen(anna, database);
  setMemberRole(anna.team, (await ben.member()).self, 'admin');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('admin'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  const desks = [anna, ben];
  const problems = await Promise.all(desks.map(({ team }) => problemCodeOf(() => leaveTeam(team))));
  expect([...problems].sort()).toEqual(['last-admin', 'none']);
  const staying = desks[problems.indexOf('last-admin')];
  await vi.waitFor(async () => {
    const { role, waiting, issues, members } = (await staying?.member()) ?? expect.fail('both left');
    expect([role, waiting, issues]).toEqual(['admin', 0, 0]);
    expect(members.filter(({ isFormer }) => isFormer)).toHaveLength(1);
  }, WAIT);
});
