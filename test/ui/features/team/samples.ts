import type { TeamClaim, TeamInvitation, TeamMember, TeamState } from '#contract/features/team/calls';

const AT = '2026-11-28T09:00:00Z';
const ID_PREFIX = '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b000';

export const memberOf = (number: number, overrides: Partial<TeamMember> = {}): TeamMember => ({
  id: `${ID_PREFIX}${number}`,
  name: ['Ada Park', 'Robin Reyes', 'Kim Sato'][number] ?? `Member ${number}`,
  role: number === 0 ? 'admin' : 'member',
  isFormer: false,
  isSelf: number === 0,
  lastEntryAt: AT,
  ...overrides,
});

export const invitationOf = (overrides: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: `${ID_PREFIX}9`,
  name: 'Lee Moss',
  role: 'member',
  expires: '2026-12-05T09:00:00Z',
  invitedBy: 'Ada Park',
  isOwn: true,
  state: 'open',
  withdrawnBy: null,
  words: null,
  ...overrides,
});

/** Returns the user’s claim on a finding. */
export const claimOf = (overrides: Partial<TeamClaim> = {}): TeamClaim => ({
  kind: 'finding',
  id: 'no-household 1',
  member: memberOf(0).id,
  name: memberOf(0).name,
  isSelf: true,
  since: AT,
  until: '2026-11-30T09:00:00Z',
  ...overrides,
});

type OpenTeam = Extract<TeamState, { kind: 'member' }>;

/** Returns a team of the user, who is its admin, and a colleague. */
export const teamOf = (overrides: Partial<OpenTeam> = {}): OpenTeam => ({
  kind: 'member',
  team: { id: `${ID_PREFIX}8`, name: 'Juniper desk' },
  database: { host: 'db.juniper.example', port: 5432, database: 'firmdesk', login: 'ada', ca: null },
  self: memberOf(0).id,
  role: 'admin',
  members: [memberOf(0), memberOf(1)],
  invitations: [],
  claims: [],
  link: { state: 'live', since: AT },
  waiting: 0,
  waitingRemovals: [],
  openHandOvers: 0,
  asOf: AT,
  entries: 12,
  issues: 0,
  notShared: [],
  ...overrides,
});
