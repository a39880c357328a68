import { randomUUID } from 'node:crypto';
import type { ActivityKind } from '#contract/features/activity/schemas';
import type { TeamRole } from '#contract/features/team/schemas';
import { writeFileAtomic } from '#common/write-file-atomic';
import { teamProblemError } from './database-problems';
import { expiryFrom, newInvitationCode, writeInvitation, type JoinAnswer } from './invitation';
import type { Team } from './team';

/** Maximum number of firms that an invitation names. */
const MAX_FIRMS = 1_000;

/** Writes an invitation file. Returns the code, which is stored nowhere. */
export async function inviteMember(
  team: Team,
  { file, name, role }: { readonly file: string; readonly name: string; readonly role: TeamRole },
): Promise<{ readonly invitation: string; readonly code: string; readonly expires: string }> {
  team.expectAdmin();
  const { self, keys } = team;
  const { login: _, ...database } = self.database;
  const { clock, service, firms, workspace } = team.deps;
  const id = randomUUID();
  const code = newInvitationCode();
  const expires = expiryFrom(new Date(clock.now()));
  const inviter = {
    member: self.member,
    name: self.memberName,
    sign: keys.public.sign.toString('hex'),
    seal: keys.public.seal.toString('hex'),
  };
  const content = {
    id,
    team: self.team,
    teamName: self.teamName,
    name,
    role,
    inviter,
    database,
    service,
    firms: firms().slice(0, MAX_FIRMS),
    expires,
  };
  const { text, requestKey } = await writeInvitation(content, code);
  try {
    writeFileAtomic(file, text);
  } catch (error) {
    throw teamProblemError('file-not-saved', {}, error);
  }
  workspace.transaction(() => {
    workspace.team.putInvitation({ id, name, role, expires, key: requestKey, request: null });
    workspace.team.share('invitation', [{ key: id, value: { name, role, expires, state: 'open' } }]);
    workspace.activity.note({ kind: 'team-invite', count: 1, facts: { name, role } });
  });
  team.publish();
  return { invitation: id, code, expires };
}

/** Puts a change of the members into the log, and its line into the activity log. */
function changeMembers(team: Team, content: object, kind: ActivityKind, facts: Record<string, string>): void {
  const { workspace } = team.deps;
  workspace.transaction(() => {
    workspace.team.enqueue(content);
    workspace.activity.note({ kind, count: 1, facts });
  });
  team.publish();
}

/** Admits the colleague who answered an invitation, after the words were compared. */
export function admitMember(team: Team, invitation: string): void {
  team.expectAdmin();
  const { workspace } = team.deps;
  const known = team.invitations().find(({ summary }) => summary.id === invitation);
  if (!known?.row || known.row.request === null) throw teamProblemError('no-invitation');
  const { name, role, expires, state } = known.summary;
  if (state === 'expired') throw teamProblemError('expired', { facts: { expired: expires } });
  if (state !== 'open') throw teamProblemError('no-invitation');
  const { member, sign, seal } = JSON.parse(known.row.request) as JoinAnswer;
  workspace.transaction(() => {
    workspace.team.removeInvitation(invitation);
    changeMembers(team, { kind: 'admitted', member, name, role, sign, seal }, 'team-admit', { name, role });
    workspace.team.share('invitation', [{ key: invitation, value: { name, role, expires, state: 'used' } }]);
  });
}

/** Withdraws an invitation of any admin, or takes an expired one off the list. */
export function withdrawInvitation(team: Team, invitation: string): void {
  team.expectAdmin();
  const { workspace } = team.deps;
  const known = team.invitations().find(({ summary }) => summary.id === invitation);
  if (!known || known.summary.state === 'withdrawn') throw teamProblemError('no-invitation');
  const { name, role, expires } = known.summary;
  workspace.transaction(() => {
    workspace.team.removeInvitation(invitation);
    const value = { name, role, expires, state: 'withdrawn' } as const;
    workspace.team.share('invitation', [{ key: invitation, value }]);
  });
  team.publish();
}

/** Withdraws all open invitations, so that colleagues who wait to be admitted learn of it. */
function withdrawOpenInvitations(team: Team): void {
  for (const { summary } of team.invitations())
    if (summary.state === 'open') withdrawInvitation(team, summary.id);
}

/** Returns the name of a member who may get this role (null: be removed); fails with a problem otherwise. */
function expectChangeable(team: Team, member: string, role: TeamRole | null): string {
  team.expectAdmin();
  const { membership } = team;
  const known = membership.member(member);
  if (!known || membership.roleOf(member) === null) throw teamProblemError('no-member');
  if (membership.wouldLackAdmin(member, role)) throw teamProblemError('last-admin');
  return known.name;
}

export function setMemberRole(team: Team, member: string, role: TeamRole): void {
  const name = expectChangeable(team, member, role);
  if (team.membership.roleOf(member) === role) return;
  changeMembers(team, { kind: 'role', member, role }, 'team-role', { name, role });
}

/** Removes a colleague: later entries have a new key. They keep what they already read. */
export function removeMember(team: Team, member: string): void {
  const name = expectChangeable(team, member, null);
  if (member === team.self.member) throw teamProblemError('no-member'); // members leave by `leaveTeam`
  changeMembers(team, { kind: 'removed', member }, 'team-remove', { name });
}

/**
 * Leaves the team; the effective values of the shared work stay on this computer. The last admin can leave only an
 * otherwise empty team. A member who is not admitted yet, was removed, or lost the keys only forgets the team.
 */
export async function leaveTeam(team: Team): Promise<void> {
  const { workspace } = team.deps;
  const { self } = team;
  const isMember = () => team.self.isRefolding || team.membership.roleOf(self.member) !== null;
  const isLastAdmin = () => team.membership.wouldLackAdmin(self.member, null);
  if (self.state === 'member' && !team.hasLostKeys && isMember()) {
    const hasColleagues = !team.membership.isAlone(self.member);
    if (hasColleagues && isLastAdmin()) throw teamProblemError('last-admin');
    if (await readsDeparture(team)) return team.finishLeaving();
    if (!isMember()) return team.forget('team-leave'); // an admin removed this member
    // Colleagues count as they were before reading: of two admins who leave at once, one stays.
    if (hasColleagues || !team.membership.isAlone(self.member)) {
      const { lines, at } = queueDeparture(team);
      let hasLeft: boolean;
      try {
        hasLeft = await sendsDeparture(team, () => isMember() && !isLastAdmin());
      } catch (error) {
        if (workspace.team.dropUnsealed(lines, self.member)) {
          workspace.team.notifyTopics();
          throw error; // this member stays
        }
        throw teamProblemError('leaves-later', {}, error);
      }
      if (hasLeft) return team.finishLeaving();
      if (isMember()) {
        // Another admin left at the same moment, and is earlier in the log.
        workspace.transaction(() => team.noteTakeBacks(at));
        throw teamProblemError('last-admin');
      }
    } else {
      withdrawOpenInvitations(team);
      await team.syncToEnd();
    }
  }
  await team.forget('team-leave');
}

/** Syncs to the end. Returns whether the log has this member's departure, even if the connection is lost after that. */
async function readsDeparture(team: Team): Promise<boolean> {
  try {
    await team.syncToEnd();
  } catch (error) {
    if (!team.hasLeft) throw error;
  }
  return team.hasLeft;
}

/**
 * Sends the departure and reads it back. Returns whether the log has it. Fails with `connection-lost` if the sync ended
 * before it was sent, although this member may leave.
 */
async function sendsDeparture(team: Team, mayLeave: () => boolean): Promise<boolean> {
  const hasLeft = await readsDeparture(team);
  if (!hasLeft && mayLeave()) throw teamProblemError('connection-lost');
  return hasLeft;
}

/**
 * Queues the departure of this member, and before it, what takes back the drafts that the member handed over. One that
 * a colleague took over earlier in the log stays there. All of it has one time, by which `Team.noteTakeBacks` finds what
 * counted. Returns the lines of the outbox, and that time (ISO, UTC).
 */
function queueDeparture({ self, membership, deps: { workspace, clock } }: Team) {
  const { team } = workspace;
  const at = new Date(clock.now()).toISOString();
  return workspace.transaction(() => {
    const isViewer = membership.roleOf(self.member) === 'viewer';
    const offers = isViewer ? [] : team.handOvers.openOffersOf(self.member);
    const lines = offers.flatMap(({ draft, content }) => {
      const value = { kind: 'take-back' as const, offer: content.offer, note: '' };
      return team.share('hand-over', [{ key: draft, value }], at);
    });
    return { lines: [...lines, team.enqueue({ kind: 'left', at })], at };
  });
}

/**
 * Leaves a team whose database can't be reached, and may be gone for good: only this computer forgets it, and the log
 * still lists this member, even as the last admin. Leaves as usual if the database is back.
 */
export async function leaveTeamOffline(team: Team): Promise<void> {
  if (team.isOffline) await team.forget('team-leave-offline');
  else await leaveTeam(team);
}
