import { formatDate, formatDateTime } from '../../dates';
import { resourceNamed } from '../../resources';
import { accounts } from '../../resources/accounts';
import { countOf, EMPTY, formatValue, listText } from '../../format-value';
import { PAID_BY_ITSELF, PAID_BY_GROUP } from '../billing-groups/assignments';
import type { ReplacedMark } from '../fee-history/schemas';
import type { SectionName } from './schemas';
import {
  hasIncompleteLists,
  refusedLists,
  type FileComparison,
  type PeriodFile,
  type SectionFacts,
  type SetupChange,
  type SetupField,
} from './sections';
import { changedTerms } from './setup-terms';

/** Sentences about a billing period, the same on the screen and in its evidence pack. */

export const SECTION_TITLES: Readonly<Record<SectionName, string>> = {
  setup: 'Setup changes',
  findings: 'Billing findings',
  files: 'Fee files',
  cash: 'Debits and cash',
  refunds: 'Refunds and first bills',
  terms: 'Agreed terms',
  sample: 'Sample for the reviewer',
  steps: 'Your firm’s steps',
};

export const SETUP_FIELD_LABELS: Readonly<Record<SetupField, string>> = {
  structures: 'Fee structures',
  method: 'Billing method',
  household: 'Household',
  firstBillable: 'First billable date',
  group: 'Billing group',
  payer: 'Paid by',
  terms: 'Terms',
  added: 'Added',
  removed: 'Removed',
};

export const FILE_STATE_LABELS: Readonly<Record<PeriodFile['state'], string>> = {
  unlisted: 'No longer in the service',
  replaced: 'Replaced',
  unsaved: 'Not saved on this computer',
  lost: 'Saved file missing, changed or unreadable',
  unreconciled: 'Not reconciled',
  unsigned: 'Not signed off',
  rejected: 'Rejected',
  signed: 'Signed off',
};

/** "Replaced: Jo, Oct 1, 2026, 9:00 AM. Billing ran again", or the name of another state. */
export const fileStateText = ({ state, replaced }: Pick<PeriodFile, 'state' | 'replaced'>): string =>
  `${FILE_STATE_LABELS[state]}${replaced ? `: ${replacedFileText(replaced)}` : ''}`;

/** "Jo, Oct 1, 2026, 9:00 AM. Billing ran again" */
export const replacedFileText = ({ by, at, note }: ReplacedMark): string =>
  `${by}, ${formatDateTime(at)}${note === '' ? '' : `. ${note}`}`;

const NOT_COMPARED: Readonly<Record<Extract<FileComparison, { state: 'not-compared' }>['why'], string>> = {
  'no-lines': 'Not compared: no reconciled lines',
  'earlier-period': 'Not compared: not the latest period',
  'not-checked': 'Not checked yet',
  replaced: 'Not compared: replaced',
};

/** "2 open findings, 1 closed; 1 check skipped". It never states that a file is correct. */
export function fileComparisonText(comparison: FileComparison): string {
  if (comparison.state === 'not-compared') return NOT_COMPARED[comparison.why];
  const { open, closed, unchecked } = comparison;
  const findings = [
    open > 0 ? countOf(open, 'open finding', 'open findings') : 'No open findings',
    closed > 0 ? `${closed} closed` : '',
  ].filter(Boolean);
  return `${findings.join(', ')}${unchecked > 0 ? `; ${countOf(unchecked, 'check', 'checks')} skipped` : ''}`;
}

/** For each setup field whose values are IDs, the list of the records with these IDs. */
const ID_FIELDS = {
  structures: 'feeStructures',
  household: 'households',
  group: 'billingGroups',
  payer: 'accounts',
} as const satisfies Partial<Record<SetupField, string>>;
export type SetupIdList = (typeof ID_FIELDS)[keyof typeof ID_FIELDS];

/** Returns the list and the IDs of one side of a setup change; null if its values are not IDs. */
export function setupIds(
  field: SetupField,
  value: string | null,
): { readonly list: SetupIdList; readonly ids: readonly string[] } | null {
  const list = Object.hasOwn(ID_FIELDS, field) ? ID_FIELDS[field as keyof typeof ID_FIELDS] : null;
  if (list === null) return null;
  const isId = (text: string): boolean =>
    text !== '' && (field !== 'payer' || (text !== PAID_BY_ITSELF && text !== PAID_BY_GROUP));
  return { list, ids: (value ?? '').split(', ').filter(isId) };
}

/** Returns one side of a setup change as text; `nameOf` returns the name of an ID, if it is known. */
export function setupValueText(
  { field, before, after }: Pick<SetupChange, 'field' | 'before' | 'after'>,
  side: 'before' | 'after',
  nameOf: (resource: SetupIdList, id: string) => string,
): string {
  const [value, other] = side === 'before' ? [before, after] : [after, before];
  if (value === null) return EMPTY;
  const namesIn = (resource: Parameters<typeof nameOf>[0]): string =>
    listText(value.split(', ').map((id) => nameOf(resource, id)));
  switch (field) {
    case 'structures':
      return namesIn('feeStructures');
    case 'household':
      return namesIn('households');
    case 'group':
      return namesIn('billingGroups');
    case 'payer':
      return listText(
        value
          .split(', ')
          .map((id) =>
            id === PAID_BY_ITSELF ? 'itself' : id === PAID_BY_GROUP ? 'the group' : nameOf('accounts', id),
          ),
      );
    case 'method':
      return formatValue(accounts.fields.payment_source, value);
    case 'firstBillable':
      return formatDate(value);
    case 'terms':
      return changedTerms(value, other).join('; ') || EMPTY;
    case 'added':
    case 'removed':
      return value;
  }
}

/** Returns the same as `setupValueText`, as lines: one for each changed term of a fee structure. */
export function setupValueLines(
  change: Pick<SetupChange, 'field' | 'before' | 'after'>,
  side: 'before' | 'after',
  nameOf: Parameters<typeof setupValueText>[2],
): readonly string[] {
  const { field, before, after } = change;
  const [value, other] = side === 'before' ? [before, after] : [after, before];
  const lines = field === 'terms' && value !== null ? changedTerms(value, other) : [];
  return lines.length > 0 ? lines : [setupValueText(change, side, nameOf)];
}

/** "fee structures and billing groups": the lists that the service refused. */
export const refusedListsText = (facts: SectionFacts): string =>
  listText(refusedLists(facts).map((list) => resourceNamed(list).plural));

/** Returns the summary of a section in one or more sentences. No summary states that a fee is correct. */
export function sectionText(facts: SectionFacts): string {
  if (hasIncompleteLists(facts))
    return 'Not determined: some of its data isn’t on this computer yet. Refresh first.';
  if (refusedLists(facts).length > 0)
    return facts.name === 'setup'
      ? `Not determined: the service didn’t provide ${refusedListsText(facts)}, now or when an earlier period was signed.`
      : `Not determined: the service didn’t provide ${refusedListsText(facts)}.`;
  switch (facts.name) {
    case 'setup':
      if (facts.since === null)
        return facts.isSignedByColleague
          ? 'Not determined: the earlier period was signed on another computer, which has the setup to compare with.'
          : 'Not determined: no earlier period of this firm was signed on this computer, so there is nothing to compare with.';
      return facts.total === 0
        ? `No changes since the period ending ${formatDate(facts.since.endDate)} was signed.`
        : `${countOf(facts.total, 'change', 'changes')} since the period ending ${formatDate(facts.since.endDate)} was signed.`;
    case 'findings':
      return rulesText(facts);
    case 'cash':
      return facts.unchecked.length > 0
        ? 'Not determined: the latest balances or the lines of fee files are missing.'
        : rulesText(facts);
    case 'files': {
      const files = facts.files.filter(({ state }) => state !== 'replaced');
      const replaced = facts.files.length - files.length;
      const notCounted =
        replaced === 0 ? '' : ` ${countOf(replaced, 'replaced file doesn’t', 'replaced files don’t')} count.`;
      if (files.length === 0)
        return `Not determined: the service lists no fee files for this period.${notCounted}`;
      const left = files.filter(({ state }) => state !== 'signed').length;
      return left === 0
        ? `${countOf(files.length, 'file is', 'files are')} signed off.${notCounted}`
        : `${countOf(left, 'file needs', 'files need')} work, of ${countOf(files.length, 'file', 'files')}.${notCounted}`;
    }
    case 'refunds': {
      if (facts.advance === null)
        return 'Not determined: your firm has not said what the end date of advance billing means.';
      const { open, refunded } = facts.counts;
      const undetermined = facts.counts['not-determined'];
      const closed = refunded + facts.counts['not-due'];
      if (open + undetermined + closed === 0) return 'No refunds or first bills.';
      const known = [
        open > 0 ? countOf(open, 'open case', 'open cases') : '',
        closed > 0 ? `${countOf(closed, 'case', 'cases')} closed` : '',
      ].filter(Boolean);
      return [
        known.length > 0 ? `${known.join(', ')}.` : '',
        undetermined > 0 ? `${countOf(undetermined, 'case', 'cases')} could not be determined.` : '',
      ]
        .filter(Boolean)
        .join(' ');
    }
    case 'terms': {
      if (facts.agreements === 0) return 'Not determined: no terms were imported.';
      const { differs, agrees } = facts.counts;
      if (differs + agrees === 0) return 'No account could be compared with what was agreed.';
      return [
        differs > 0 ? `${countOf(differs, 'account differs', 'accounts differ')} from what was agreed.` : '',
        agrees > 0 ? `${countOf(agrees, 'account agrees', 'accounts agree')}.` : '',
      ]
        .filter(Boolean)
        .join(' ');
    }
    case 'sample': {
      if (facts.drawn === null) return 'No sample was drawn.';
      const left = facts.items.filter((item) => item.verdict === null || item.isOutdated).length;
      const differs = facts.items.filter(({ verdict }) => verdict === 'differs').length;
      const differing = `${differs} of ${countOf(facts.items.length, 'account', 'accounts')} ${differs === 1 ? 'differs' : 'differ'}.`;
      return left === 0 ? differing : `${countOf(left, 'account', 'accounts')} left to review. ${differing}`;
    }
    case 'steps': {
      if (facts.steps.length === 0) return 'Your firm has no steps of its own.';
      const done = facts.steps.filter((step) => step.done !== null).length;
      return `${done} of ${countOf(facts.steps.length, 'step', 'steps')} done.`;
    }
  }
}

/** "12 open findings. 3 are waived or reviewed." */
function rulesText({
  checkedAt,
  counts,
  unchecked,
}: Pick<Extract<SectionFacts, { name: 'findings' }>, 'checkedAt' | 'counts' | 'unchecked'>): string {
  if (checkedAt === null) return 'Not determined: the rules have not checked this data yet.';
  const left = counts.open + counts.flagged;
  const closed = counts.waived + counts.reviewed;
  return [
    left === 0 ? 'No open findings.' : `${countOf(left, 'open finding', 'open findings')}.`,
    closed > 0 ? `${countOf(closed, 'is', 'are')} waived or reviewed.` : '',
    unchecked.length > 0
      ? `${countOf(unchecked.length, 'rule', 'rules')} could not run for lack of data.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
