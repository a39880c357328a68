import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import {
  answerInput,
  approvalNamed,
  approvalOf,
  approvalRows,
  askInput,
  followApprovals,
} from './approval-calls';
import { approvalRules } from './approvals';
import {
  declineInput,
  draftHolderOf,
  draftNamed,
  followHandOvers,
  handOverInput,
  handOverRows,
} from './hand-overs';
import { MAX_MEMBER_NAME } from './member-name';
import { teamDatabase, teamRole, broughtWork, claimSubject, TEAM_ISSUES, TEAM_PROBLEMS } from './schemas';

const call = oc.errors(errors);
const code = z.string().trim().min(1).max(40);
const personName = z.string().trim().min(1).max(MAX_MEMBER_NAME);

const password = z.string().min(1).max(1_000);

/** A member's ID: a UUID that is computed from the member's keys. */
const memberId = z.uuid();

export const teamProblem = z.object({
  code: z.enum(TEAM_PROBLEMS),
  facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The technical cause, for support: a code of PostgreSQL or of the system. */
  cause: z.string().optional(),
});
export type TeamProblem = z.output<typeof teamProblem>;
export type TeamProblemCode = TeamProblem['code'];

/** A result whose failure is a value: `{ ok: true, … }` or `{ ok: false, problem }`. */
const outcome = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), ...shape }),
    z.object({ ok: z.literal(false), problem: teamProblem }),
  ]);
const emptyOutcome = outcome({});
export type TeamOutcome = z.output<typeof emptyOutcome>;

/** A member of the team, according to the log. */
export const teamMember = z.object({
  id: memberId,
  name: z.string(),
  role: teamRole,
  /** Removed, or left: their earlier work stays. */
  isFormer: z.boolean(),
  isSelf: z.boolean(),
  /** ISO, UTC: of the member's latest entry that was read; null: none. */
  lastEntryAt: z.string().nullable(),
});
export type TeamMember = z.output<typeof teamMember>;

/** An invitation that has not been used. */
export const teamInvitation = z.object({
  id: z.uuid(),
  name: z.string(),
  role: teamRole,
  /** ISO, UTC. */
  expires: z.string(),
  /** Who can admit the colleague, on the computer that wrote it: the name, and whether it is this one. */
  invitedBy: z.string(),
  isOwn: z.boolean(),
  /** `inviter-left`: its inviter is not an admin anymore, so it can't be used. */
  state: z.enum(['open', 'withdrawn', 'expired', 'inviter-left']),
  withdrawnBy: z.string().nullable(),
  /** On the inviter's computer, once the file was opened with its code: the words that both screens show. */
  words: z.array(z.string()).nullable(),
});
export type TeamInvitation = z.output<typeof teamInvitation>;

/** The connection to the database. `live`: it notifies of new entries; `polling`: it is read every 15 seconds. */
export const teamLink = z.discriminatedUnion('state', [
  z.object({ state: z.literal('connecting') }),
  z.object({ state: z.enum(['live', 'polling']), since: z.string() }),
  /** Tried again at `retryAt` (ISO, UTC); null: the user must do something, such as unlock the keychain. */
  z.object({
    state: z.literal('offline'),
    since: z.string(),
    problem: teamProblem,
    retryAt: z.string().nullable(),
  }),
]);
export type TeamLinkState = z.output<typeof teamLink>;

/** A member works on something: "I'm on this". It lasts for one business day unless it is released. */
export const teamClaim = claimSubject.extend({
  member: memberId,
  name: z.string(),
  isSelf: z.boolean(),
  /** ISO, UTC. */
  since: z.string(),
  until: z.string(),
});
export type TeamClaim = z.output<typeof teamClaim>;

/** Why work can't be shared: a colleague's app could not read it. */
const notSharedReason = z.enum(['too-large', 'odd-form']);
export type NotSharedReason = z.output<typeof notSharedReason>;
const notShared = z.object({ topic: z.string(), key: z.string(), reason: notSharedReason });
export type UnsharedItem = z.output<typeof notShared>;

/**
 * A removal by this user that waits until the database has the colleague's admission again. Null: the entry with the
 * name is not on this computer, or the admin who wrote it is unknown.
 */
const waitingRemoval = z.object({
  member: memberId,
  /** How often the removal waits. */
  count: z.number().int(),
  name: z.string().nullable(),
  admittedBy: z.string().nullable(),
  /** False if the author of the entry is no longer an admin, so that the log refuses it. */
  mayComeBack: z.boolean(),
});
export type WaitingRemoval = z.output<typeof waitingRemoval>;

/** What the screens know of the team. */
export const teamState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** The invitation was opened here; an admin compares the words and admits. */
  z.object({
    kind: z.literal('joining'),
    team: z.string(),
    invitedBy: z.string(),
    name: z.string(),
    role: teamRole,
    words: z.array(z.string()),
    expires: z.string(),
    /** Why no one can admit this user anymore: another invitation is needed. */
    ended: z.enum(['withdrawn', 'expired']).nullable(),
    link: teamLink,
  }),
  z.object({
    kind: z.literal('member'),
    team: z.object({ id: z.uuid(), name: z.string() }),
    database: teamDatabase,
    self: memberId,
    /** Null once this member was removed: what was read stays, and nothing is sent. */
    role: teamRole.nullable(),
    members: z.array(teamMember),
    /** For admins. */
    invitations: z.array(teamInvitation),
    link: teamLink,
    /** Current claims. */
    claims: z.array(teamClaim),
    /** Own entries that are not in the database yet, without the waiting removals. */
    waiting: z.int(),
    waitingRemovals: z.array(waitingRemoval),
    /** Drafts that this user handed over, without an answer that is known here. */
    openHandOvers: z.number().int(),
    /** When the database was last read to its end (ISO, UTC); null: not yet. */
    asOf: z.string().nullable(),
    /** Number of entries read; `issues`: how many problems they have (TEAM_ISSUES). */
    entries: z.int(),
    issues: z.int(),
    /** Work from this computer that could not be shared; at most 500 items. */
    notShared: z.array(notShared),
  }),
]);
export type TeamState = z.output<typeof teamState>;

/** An entry of the log that does not count, or is missing. */
export const teamIssue = z.object({
  code: z.enum(TEAM_ISSUES),
  member: memberId,
  /** The member's name, if known. */
  name: z.string().nullable(),
  /** The member's own number of the entry. */
  number: z.int(),
  /** The place in the log; null: not there. */
  place: z.int().nullable(),
});
export type TeamIssue = z.output<typeof teamIssue>;

/** What a check of the database found. `sql`: exactly what its administrator must run first. */
export const databaseCheck = z.object({
  version: z.string(),
  /** `ready`: the tables exist as needed. `creatable`: this login may create or update them. */
  schema: z.enum(['ready', 'creatable', 'needs-administrator']),
  /** The tables are those of an older version. */
  isOlder: z.boolean(),
  isEncrypted: z.boolean(),
  /** Whether the schema holds a team's log; false for one whose creation by this user was interrupted. */
  hasTeam: z.boolean(),
  sql: z.string().nullable(),
});
export type DatabaseCheck = z.output<typeof databaseCheck>;

/** What an invitation says before it is used. */
export const invitationSummary = z.object({
  team: z.string(),
  invitedBy: z.string(),
  name: z.string(),
  role: teamRole,
  host: z.string(),
  port: z.int(),
  database: z.string(),
  expires: z.string(),
});
export type InvitationSummary = z.output<typeof invitationSummary>;

/** A team member's mark on a finding, for its history. */
export const sharedMark = z.object({
  member: memberId,
  name: z.string().nullable(),
  /** When it was made, by that computer's clock (ISO, UTC). */
  at: z.string(),
  /** Null: still waiting on this computer. */
  place: z.int().nullable(),
  state: z.enum(['open', 'reviewed', 'flagged', 'waived']),
  reason: z.string().nullable(),
  until: z.iso.date().nullable(),
  note: z.string().nullable(),
  owner: z.string().nullable(),
});
export type SharedMark = z.output<typeof sharedMark>;

/** What colleagues did since the user's last visit to Today. */
export const colleaguesWork = z.object({
  /** When that visit ended (ISO, UTC); null: this is the first, or there is no team. */
  since: z.string().nullable(),
  colleagues: z.array(
    z.object({
      name: z.string(),
      /** How many items of each topic of shared work, such as findings, the colleague wrote about. */
      work: z.array(z.object({ topic: z.string(), count: z.int() })),
    }),
  ),
});
export type ColleaguesWork = z.output<typeof colleaguesWork>;

/** A team on one firm: shared work on a PostgreSQL database. */
export const teamContract = {
  followHandOvers,
  handOverRows,
  draftHolderOf,
  /** Offers a draft to a colleague; from now on it can neither be changed nor sent here. Works without the database. */
  handOver: call.input(handOverInput).output(emptyOutcome),
  /** Takes over an offered draft. Needs the database, which says who was first. */
  takeHandOver: call.input(draftNamed).output(emptyOutcome),
  declineHandOver: call.input(declineInput).output(emptyOutcome),
  /** Withdraws an offer that was not taken yet. Needs the database. */
  takeBackHandOver: call.input(draftNamed).output(emptyOutcome),
  followApprovals,
  approvalRows,
  approvalOf,
  /** Requests approval of what would be sent or signed. Works without the database. */
  askApproval: call.input(askInput).output(emptyOutcome),
  /** Signs the hash of exactly the changes of a colleague's request. Needs the database. */
  approve: call.input(answerInput).output(emptyOutcome),
  declineApproval: call.input(answerInput).output(emptyOutcome),
  withdrawApproval: call.input(approvalNamed).output(emptyOutcome),
  /** Sets which changes need a second person's approval; for admins. */
  setApprovalRules: call.input(approvalRules).output(emptyOutcome),
  follow: call.output(eventIterator(teamState)),
  /** Connects, and returns whether the tables exist or may be created. Changes nothing. */
  check: call.input(z.object({ database: teamDatabase, password })).output(outcome({ check: databaseCheck })),
  /** Creates the tables if they are missing and may be created, and the team with this user as its admin. */
  createTeam: call
    .input(z.object({ database: teamDatabase, password, team: personName, name: personName }))
    .output(emptyOutcome),
  /** Writes an invitation to the granted file. The code is shown once; the user reads it out by phone. */
  invite: call
    .input(z.object({ grant: z.string(), name: personName, role: teamRole }))
    .output(outcome({ invitation: z.uuid(), code: z.string(), expires: z.string() })),
  /** Opens an invitation file with its code. */
  readInvitation: call
    .input(z.object({ grant: z.string(), code }))
    .output(outcome({ invitation: invitationSummary })),
  /** Asks to be admitted; the state becomes `joining` and shows the words to compare. */
  join: call
    .input(
      z.object({
        grant: z.string(),
        code,
        login: teamDatabase.shape.login,
        password,
        ca: teamDatabase.shape.ca,
        /** Which work on this computer goes into the team's log. */
        bring: z.array(broughtWork),
      }),
    )
    .output(emptyOutcome),
  /** Gives up joining. */
  cancelJoin: call.output(emptyOutcome),
  /** Admits the colleague, whose words match. */
  admit: call.input(z.object({ invitation: z.uuid() })).output(emptyOutcome),
  /** Withdraws an invitation, or declines its colleague. */
  withdraw: call.input(z.object({ invitation: z.uuid() })).output(emptyOutcome),
  setRole: call.input(z.object({ member: memberId, role: teamRole })).output(emptyOutcome),
  /** Removes a member; later entries are encrypted with a new key. */
  remove: call.input(z.object({ member: memberId })).output(emptyOutcome),
  /** Leaves the team. All work that was read stays on this computer. */
  leave: call.output(emptyOutcome),
  /** Forgets the team on this computer while the database can't be reached: the team still lists this member. */
  leaveOffline: call.output(emptyOutcome),
  /** Changes the address or the sign-in. A null password: the stored one stays. */
  setDatabase: call
    .input(z.object({ database: teamDatabase, password: password.nullable() }))
    .output(emptyOutcome),
  /** Connects and reads now instead of waiting for the next attempt. */
  syncNow: call.output(z.void()),
  /** Claims subjects for this member. Refused as `claimed` if a colleague was first. */
  claim: call.input(z.object({ subjects: z.array(claimSubject).min(1).max(500) })).output(emptyOutcome),
  /** Releases this member's claims. */
  releaseClaims: call
    .input(z.object({ subjects: z.array(claimSubject).min(1).max(500) }))
    .output(emptyOutcome),
  /** Called by the Today screen; counts as a visit if the user is there. */
  sinceVisit: call.input(z.object({ isPresent: z.boolean() })).output(colleaguesWork),
  issues: call
    .input(z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) }))
    .output(z.object({ items: z.array(teamIssue), total: z.int() })),
  /** Returns the marks of a finding, the latest in the log first. */
  history: call
    .input(z.object({ rule: z.string().max(100), key: z.string().max(200) }))
    .output(z.object({ items: z.array(sharedMark) })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly team: typeof teamContract;
  }
}
