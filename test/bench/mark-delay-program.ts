// A member marks findings; prints how long each mark takes to reach a colleague's engine, and the baseline.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TeamSecrets } from '#contract/features/team/secrets';
import { admitMember, inviteMember } from '#engine/features/team/members';
import { foundTeam, joinTeam } from '#engine/features/team/set-up';
import { Team } from '#engine/features/team/team';
import { systemClock } from '#engine/service/clock';
import { openTestWorkspace } from '#test/support/saved-work';
import { TestPostgres } from '../support/postgres';
import { notifyRoundTrips } from './notify-round-trips';

const MARKS = 200;
const KEY = '5a'.repeat(32);
/** Pause after a mark, in which the team becomes idle. */
const IDLE_MS = 40;
const POLL_MS = 20;

/** Milliseconds, one value per mark or round trip. */
export interface MarkDelays {
  readonly app: number[];
  /** A bare NOTIFY to another connection and one back. */
  readonly roundTrips: number[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-delay-'));
const closed = new AbortController();

/** The saved work and the team of one computer, as its engine has them. */
function newMemberApp(name: string) {
  const workspace = openTestWorkspace(path.join(folder, `${name}.db`), KEY);
  let stored: TeamSecrets | null = null;
  const secrets = {
    read: () => Promise.resolve(stored),
    write: (next: TeamSecrets) => Promise.resolve(void (stored = next)),
    remove: () => Promise.resolve(void (stored = null)),
  };
  const service = 'https://api.harborview.example';
  return {
    workspace,
    team: new Team({
      workspace,
      secrets,
      service,
      firms: () => [],
      clock: systemClock,
      closed: closed.signal,
    }),
  };
}
type MemberApp = ReturnType<typeof newMemberApp>;

async function stateOf({ team }: MemberApp) {
  const { value } = await team.follow().next();
  if (!value) throw new Error('The state ended');
  return value;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(POLL_MS);
}

async function newTeam(server: TestPostgres): Promise<[MemberApp, MemberApp]> {
  const [anna, ben] = [newMemberApp('anna'), newMemberApp('ben')];
  const owner = await server.newDatabase('anna');
  await foundTeam(anna.team, { ...owner, team: 'Harborview', name: 'Anna' });
  await until(
    async () => (await stateOf(anna)).kind === 'member' && anna.workspace.team.waitingCount() === 0,
  );
  const file = path.join(folder, 'Ben.fdinvitation');
  const { invitation, code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const { database, password } = await server.newLogin(owner.database.database, 'ben');
  await joinTeam(ben.team, { file, code, login: database.login, password, ca: null, bring: [] });
  await until(async () => {
    const state = await stateOf(anna);
    return state.kind === 'member' && state.invitations.some(({ words }) => words !== null);
  });
  admitMember(anna.team, invitation);
  for (const member of [anna, ben])
    await until(async () => {
      const state = await stateOf(member);
      return state.kind === 'member' && state.members.length === 2 && state.link.state === 'live';
    });
  return [anna, ben];
}

async function markDelays([anna, ben]: [MemberApp, MemberApp]): Promise<number[]> {
  const delays: number[] = [];
  for (let index = 0; index < MARKS; index += 1) {
    const listening = new AbortController();
    const arrived = new Promise<void>((resolve) =>
      ben.workspace.team.onTopic('mark', resolve, listening.signal),
    );
    const started = performance.now();
    const mark = { print: 'p', reason: null, until: null, note: null, owner: null };
    anna.workspace.reviews.write([
      {
        rule: 'no-household',
        key: `account ${index}`,
        mark: {
          rule: 'no-household',
          key: `account ${index}`,
          ...{ state: 'reviewed', user: 'Anna', at: '2026-11-28T09:00:00.000Z' },
          ...mark,
        },
      },
    ]);
    await arrived;
    delays.push(performance.now() - started);
    listening.abort();
    await sleep(IDLE_MS);
  }
  if (ben.workspace.reviews.all().length !== MARKS) throw new Error('Marks are missing');
  return delays;
}

const server = await TestPostgres.start();
const members = await newTeam(server);
const delays: MarkDelays = {
  app: await markDelays(members),
  roundTrips: await notifyRoundTrips(server, MARKS),
};
closed.abort();
await sleep(IDLE_MS);
for (const { workspace } of members) workspace.close();
await server.stop();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify(delays), () => process.exit());
