import type { TeamClaim, TeamInvitation, TeamMember, TeamState } from '#contract/features/team/calls';

const AT = '2026-11-28T09:00:00Z';
const ID = '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b000';

export const memberOf = (number: number, more: Partial<TeamMember> = {}): TeamMember => ({
  id: `${ID}${number}`,
  name: ['Ada Park', 'Robin Reyes', 'Kim Sato'][number] ?? `Member ${number}`,
  role: number === 0 ? 'admin' : 'member',
  isFormer: false,
  isSelf: number === 0,
  lastEntryAt: AT,
  ...more,
});

export const invitationOf = (more: Partial<TeamInvitation> = {}): TeamInvitation => ({
  id: `${ID}9`,
  name: 'Lee Moss',
  role: 'member',
  expires: '2026-12-05T09:00:00Z',
  invitedBy: 'Ada Park',
  isOwn: true,
  state: 'open',
  withdrawnBy: null,
  words: null,
  ...more,
});

/** The user is on a finding. */
export const claimOf = (more: Partial<TeamClaim> = {}): TeamClaim => ({
  kind: 'finding',
  id: 'no-household 1',
  member: memberOf(0).id,
  name: memberOf(0).name,
  isSelf: true,
  since: AT,
  until: '2026-11-30T09:00:00Z',
  ...more,
});

type OpenTeam = Extract<TeamState, { kind: 'member' }>;

/** A team of an admin, who is the user, and a colleague. */
export const teamOf = (more: Partial<OpenTeam> = {}): OpenTeam => ({
  kind: 'member',
  team: { id: `${ID}8`, name: 'Juniper desk' },
  database: { host: 'db.juniper.example', port: 5432, database: 'firmdesk', login: 'ada', ca: null },
  self: memberOf(0).id,
  role: 'admin',
  members: [memberOf(0), memberOf(1)],
  invitations: [],
  claims: [],
  link: { state: 'live', since: AT },
  waiting: 0,
  asOf: AT,
  entries: 12,
  issues: 0,
  notShared: [],
  ...more,
});
