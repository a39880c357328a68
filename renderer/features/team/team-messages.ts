import type { BroughtWork, TeamDatabase, TeamRole } from '#contract/features/team/schemas';
import type {
  ColleaguesWork,
  UnsharedItem,
  TeamClaim,
  TeamInvitation,
  TeamIssue,
  TeamLinkState,
  TeamMember,
  TeamState,
  WaitingRemoval,
} from '#contract/features/team/calls';
import type { TeamChange } from '#contract/features/team/change';
import { count, countOf, formatDateTime, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

export const ROLE_LABELS: Readonly<Record<TeamRole, string>> = {
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
};

/** Work that a joiner may bring. */
export const BROUGHT_LABELS: Readonly<Record<BroughtWork, string>> = {
  marks: 'Review marks',
  'roi-requests': 'ROI requests, contacts and plans',
  'fee-limits': 'Retired fee structures and fee limits',
  'agreed-terms': 'Agreed terms',
  'fee-columns': 'Mapped columns of fee files',
  'fee-files': 'Which fee files are saved, their results and sign-offs',
  periods: 'Steps, check-offs, samples and signatures of billing periods',
};

/** "Ada Park on Nov 21, 2026, 8:14 AM". */
export const teamChangeText = ({ by, at }: TeamChange): string => `${by} on ${formatDateTime(at)}`;

/** Roles in a sentence. */
export const ROLE_NOUNS: Readonly<Record<TeamRole, string>> = {
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
};

export const ROLE_MEANINGS: Readonly<Record<TeamRole, string>> = {
  admin: 'Shares work, invites and removes colleagues, and changes roles.',
  member: 'Sees the team’s work and shares work.',
  viewer: 'Sees the team’s work; changes none of it.',
};

const DEFAULT_PORT = 5432;
/** "firmdesk on db.example.com", with the port if it is not the default one. */
export const databaseText = ({
  host,
  port,
  database,
}: Pick<TeamDatabase, 'host' | 'port' | 'database'>): string =>
  `${database} on ${host}${port === DEFAULT_PORT ? '' : `, port ${port}`}`;

/** The state of the team while the user waits to be admitted. */
export type JoiningTeam = Extract<TeamState, { kind: 'joining' }>;

/** Texts about an invitation that ended while the user waited to be admitted. */
export const ENDED_INVITATIONS: Readonly<
  Record<
    NonNullable<JoiningTeam['ended']>,
    { readonly label: string; readonly text: (joining: JoiningTeam) => string }
  >
> = {
  withdrawn: { label: 'Invitation canceled', text: () => 'An admin of the team canceled your invitation.' },
  expired: {
    label: 'Invitation expired',
    text: ({ invitedBy, expires }) =>
      `Your invitation expired on ${formatDateTime(expires)}, before ${invitedBy} confirmed the words.`,
  },
};

/** Returns the invitations to list, without canceled ones whose colleague has another invitation or has joined. */
export const listedInvitations = ({
  invitations,
  members,
}: Pick<Extract<TeamState, { kind: 'member' }>, 'invitations' | 'members'>): TeamInvitation[] =>
  invitations.filter(
    ({ name, state }) =>
      state !== 'withdrawn' ||
      ![
        ...members.filter(({ isFormer }) => !isFormer),
        ...invitations.filter((invitation) => invitation.state === 'open'),
      ].some((colleague) => colleague.name === name),
  );

/** Returns what became of an invitation, and who can admit the colleague. */
export function invitationText({
  name,
  state,
  isOwn,
  invitedBy,
  withdrawnBy,
  expires,
}: TeamInvitation): string {
  const end = formatDateTime(expires);
  switch (state) {
    case 'open':
      return isOwn
        ? `Not used yet; valid until ${end}. If the file or the code is lost, cancel it and invite ${name} again.`
        : `Invited by ${invitedBy}, who alone can admit ${name}; valid until ${end}.`;
    case 'withdrawn':
      return `Canceled by ${withdrawnBy}: its file and code can no longer be used.`;
    case 'expired':
      return `Invited by ${invitedBy}. Expired on ${end}.`;
    case 'inviter-left':
      return `It can’t be used, because ${invitedBy} is no longer an admin.`;
  }
}

/** The state of the connection to the team's database, for a badge. */
export const LINK_LABELS: Readonly<Record<TeamLinkState['state'], StateLabel>> = {
  connecting: { label: 'Connecting…', tone: 'accent' },
  live: { label: 'Connected', tone: 'good' },
  polling: { label: 'Connected', tone: 'good' },
  offline: { label: 'Not connected', tone: 'warn' },
};

/** Returns how current the colleagues' work is, and what waits on this computer. */
export function linkSentences({
  link,
  waiting,
  asOf,
  members,
}: Pick<Extract<TeamState, { kind: 'member' }>, 'link' | 'waiting' | 'asOf' | 'members'>): string[] {
  const changesText = `${count(waiting)} of your changes`;
  const hasColleagues = members.some(({ isSelf }) => !isSelf);
  const age =
    !hasColleagues && asOf !== null
      ? 'No colleague has joined yet.'
      : asOf === null
        ? 'Your colleagues’ work has not been downloaded yet.'
        : `Your colleagues’ work is complete through ${formatDateTime(asOf)}.`;
  if (link.state !== 'offline')
    return [
      link.state === 'polling' ? `${age} Firm Desk checks for new work every 15 seconds.` : age,
      ...(waiting === 0 ? [] : [`${changesText} ${waiting === 1 ? 'is' : 'are'} being sent.`]),
    ];
  return [
    age,
    waiting === 0
      ? 'You can keep working: your changes are kept on this computer until the database is back.'
      : `You can keep working: ${changesText} ${waiting === 1 ? 'is' : 'are'} waiting on this computer until the database is back.`,
  ];
}

/** "Robin Reyes", or words for a colleague whose name is not on this computer. */
const removedName = ({ name }: Pick<WaitingRemoval, 'name'>): string => name ?? 'a colleague';

/** Returns whose removal waits, and for what. */
export function waitingRemovalText({ name, admittedBy, mayComeBack }: WaitingRemoval): string {
  const lost = `Removal of ${removedName({ name })}: it waits because the database lost the entry with which ${admittedBy ?? 'an admin'} admitted ${name ?? 'this colleague'}.`;
  return mayComeBack
    ? `${lost} It is sent once ${admittedBy ?? 'that admin'}’s computer has sent this entry again.`
    : `${lost} ${admittedBy ?? 'That admin'} is no longer an admin of the team, so this entry does not come back.`;
}

/** Returns a warning about drafts that the user handed over, and that are free again without an answer; none: empty. */
export function openHandOversTexts(openHandOvers: number): string[] {
  if (openHandOvers === 0) return [];
  return [
    openHandOvers === 1
      ? 'A draft that you handed over is yours again. Your colleague may have taken it over: ask before you send it.'
      : `${count(openHandOvers)} drafts that you handed over are yours again. Your colleagues may have taken them over: ask before you send them.`,
  ];
}

/** Returns what happens to the user's changes and drafts when they leave without the database. */
function offlineLeaveWork({
  waiting,
  waitingRemovals,
  openHandOvers,
}: Pick<Extract<TeamState, { kind: 'member' }>, 'waiting' | 'waitingRemovals' | 'openHandOvers'>): string[] {
  const kept = 'You keep a copy of what was shared so far.';
  const unsent =
    waiting === 0
      ? kept
      : `${kept} ${count(waiting)} of your changes may not have reached your colleagues: marks and other work stay on this computer; changes of members, hand-overs and approvals are dropped.`;
  return [
    unsent,
    ...waitingRemovals.map((removal) => `The removal of ${removedName(removal)} is not sent.`),
    ...openHandOversTexts(openHandOvers),
  ];
}

/** Returns what it means to leave the team without its database, and what the user has to agree to. */
export function offlineLeaveTexts(
  membership: Pick<
    Extract<TeamState, { kind: 'member' }>,
    'role' | 'waiting' | 'waitingRemovals' | 'openHandOvers' | 'members'
  >,
): {
  readonly effects: readonly string[];
  readonly agreement: string;
} {
  const { role, members } = membership;
  const colleagues = members.filter(({ isSelf, isFormer }) => !isSelf && !isFormer);
  const isLastAdmin = role === 'admin' && !colleagues.some((member) => member.role === 'admin');
  const work = offlineLeaveWork(membership);
  if (isLastAdmin && colleagues.length === 0)
    return {
      effects: [
        ...work,
        'You are its only member. If the database comes back, no one can use the team there: before you set up a new one in it, its administrator must delete the schema firm_desk.',
      ],
      agreement: 'I understand that no one can come back to this team.',
    };
  if (isLastAdmin)
    return {
      effects: [
        ...work,
        'You are the team’s only admin. If the database comes back, the team still lists you, and no one can invite or remove members: your colleagues need a new team.',
        'If the database is gone for good, tell your colleagues to leave the same way. Then one of you can set up a new team.',
      ],
      agreement: 'The database’s administrator told me that the database is gone for good.',
    };
  return {
    effects: [
      ...work,
      `If the database comes back, the team still lists you${role ? ` as ${ROLE_NOUNS[role]}` : ''}. Ask an admin of the team to remove you. To come back, you need a new invitation.`,
    ],
    agreement: 'I understand that the team still lists me until an admin removes me.',
  };
}

/** Returns whether a colleague could approve what the user requests. */
export const hasApprover = ({ members }: Pick<Extract<TeamState, { kind: 'member' }>, 'members'>): boolean =>
  members.some((member) => !member.isSelf && !member.isFormer && member.role !== 'viewer');

/** Returns why approval can't be asked for, and what to do; null if it can. */
export function whyNoApproval({
  role,
  asOf,
  members,
}: Pick<Extract<TeamState, { kind: 'member' }>, 'role' | 'asOf' | 'members'>): string | null {
  if (role === null)
    return asOf === null
      ? null
      : 'You were removed from the team, so no colleague can approve. To work without the team’s rules, leave the team in Settings.';
  if (role === 'viewer')
    return 'Viewers can’t ask for approval. Ask an admin of the team to make you a member.';
  if (hasApprover({ members })) return null;
  return role === 'admin'
    ? 'No one else on the team can approve. Invite a colleague or change the rules in Settings.'
    : 'No one else on the team can approve. Ask an admin of the team.';
}

/** Returns when a member last shared something. */
export const lastChangeText = ({ lastEntryAt }: TeamMember): string =>
  lastEntryAt === null ? 'Nothing yet' : formatDateTime(lastEntryAt);

const ISSUES: Readonly<Record<TeamIssue['code'], string>> = {
  'bad-signature': 'has a signature that doesn’t match: it was changed or forged',
  unreadable: 'can’t be decrypted',
  'other-team': 'belongs to another team',
  'not-allowed': 'is by someone who was not allowed to write it',
  missing: 'is missing from the database',
  doubled: 'is in the database twice',
  'broken-chain': 'doesn’t follow the entry before it',
  'newer-format': 'was written by a newer version of Firm Desk; install it to read the entry',
  'odd-content': 'has contents that Firm Desk doesn’t write',
  'activity-changed': 'says that this colleague’s activity log was cut short or changed',
};

/** "Entry 12 by Robin Reyes is missing from the database." */
export const issueSentence = ({ code, name, number }: TeamIssue): string =>
  `Entry ${number} by ${name ?? 'an unknown user'} ${ISSUES[code]}.`;

/** "Ana Ruiz has been on this since Nov 21, 2026, 8:14 AM." */
export function claimText({ isSelf, name, since, until }: TeamClaim, link?: TeamLinkState): string {
  if (!isSelf) return `${name} has been on this since ${formatDateTime(since)}.`;
  const isWaiting = link?.state === 'offline' && Date.parse(since) >= Date.parse(link.since);
  const text = `You are on this until ${formatDateTime(until)}.`;
  return isWaiting
    ? `${text} Your colleagues see that once the team’s database is back; one of them may be first.`
    : text;
}

/** Returns the short text of a claim for a cell: "Ana Ruiz is on it". */
export const claimLabel = ({ isSelf, name }: TeamClaim): string =>
  isSelf ? 'You are on it' : `${name} is on it`;

/** A colleague's work by topic. Other topics are left out; hand-overs and approvals are tasks on Today. */
const WORK_SENTENCES: Readonly<Record<string, (count: number) => string>> = {
  mark: (count) => `marked ${countOf(count, 'finding', 'findings')}`,
  'roi-request': (count) => `worked on ${countOf(count, 'ROI request', 'ROI requests')}`,
  'roi-contact': (count) => `changed ${countOf(count, 'ROI contact', 'ROI contacts')}`,
  'roi-turnaround': (count) => `changed ${countOf(count, 'expected turnaround', 'expected turnarounds')}`,
  'roi-plan': (count) => `planned or finished ${countOf(count, 'ROI code', 'ROI codes')} by portal or phone`,
  'retired-structure': (count) => `retired or restored ${countOf(count, 'fee structure', 'fee structures')}`,
  'agreed-terms': (count) => `imported ${countOf(count, 'agreement', 'agreements')}`,
  'firm-limit': () => 'changed the firm’s fee limits',
  'fee-file-saved': (count) => `saved ${countOf(count, 'fee file', 'fee files')}`,
  'fee-file-result': (count) => `reconciled ${countOf(count, 'fee file', 'fee files')}`,
  'period-steps': () => 'changed the steps of billing periods',
  'period-step': (count) => `worked on ${countOf(count, 'step', 'steps')} of billing periods`,
  'period-check': (count) => `checked off ${countOf(count, 'section', 'sections')} of billing periods`,
  'period-sample': (count) => `drew ${countOf(count, 'sample', 'samples')} of billing periods`,
  'sample-verdict': (count) => `reviewed ${countOf(count, 'account', 'accounts')} of a sample`,
  'period-signature': (count) => `signed ${countOf(count, 'billing period', 'billing periods')}`,
  'fee-columns': (count) =>
    `mapped the columns of ${countOf(count, 'kind of fee file', 'kinds of fee files')}`,
  'sign-off': (count) => `signed off ${countOf(count, 'fee file', 'fee files')}`,
  'fee-file-replaced': (count) => `marked or unmarked ${countOf(count, 'fee file', 'fee files')} as replaced`,
};

/** "Robin Reyes marked 12 findings and worked on 1 ROI request."; null if there is nothing to say. */
export function colleagueSentence({ name, work }: ColleaguesWork['colleagues'][number]): string | null {
  const sentences = work.flatMap(({ topic, count }) => WORK_SENTENCES[topic]?.(count) ?? []);
  return sentences.length === 0 ? null : `${name} ${listText(sentences)}.`;
}

/** Returns what is known if no work of colleagues since the user's last visit is on this computer. */
export function noNewWorkText(
  since: string,
  { link, asOf }: Pick<Extract<TeamState, { kind: 'member' }>, 'link' | 'asOf'>,
): string {
  if (link.state === 'live' || link.state === 'polling') return 'Nothing new since then.';
  if (link.state === 'connecting') return 'Checking…';
  if (asOf === null) return 'Not known: your colleagues’ work has not been downloaded yet.';
  return Date.parse(asOf) > Date.parse(since)
    ? `Nothing new until ${formatDateTime(asOf)}, when your colleagues’ work was last read.`
    : `Not known: your colleagues’ work was last read on ${formatDateTime(asOf)}.`;
}

/** The name of an item, by topic. */
const ITEM_NAMES: Readonly<Record<string, string>> = {
  mark: 'Review mark',
  'roi-request': 'ROI request',
  'roi-contact': 'ROI contact',
  'roi-turnaround': 'Expected turnaround',
  'roi-plan': 'Planned ROI code',
  'retired-structure': 'Retired fee structure',
  'agreed-terms': 'Agreed terms',
  'firm-limit': 'Fee limit',
  'fee-file-saved': 'Saved fee file',
  'fee-file-result': 'Reconciled fee file',
  'period-steps': 'Steps of billing periods',
  'period-step': 'Step of a billing period',
  'period-check': 'Checked-off section',
  'period-sample': 'Sample of a billing period',
  'sample-verdict': 'Reviewed account of a sample',
  'period-signature': 'Signed billing period',
  'fee-columns': 'Columns of a kind of fee file',
  'sign-off': 'Signed-off fee file',
  'fee-file-replaced': 'Replaced fee file',
};

const MAX_KEY_LENGTH = 120;

/** "Review mark (missing-advisor, 4711): it is too large." */
export function notSharedText({ topic, key, reason }: UnsharedItem): string {
  // The keys of most topics are JSON arrays.
  const about = key.replace(/[[\]"]/g, '').replaceAll(',', ', ');
  const shortened = about.length > MAX_KEY_LENGTH ? `${about.slice(0, MAX_KEY_LENGTH)}…` : about;
  const why = reason === 'too-large' ? 'it is too large' : 'it has values that can’t be read';
  return `${ITEM_NAMES[topic] ?? 'Shared work'} (${shortened}): ${why}.`;
}

/** Says where a setting of the firm is saved. */
export const savedWhere = (isInTeam: boolean): string =>
  isInTeam ? 'Shared with your team.' : 'Saved on this computer for this connection.';
