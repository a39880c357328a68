import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { fail } from '#contract/failure';
import type { TeamProblem, TeamState } from '#contract/features/team/calls';
import type { TeamSecrets } from '#contract/features/team/secrets';
import { TeamProblemError } from '#engine/features/team/database-problems';
import { admitMember, inviteMember } from '#engine/features/team/members';
import { checkAccess, foundTeam, joinTeam } from '#engine/features/team/set-up';
import { Team } from '#engine/features/team/team';
import { systemClock } from '#engine/service/clock';
import { addCleanup } from '#test/support/cleanups';
import type { TestPostgres } from '#test/support/postgres';
import { openTestWorkspace } from '#test/support/saved-work';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

export const WAIT = { timeout: 15_000, interval: 20 };

/** Creates the app of a member. Its cache has these firms; without any, it was not refreshed yet. */
export function newDesk(service = 'https://api.harborview.example', firms: readonly string[] = []): Desk {
  const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  let stored: TeamSecrets | null = null;
  let isLocked = false;
  const secrets = {
    read: () => (isLocked ? Promise.reject(fail('keychain-locked')) : Promise.resolve(stored)),
    write: (next: TeamSecrets) => {
      stored = next;
      return Promise.resolve();
    },
    remove: () => {
      stored = null;
      return Promise.resolve();
    },
  };
  addCleanup(() => workspace.close());
  const newTeam = (isBlocked = false) => {
    const closed = new AbortController();
    addCleanup(() => {
      closed.abort();
      return new Promise<void>((resolve) => setTimeout(resolve, 50)); // a running statement may need its connection until it ends
    });
    return {
      closed,
      team: new Team({
        workspace,
        secrets,
        service,
        firms: () => firms,
        isBlocked,
        clock: systemClock,
        closed: closed.signal,
      }),
    };
  };
  const mark = (key: string, note: string) => {
    const at = new Date().toISOString();
    const otherFields = { print: 'p', reason: null, until: null, owner: null };
    workspace.reviews.write([
      {
        rule: 'rule',
        key,
        mark: { rule: 'rule', key, state: 'flagged', note, user: 'x', at, ...otherFields },
      },
    ]);
  };
  const notes = () => workspace.reviews.all().map(({ key, note }) => `${key} ${note}`);
  const deskOf = ({ team, closed }: ReturnType<typeof newTeam>): Desk => ({
    team,
    workspace,
    state: () => stateOf(team),
    member: () => memberOf(team),
    mark,
    notes,
    stored: () => stored,
    loseKeys: () => (stored = null),
    lockKeychain: () => (isLocked = true),
    /** Restarts the app. */
    restart: (isBlocked) => {
      closed.abort();
      const next = newTeam(isBlocked);
      next.team.start();
      return deskOf(next);
    },
  });
  return deskOf(newTeam());
}
export interface Desk {
  readonly team: Team;
  readonly workspace: ReturnType<typeof openTestWorkspace>;
  readonly state: () => Promise<TeamState>;
  readonly member: () => Promise<Extract<TeamState, { kind: 'member' }>>;
  readonly mark: (key: string, note: string) => void;
  /** Each mark as its finding's key and note. */
  readonly notes: () => string[];
  /** What the keychain has. */
  readonly stored: () => TeamSecrets | null;
  readonly loseKeys: () => void;
  readonly lockKeychain: () => void;
  /** `isBlocked`: a policy no longer allows the service. */
  readonly restart: (isBlocked?: boolean) => Desk;
}

async function stateOf(team: Team): Promise<TeamState> {
  const { value } = await team.follow().next();
  if (!value) throw new Error('The state ended');
  return value;
}

async function memberOf(team: Team) {
  const state = await stateOf(team);
  if (state.kind !== 'member') throw new Error(`Expected a member, but the state is ${state.kind}`);
  return state;
}

/** Returns the problem with which the work fails. */
export async function teamProblemFrom(work: () => unknown): Promise<TeamProblem> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TeamProblemError) return error.problem;
    throw error;
  }
  throw new Error('Expected a TeamProblemError');
}

/** Returns the code of the problem with which the work fails; "none" if it succeeds. */
export async function problemCodeOf(work: () => Promise<unknown> | void): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof TeamProblemError ? error.problem.code : String(error);
  }
  return 'none';
}

export function invitationFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-invitation-'));
  addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'Ben.firmdesk-invitation');
}

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

/** Creates a login that Ben may join a team with; a server's logins have different names. */
export const newLoginOfBen = (server: TestPostgres, database: string): Promise<Access> =>
  server.newLogin(database, `ben${Math.random().toString(36).slice(2, 8)}`);

/** Creates a team of Anna in a database. */
export async function createTeamAsAnna(owner: Access): Promise<{ anna: Desk; database: string }> {
  const anna = newDesk('https://api.harborview.example', ['7', '8']);
  expect(await checkAccess(anna.team, owner)).toMatchObject({ schema: 'creatable' });
  await foundTeam(anna.team, { ...owner, team: 'Harborview operations', name: 'Anna' });
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  return { anna, database: owner.database.database };
}

/** Lets Ben answer an invitation of Anna, until both apps show the same words. */
export async function answerAsBen(
  anna: Desk,
  access: Access,
  bringMarks = false,
): Promise<{ ben: Desk; invitation: string }> {
  const file = invitationFile();
  const ben = newDesk('https://api.harborview.example', ['8']);
  if (bringMarks) ben.mark('b', 'brought by Ben');
  const { invitation, code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const login = { login: access.database.login, password: access.password, ca: null };
  await joinTeam(ben.team, { file, code, ...login, bring: bringMarks ? ['marks'] : [] });
  await vi.waitFor(async () => {
    const request = (await anna.member()).invitations.find(({ id }) => id === invitation);
    const state = await ben.state();
    expect(request?.words).toHaveLength(5);
    expect(state.kind === 'joining' && state.words).toEqual(request?.words);
  }, WAIT);
  return { ben, invitation };
}

/** Lets Ben join Anna's team, after both apps showed the same words. */
export async function joinAsBen(anna: Desk, access: Access, bringMarks = false): Promise<Desk> {
  const { ben, invitation } = await answerAsBen(anna, access, bringMarks);
  admitMember(anna.team, invitation);
  await vi.waitFor(async () => expect((await ben.state()).kind).toBe('member'), WAIT);
  await vi.waitFor(async () => expect((await ben.member()).members).toHaveLength(2), WAIT);
  return ben;
}
