import { periodLabels } from '#contract/dates';
import type { SectionName } from '#contract/features/period/schemas';
import {
  hasIncompleteLists,
  refusedLists,
  type ColleagueSignature,
  type Period,
  type PeriodFile,
  type PeriodSection,
  type SectionFacts,
  type PeriodSignature,
  type SampleItem,
  type SectionState,
  type SignedPeriod,
} from '#contract/features/period/sections';
import type { ListedPeriod } from '#contract/features/period/calls';
import { FILE_STATE_LABELS, refusedListsText, SECTION_TITLES } from '#contract/features/period/messages';
import { count, countOf, formatDate, formatDateTime, formatMoney, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { excludedFilesText } from '../fee-files/period-messages';

/** Messages about billing periods that only the screen shows. */

/** Returns "Q2 2026" for each period end of a firm, or "June 2026" if the ends show that it bills monthly. */
export const periodNames = (periods: readonly { readonly endDate: string }[]): ReadonlyMap<string, string> =>
  periodLabels(periods.map(({ endDate }) => endDate));

export const SECTION_STATE_LABELS: Readonly<Record<SectionState, StateLabel>> = {
  open: { label: 'To do', tone: 'warn' },
  unknown: { label: 'Not determined', tone: 'quiet' },
  done: { label: 'Done', tone: 'good' },
};

/** Returns the label of a section's state; a check-off and a firm without steps have their own labels. */
export function stateLabel({ state, checked, facts }: PeriodSection): StateLabel {
  if (checked?.holds) return { label: 'Checked off', tone: 'good' };
  if (state === 'done' && facts.name === 'steps' && facts.steps.length === 0)
    return { label: 'None', tone: 'quiet' };
  return SECTION_STATE_LABELS[state];
}

/** Returns who checked a section off, and whether that is still valid; empty without a check-off. */
export function checkText({ checked, facts }: PeriodSection): string {
  if (!checked) return '';
  const who = `Checked off by ${checked.by} on ${formatDateTime(checked.at)}: ${checked.note}`;
  if (checked.holds === null && hasIncompleteLists(facts))
    return `${who} It can’t be compared until all data is on this computer.`;
  return [who, ...sinceTexts(checked.holds, facts, 'this computer')].join(' ');
}

/** Returns why a check-off does not count; empty if it does. `computer`: where it was compared. */
export function sinceTexts(holds: boolean | null, facts: SectionFacts, computer: string): string[] {
  if (holds) return [];
  if (holds === null && refusedLists(facts).length > 0)
    return [`It can’t be compared: the service didn’t provide ${refusedListsText(facts)}.`];
  return holds === null
    ? [`It can’t be compared: ${computer} doesn’t have the lines of all fee files.`]
    : ['Something has changed since then, so it no longer applies.'];
}

/** Returns the state of a period in the list. */
export function listedState({ signed, files, filesLeft }: ListedPeriod): StateLabel {
  const left = `${countOf(filesLeft, 'file', 'files')} to check`;
  if (signed)
    return filesLeft === 0 ? { label: 'Signed', tone: 'good' } : { label: `Signed; ${left}`, tone: 'warn' };
  if (filesLeft > 0) return { label: left, tone: 'warn' };
  // A user marked the only file as replaced.
  return files === 0 ? { label: 'No files', tone: 'quiet' } : { label: 'Files signed off', tone: 'accent' };
}

export const totalText = (debit: string | null): string =>
  debit === null ? 'No amount' : formatMoney(debit);

/** "$100.30 in the records. Excludes 1 file with no amount"; `suffix` follows the amount. */
export function recordsTotalText(
  { debit, sections }: Pick<Period, 'debit' | 'sections'>,
  suffix = '',
): string {
  const files = sections.flatMap(({ facts }) => (facts.name === 'files' ? facts.files : []));
  // A file that the service no longer lists has no record.
  const excluded = files.filter(
    ({ state, debit: amount }) => state !== 'unlisted' && state !== 'replaced' && amount === null,
  ).length;
  const text = `${totalText(debit)}${suffix}`;
  return debit === null || excluded === 0 ? text : `${text}. ${excludedFilesText(excluded)}`;
}

/** "Approved by Robin Reyes on Jul 12, 2026, 10:20 AM, exactly as it was signed." */
export const approvalTexts = (approval: PeriodSignature['approval']): string[] =>
  approval ? [`Approved by ${approval.by} on ${formatDateTime(approval.at)}, exactly as it was signed.`] : [];

const UNAPPROVED =
  'It doesn’t count as signed: when it reached the team, your team’s rules required a colleague’s approval, and there is none.';

/** "Signed by Jo on Jul 12, 2026, 10:20 AM: …", who approved it, and what was open or has changed. */
export function signatureTexts({
  state,
  signedAt,
  signedBy,
  changed,
  open,
  note,
  approval,
  isUnapproved,
}: SignedPeriod): string[] {
  const sectionList = (names: readonly SectionName[]): string =>
    listText(names.map((name) => SECTION_TITLES[name]));
  const who = `Signed by ${signedBy} on ${formatDateTime(signedAt)}: ${note}`;
  if (state === 'broken')
    return [
      who,
      'The stored data is not what was signed, so it isn’t valid evidence. Sign the period again.',
    ];
  return [
    who,
    ...approvalTexts(approval),
    ...(isUnapproved ? [UNAPPROVED] : []),
    ...(open.length > 0 ? [`Open when it was signed: ${sectionList(open)}.`] : []),
    ...(changed.length > 0 ? [`Changed since it was signed: ${sectionList(changed)}.`] : []),
  ];
}

export const SIGNATURE_LABELS: Readonly<Record<SignedPeriod['state'], StateLabel>> = {
  holds: { label: 'Signed', tone: 'good' },
  changed: { label: 'Changed since signed', tone: 'warn' },
  broken: { label: 'Signature broken', tone: 'bad' },
};
const NOT_APPROVED: StateLabel = { label: 'Signed without approval', tone: 'warn' };

/** Returns the label of a period: its signature here, or else that of a colleague. */
export function periodLabel({ signature, colleagues }: Pick<Period, 'signature' | 'colleagues'>): StateLabel {
  if (signature && !signature.isUnapproved) return SIGNATURE_LABELS[signature.state];
  const valid = colleagues.filter(({ state }) => state !== 'seal-broken');
  const counted = valid.find(({ isUnapproved }) => !isUnapproved);
  if (counted) return { label: `Signed by ${counted.by}`, tone: 'good' };
  return signature || valid.length > 0 ? NOT_APPROVED : NOT_SIGNED;
}

/** "Signed by Ada Park on Jul 12, 2026, 10:20 AM: …" */
export function colleagueSignatureTexts({
  by,
  signedAt,
  note,
  open,
  approval,
  isUnapproved,
}: ColleagueSignature): string[] {
  return [
    `Signed by ${by} on ${formatDateTime(signedAt)}${note === null ? '.' : `: ${note}`}`,
    ...approvalTexts(approval),
    ...(isUnapproved ? [UNAPPROVED] : []),
    ...(open.length > 0
      ? [`Open when it was signed: ${listText(open.map((name) => SECTION_TITLES[name]))}.`]
      : []),
  ];
}

export const NOT_SIGNED: StateLabel = { label: 'Not signed', tone: 'quiet' };

const FILE_TONES: Readonly<Record<PeriodFile['state'], StateLabel['tone']>> = {
  unlisted: 'bad',
  replaced: 'quiet',
  unsaved: 'warn',
  lost: 'bad',
  unreconciled: 'warn',
  unsigned: 'warn',
  rejected: 'bad',
  signed: 'good',
};
export const fileLabel = ({ state }: PeriodFile): StateLabel => ({
  label: FILE_STATE_LABELS[state],
  tone: FILE_TONES[state],
});

/** Returns the names of the sections that are still open, for the dialog that signs. */
export const openItemsText = ({ left }: Pick<Period, 'left'>): string =>
  left.length === 0
    ? 'Nothing is left to do.'
    : `${countOf(left.length, 'section is', 'sections are')} not done: ${listText(left.map((name) => SECTION_TITLES[name]))}. The signature names ${left.length === 1 ? 'it' : 'them'}.`;

/** "Drawn from 1,204 billed accounts with seed 1f3a by jo on Jul 12, 2026, 10:20 AM." */
export const drawnText = (drawn: {
  readonly seed: string;
  readonly population: number;
  readonly at: string;
  readonly by: string;
}): string =>
  `Drawn from ${countOf(drawn.population, 'billed account', 'billed accounts')} with seed ${drawn.seed} by ${drawn.by} on ${formatDateTime(drawn.at)}.`;

/** "To review", "Agrees", or "Agreed, but the debit has changed since". */
export function sampleVerdictText({
  verdict,
  isOutdated,
}: Pick<SampleItem, 'verdict' | 'isOutdated'>): string {
  if (verdict === null) return 'To review';
  if (!isOutdated) return verdict === 'agrees' ? 'Agrees' : 'Differs';
  return `${verdict === 'agrees' ? 'Agreed' : 'Differed'}, but the debit has changed since`;
}

export const periodTitle = (label: string, firm: string | null): string =>
  firm === null ? label : `${label}, ${firm}`;

/** Says whose findings a section counts. */
export const onlyFirmText = (firm: string): string =>
  `Counts are for ${firm} and for records without a firm.`;

export const endText = (endDate: string): string => `Period ending ${formatDate(endDate)}`;
export const shownChangesText = (shown: number, total: number): string =>
  shown < total
    ? `The first ${count(shown)} of ${countOf(total, 'change', 'changes')}; the evidence pack has all of them.`
    : '';

export const PERIOD = {
  about:
    'Everything that belongs to one billing period of a firm, from setup changes to a signature. Nothing is sent. Firm Desk checks the files, but can’t confirm that a fee is right.',
  none: 'No billing periods yet',
  noneText: 'Billing periods come from the period ends of fee upload files. Refresh to get them.',
  checkHint:
    'What you checked, and why the section is done. The check-off holds until something in the section changes.',
  checkNoteMissing: 'Enter a note: what you checked, and why the section is done.',
  filesHint:
    '“Compared with setup” counts the billing findings that name the file: its lines against setup, earlier fees, invoices and billing reports.',
  unlistedHint:
    'The service deleted a file. If billing ran again and another file replaced it, mark it as replaced.',
  replacedMeaning: 'Its debits no longer count. The saved archive stays.',
  signHint: 'What you checked and the reason for your decision. It becomes part of the evidence pack.',
  signNoteMissing: 'Enter a note: what you checked and the reason for your decision.',
  stepsHint:
    'One step per line, in order. A renamed step keeps its marks, unless you also move it, or add or remove steps.',
  noDebit:
    'Not determined: no reconciled line on this computer bills it, an amount can’t be read, or a file no longer in the service bills it, too',
  sampleHint: 'Anyone can repeat the draw from its seed. Add accounts by their IDs, separated by commas.',
} as const;
