import { z } from 'zod';

/** Roles, the strongest first. A viewer reads; a member also writes; an admin also manages members. */
export const TEAM_ROLES = ['admin', 'member', 'viewer'] as const;
export const teamRole = z.enum(TEAM_ROLES);
export type TeamRole = z.output<typeof teamRole>;

/** Kinds of work that a joiner may bring. */
export const BROUGHT_WORK = [
  'marks',
  'roi-requests',
  'fee-limits',
  'agreed-terms',
  'fee-files',
  'periods',
  'fee-columns',
] as const;
export const broughtWork = z.enum(BROUGHT_WORK);
export type BroughtWork = z.output<typeof broughtWork>;

/** A member's ID: a UUID that is computed from the member's keys. */
export const teamMemberId = z.uuid();

/** Where the team's database is. Without the password, which is in the keychain. */
export const teamDatabase = z.object({
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65_535),
  database: z.string().trim().min(1).max(63),
  login: z.string().trim().min(1).max(63),
  /** Certificates of the authority that signed the server's, as PEM; null: the system's. */
  ca: z.string().max(100_000).nullable(),
});
export type TeamDatabase = z.output<typeof teamDatabase>;

/** Why the database or the team refused something. The screens have the sentences. */
export const TEAM_PROBLEMS = [
  // Reaching the database. Facts: host, port.
  'host-unknown',
  'unreachable',
  'not-postgres',
  'timeout',
  'connection-lost',
  // Encryption. `tls-not-supported`: the server offers no TLS and is not on this computer.
  'tls-not-supported',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-other-host',
  'tls-failed',
  // Signing in. Facts: login, database. `weak-sign-in`: the server asks for the password by a method other than SCRAM.
  'wrong-password',
  'weak-sign-in',
  'no-database',
  'sign-in-refused',
  'too-many-connections',
  // What the server can do. Facts: version, needed.
  'too-old',
  'read-only',
  'disk-full',
  'locked',
  // The team's tables. Facts: number (the database's newest migration), known (the newest of this version), what, role,
  // sql (for the administrator).
  'no-schema',
  'old-schema',
  'newer-schema',
  'altered-schema',
  'no-rights',
  // The login is not the one with which this member joined. Facts: login, needed.
  'other-login',
  // Teams and members.
  'team-exists',
  'already-in-team',
  'no-team',
  // The database has no team, or a different one from the invitation's or this member's.
  'not-this-team',
  // A policy allows no contact with the service of this connection, nor with its team.
  'by-policy',
  'not-admin',
  'last-admin',
  'no-member',
  // The connection was lost while this member left; it happens once the database can be reached again.
  'leaves-later',
  'keys-lost',
  'keychain',
  // Invitations. Facts: expired (ISO), service.
  'not-invitation',
  'newer-invitation',
  'wrong-code',
  'expired',
  'other-firm',
  'no-invitation',
  'file-not-saved',
  // Hand-overs. `no-hand-over`: answered, or taken back.
  'no-receiver',
  'no-hand-over',
  // Requests for approval. `no-approval`: answered, or withdrawn.
  'no-approval',
  'own-approval',
  // A colleague claimed it first. Facts: name.
  'claimed',
  'other',
] as const;
/** Problems that usually resolve themselves: the connection is retried soon. */
export const TRANSIENT_PROBLEMS: ReadonlySet<(typeof TEAM_PROBLEMS)[number]> = new Set([
  'host-unknown',
  'unreachable',
  'timeout',
  'connection-lost',
  'too-many-connections',
  'read-only',
  'disk-full',
  'locked',
  // A proxy or a sign-in page of a network may answer instead of the database.
  'not-postgres',
  'other',
]);
export const teamProblem = z.object({
  code: z.enum(TEAM_PROBLEMS),
  facts: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The technical cause, for support: a code of PostgreSQL or of the system. */
  cause: z.string().optional(),
});
export type TeamProblem = z.output<typeof teamProblem>;
export type TeamProblemCode = TeamProblem['code'];

/** A result whose failure is a value: `{ ok: true, … }` or `{ ok: false, problem }`. */
export const teamOutcome = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), ...shape }),
    z.object({ ok: z.literal(false), problem: teamProblem }),
  ]);
export const emptyTeamOutcome = teamOutcome({});
export type TeamOutcome = z.output<typeof emptyTeamOutcome>;

/** A member of the team, according to the log. */
export const teamMember = z.object({
  id: teamMemberId,
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

/** What a member can claim: a finding, a fee file (the service's ID), or an ROI request. */
export const claimSubject = z.object({
  kind: z.enum(['finding', 'fee-file', 'roi-request']),
  id: z.string().min(1).max(500),
});
export type ClaimSubject = z.output<typeof claimSubject>;

/** A member works on something: "I'm on this". It lasts for one business day unless it is released. */
export const teamClaim = claimSubject.extend({
  member: teamMemberId,
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
  member: teamMemberId,
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
    self: teamMemberId,
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

/** Why an entry of the log does not count, or is missing; one with `activity-changed` counts. */
export const TEAM_ISSUES = [
  /** The signature is not valid: the entry was changed after signing, or forged. */
  'bad-signature',
  /** Cannot be decrypted with the key of its epoch. */
  'unreadable',
  /** Belongs to another team. */
  'other-team',
  /** Its author is not a member, was removed, or has a role that does not permit it. */
  'not-allowed',
  /** The database lacks the member's entry with this number. */
  'missing',
  /** A second entry with a number that this member already used. */
  'doubled',
  /** Does not continue the member's previous entry. */
  'broken-chain',
  /** Written by a newer version of Firm Desk. */
  'newer-format',
  /** Signed, but its content does not match the schema of its kind. */
  'odd-content',
  /** Since an earlier entry, the member's activity log became shorter or was changed. */
  'activity-changed',
] as const;
export const teamIssue = z.object({
  code: z.enum(TEAM_ISSUES),
  member: teamMemberId,
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
  member: teamMemberId,
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
