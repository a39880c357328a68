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

/** What a member can claim: a finding, a fee file (the service's ID), or an ROI request. */
export const claimSubject = z.object({
  kind: z.enum(['finding', 'fee-file', 'roi-request']),
  id: z.string().min(1).max(500),
});
export type ClaimSubject = z.output<typeof claimSubject>;

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
