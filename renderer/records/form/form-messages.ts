import { capitalize } from '#contract/text';
import type { DraftKind, DraftRow } from '#contract/edit';
import type { Field, ReadOnlyReason } from '#contract/fields';
import type { Job, JobRow } from '#contract/job';
import type { Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { countOf, formatDateTime, midSentence } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import {
  contradictedLabel,
  INCOMPLETE,
  isIncomplete,
  labelByIssue,
  retryAdvice,
  showedText,
} from '../outcome/outcome-messages';
import { hasRival, rivalText, rowIssueText } from '../outcome/row-issue-messages';

const READ_ONLY_REASONS: Readonly<Record<ReadOnlyReason, string>> = {
  'from-custodian': 'Comes from the custodian; the service doesn’t accept changes to it.',
};
/** Returns why a field cannot be edited; undefined is one without a descriptor. */
export const readOnlyText = (field: Field | undefined): string =>
  field?.readOnly ? READ_ONLY_REASONS[field.readOnly] : 'The service doesn’t accept changes to it.';

/** Returns the error for an empty required field, shown after the user tried to send. */
export const missingText = (field: Field): string =>
  field.kind === 'choice' || field.kind === 'boolean' || field.kind === 'id'
    ? `Choose the ${midSentence(field.label)}.`
    : `Enter the ${midSentence(field.label)}.`;

export const HIDDEN_VALUE_NOTE = 'The service shows no value, but may have one.';

/** Explains "mine" in a list of named items. */
export const MINE_OVER_THEIRS =
  '“Use mine” applies your changes to the current list in the service. Other users’ changes to other accounts are kept.';

/** "Not used with these values and kept as they are: Flat rate, Tiers." */
export const hiddenFieldsText = (labels: readonly string[]): string =>
  `Not used with these values and kept as ${labels.length === 1 ? 'it is' : 'they are'}: ${labels.join(', ')}.`;

/** Says that cells of a record were edited in its list; the form neither shows nor sends them. */
export function unsentCellsText(edits: number, { singular }: Nouns, inForm: boolean): string {
  const isOne = edits === 1;
  const sentence = `${countOf(edits, 'value', 'values')} of this ${singular} ${isOne ? 'was' : 'were'} edited in the list and not sent yet.`;
  return inForm ? `${sentence} This form doesn’t include ${isOne ? 'it' : 'them'}.` : sentence;
}

type Nouns = Pick<Resource, 'singular'>;

/** Returns true if a draft only completes a record created earlier. */
export const isFinishing = (kind: DraftKind, row: Pick<DraftRow, 'key'> | null): boolean =>
  kind === 'create' && row !== null && row.key !== null;

/** "Edit account", "New fee structure"; for an incomplete record "Complete fee structure". */
export const formTitle = (kind: DraftKind, { singular }: Nouns, finishing = false): string =>
  finishing ? `Complete ${singular}` : kind === 'create' ? `New ${singular}` : `Edit ${singular}`;
/** Returns the heading of the review. */
export const reviewTitle = (kind: DraftKind, { singular }: Nouns, finishing = false): string =>
  finishing
    ? `Complete this ${singular}?`
    : kind === 'create'
      ? `Create this ${singular}?`
      : `Send these changes?`;
export const sendVerb = (kind: DraftKind, changes: number, { singular }: Nouns, finishing = false): string =>
  finishing
    ? 'Complete the record'
    : kind === 'create'
      ? `Create ${singular}`
      : `Send ${countOf(changes, 'change', 'changes')}`;

/** Returns what to know before sending a draft that was checked against the service. */
export function reviewNote(
  row: Pick<DraftRow, 'state' | 'issue'>,
  conflicts: number,
  resource: ResourceName,
): string | null {
  const { singular } = resourceNamed(resource);
  if (row.state === 'wrong' && row.issue) return rowIssueText(resource, row.issue);
  if (row.state === 'gone')
    return `The service no longer has this ${singular}. The draft can only be discarded.`;
  if (row.state === 'unchanged') return `The service already has these values. No changes to send.`;
  if (conflicts > 0)
    return conflicts === 1
      ? 'This field was changed in the service after you started. Choose which value to keep.'
      : `${conflicts} fields were changed in the service after you started. Choose which values to keep.`;
  return null;
}

const DONE: Readonly<Record<DraftKind, string>> = { edit: 'saved', create: 'created', remove: 'deleted' };
const NOTHING_DONE: Readonly<Record<DraftKind, string>> = {
  edit: 'The record has not changed.',
  create: 'Nothing was created.',
  remove: 'Nothing was deleted.',
};

/** The outcome of one sent record. */
export interface OutcomeMessage extends StateLabel {
  readonly text: string;
}
export function formOutcomeMessage(
  kind: DraftKind,
  { state, issue, verified }: Pick<JobRow, 'state' | 'issue' | 'verified'>,
  { checkedAt }: Pick<Job, 'checkedAt'>,
  resource: ResourceName,
): OutcomeMessage {
  const { singular } = resourceNamed(resource);
  const specific = labelByIssue({ state, issue });
  // The reasons are shown below.
  if (specific && issue) return { ...specific, text: rowIssueText(resource, { ...issue, reasons: [] }) };
  switch (state) {
    case 'done':
      // The other fields are confirmed; this one is unknown.
      if (issue?.code === 'not-confirmed')
        return { label: 'Sent, not confirmed', tone: 'warn', text: rowIssueText(resource, issue) };
      if (verified === false)
        return {
          ...contradictedLabel(kind),
          text: `The service answered without an error, but ${showedText(kind, false)} when it was checked. ${hasRival(issue) ? rivalText(resource) : retryAdvice(kind)}`,
        };
      return {
        label: kind === 'edit' ? 'Changes saved' : `${capitalize(singular)} ${DONE[kind]}`,
        tone: 'good',
        text: issue ? rowIssueText(resource, issue) : 'Confirmed by the service.',
      };
    case 'refused':
      if (isIncomplete({ state, issue }) && issue)
        // The reasons are shown below.
        return { ...INCOMPLETE, text: rowIssueText(resource, { ...issue, reasons: [] }) };
      return {
        label: 'Rejected',
        tone: 'bad',
        text: `Not accepted by the service. ${hasRival(issue) ? rivalText(resource) : NOTHING_DONE[kind]}`,
      };
    case 'not-sent':
    case 'planned':
    case 'skipped':
      return { label: 'Not sent', tone: 'quiet', text: `Nothing reached the service. ${NOTHING_DONE[kind]}` };
    default:
      return state === 'unknown' || state === 'in-flight'
        ? unknownOutcome(kind, { issue, verified }, checkedAt, resource)
        : otherText(state, singular, issue?.facts?.['sentAt']);
  }
}

function unknownOutcome(
  kind: DraftKind,
  { issue, verified }: Pick<JobRow, 'issue' | 'verified'>,
  checkedAt: string | null,
  resource: ResourceName,
): OutcomeMessage {
  // An unknown outcome is not always a lost response: it may be a refusal that could not be checked.
  const reason =
    issue === null || issue.code === 'lost'
      ? 'It was sent, but the response was lost.'
      : 'It was sent, but the response does not show what was done.';
  if (hasRival(issue))
    return { label: 'Outcome unknown', tone: 'warn', text: `${reason} ${rivalText(resource)}` };
  const explanation =
    checkedAt === null || verified === null
      ? reason
      : `${reason} When the service was read ${formatDateTime(checkedAt)}, it ${showedText(kind, verified)}.`;
  return {
    label: 'Outcome unknown',
    tone: 'warn',
    text: `${explanation} It is not resent automatically. Check again before you send it again.`,
  };
}

function otherText(state: string, singular: string, sentAt: unknown): OutcomeMessage {
  if (state === 'conflict')
    return {
      label: 'Conflict',
      tone: 'warn',
      text:
        typeof sentAt === 'string'
          ? `You sent a different value for this ${singular} on ${formatDateTime(sentAt)}. Nothing was changed this time.`
          : `Someone changed this ${singular} in the service after you started. Nothing was changed.`,
    };
  return {
    label: 'Not applied by the service',
    tone: 'warn',
    text: `The service answered without an error, but its ${singular} does not show what you sent.`,
  };
}

/** Explains the slug that the service would derive from a name. */
export const SLUG_NOTE = 'Generated from the name. It can’t be changed after the record is created.';
