import type { DependentGroup } from '#contract/calls/dependents';
import {
  MAX_DRAFT_RECORDS,
  type Draft,
  type DraftField,
  type DraftRow,
  type DraftRowState,
  type Overwrite,
} from '#contract/edit';
import type { DraftHolder } from '#contract/features/team/hand-overs';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { count, countOf, formatDateTime } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { fieldName } from '../changes/change-messages';
import { afterText, editText } from '../outcome/change-text';
import { itemChanges } from '../outcome/item-changes';
import { byField, dependentNames } from '../outcome/dependent-messages';
import { opensInForm } from '../form/write-actions';
import { rowIssueText } from '../outcome/row-issue-messages';
import { restoredText } from '../outcome/restored-messages';
import type { LineError, FieldOperation } from './operations';

/** "1 account", "4,960 accounts". */
export function recordCountText(resource: ResourceName, records: number): string {
  const { singular, plural } = resourceNamed(resource);
  return countOf(records, singular, plural);
}

// form

export const OPERATION_LABELS: Readonly<Record<FieldOperation, string>> = {
  set: 'Set to',
  append: 'Append',
  add: 'Add',
  remove: 'Remove',
  replace: 'Replace',
  empty: 'Clear (set to empty)',
  none: 'Clear',
};

export const LINE_ERRORS: Readonly<Record<LineError, string>> = {
  value: 'Enter a value.',
  from: 'Enter the value to replace.',
  same: 'Both values are the same.',
  twice: 'An edit above already changes this field.',
};

/** Returns why the selected records cannot be edited or deleted at once. */
export const tooManySelectedText = (
  resource: ResourceName,
  selected: number,
  action: 'edited' | 'deleted',
): string =>
  `${recordCountText(resource, selected)} are selected. Up to ${count(MAX_DRAFT_RECORDS)} can be ${action} at once: filter the list or select fewer.`;

// draft

const READY: Readonly<Record<Draft['kind'], string>> = {
  edit: 'Will change',
  create: 'Will be created',
  remove: 'Will be deleted',
};
const STATES: Readonly<Record<Exclude<DraftRowState, 'ready'>, StateLabel>> = {
  unchanged: { label: 'No change needed', tone: 'quiet' },
  wrong: { label: 'Can’t be changed', tone: 'bad' },
  conflict: { label: 'Conflict', tone: 'warn' },
  gone: { label: 'No longer in the service', tone: 'warn' },
};

/** Returns the label of a draft row's state. */
export function draftRowStatus(
  state: DraftRowState,
  { kind, counts, toComplete = 0 }: Pick<Draft, 'kind' | 'counts' | 'toComplete'>,
  row?: Pick<DraftRow, 'key'>,
): StateLabel {
  const finishing = row
    ? kind === 'create' && row.key !== null
    : toComplete > 0 && toComplete === counts.ready;
  if (state === 'ready' && finishing) return { label: 'Will be completed', tone: 'accent' };
  if (state === 'ready') return { label: READY[kind], tone: kind === 'remove' ? 'bad' : 'accent' };
  if (state === 'wrong' && kind !== 'edit')
    return { label: kind === 'create' ? 'Error' : 'Can’t be deleted', tone: 'bad' };
  return STATES[state];
}

const VERBS: Readonly<Record<Draft['kind'], string>> = { edit: 'Edit', create: 'Create', remove: 'Delete' };

/** What an undo draft reverses: it deletes what was created and creates again what was deleted. */
const REVERSED: Readonly<Record<Draft['kind'], string>> = {
  edit: 'edit of',
  create: 'deletion of',
  remove: 'creation of',
};

/** "Robin Reyes took it over on Nov 28, 2026, 9:14 AM." */
export const holderText = ({ name, since }: DraftHolder): string =>
  since === null ? `${name} has it.` : `${name} took it over on ${formatDateTime(since)}.`;

/** Returns why a draft is not on this computer. */
export const missingDraftText = (holder: DraftHolder | null): string =>
  holder === null ? 'It was sent or discarded.' : holderText(holder);

/** Shown instead while it is unknown whether a colleague has the draft. */
export const MISSING_DRAFT_UNKNOWN = 'It was sent, discarded, or taken over by a colleague.';

/** "Edit 5,000 accounts", "Undo edit of 12 accounts". */
export function draftTitle({ kind, origin, resource, total, title, toComplete }: Draft): string {
  const records = title ?? recordCountText(resource, total);
  if (toComplete === total) return `Complete ${records}`;
  if (origin === 'undo') return `Undo ${REVERSED[kind]} ${records}`;
  if (origin === 'import' && kind === 'edit')
    return `Import ${countOf(total, 'line', 'lines')} into ${resourceNamed(resource).plural}`;
  if (origin === 'import') return `Import: create ${records}`;
  return `${VERBS[kind]} ${records}`;
}

const ORIGINS: Readonly<Record<Draft['origin'], string>> = {
  form: 'From a record',
  bulk: 'From a selection',
  import: 'From a list',
  undo: 'Reverses what was sent',
  plan: 'From a plan',
  cells: 'Typed into the list',
};

/** Returns a draft's origin, edits and date, below its title; with `inFull`, values are not shortened. */
export const draftAbout = (
  { kind, origin, file, updatedAt, edits, resource, restored }: Draft,
  inFull = false,
): string =>
  [
    ...(restored ? [restoredText(restored)] : []),
    file ?? (kind === 'create' && origin === 'form' ? 'From a form' : ORIGINS[origin]),
    ...(edits.length > 0 ? [edits.map((edit) => editText(resource, edit, inFull)).join('; ')] : []),
    `saved ${formatDateTime(updatedAt)}`,
  ].join(' · ');

/** Returns true if rows have issues: problems, or fields that will differ in recreated records. */
export const hasDraftIssues = ({
  counts,
  kind,
  origin,
}: Pick<Draft, 'counts' | 'kind' | 'origin'>): boolean =>
  counts.wrong + counts.conflict + counts.gone > 0 || (kind === 'create' && origin === 'undo');

/** Returns true for a new record whose form has fields to fill in or to correct. */
export const isIncompleteForm = (draft: Pick<Draft, 'kind' | 'origin' | 'total' | 'counts'>): boolean =>
  draft.kind === 'create' && opensInForm(draft) && draft.counts.wrong > 0;

/** "Incomplete: 5 fields missing, 1 to correct."; without its row, only that the record is incomplete. */
function incompleteText(resource: ResourceName, row: DraftRow | null): string {
  const issues = row?.fields.flatMap(({ issue }) => issue ?? []) ?? [];
  const missingCount = issues.filter(({ code }) => code === 'required').length;
  const otherCount = issues.length - missingCount;
  const parts = [
    missingCount > 0 ? `${countOf(missingCount, 'field', 'fields')} missing` : '',
    otherCount > 0
      ? `${missingCount > 0 ? count(otherCount) : countOf(otherCount, 'field', 'fields')} to correct`
      : '',
  ].filter(Boolean);
  return parts.length > 0
    ? `Incomplete: ${parts.join(', ')}.`
    : `Incomplete: the ${resourceNamed(resource).singular} can’t be created yet.`;
}

/** Returns a draft's state in short: "4,960 ready to send", "3 conflicts". */
export function draftStatusLabel(draft: Draft): StateLabel {
  const { counts, isChecking, total, isHandedOver, needsSecondPerson } = draft;
  if (isHandedOver) return { label: 'Handed over', tone: 'quiet' };
  if (isChecking) return { label: 'Checking', tone: 'accent' };
  if (counts.conflict > 0) return { label: countOf(counts.conflict, 'conflict', 'conflicts'), tone: 'warn' };
  if (needsSecondPerson) return { label: 'Needs a second person', tone: 'accent' };
  if (counts.ready > 0)
    return {
      label: counts.ready === total ? 'Ready to send' : `${count(counts.ready)} ready to send`,
      tone: 'accent',
    };
  if (isIncompleteForm(draft)) return { label: 'Incomplete', tone: 'warn' };
  return { label: 'Nothing to send', tone: 'quiet' };
}

/**
 * Returns a sentence on what Send would do, and what it would skip. `incompleteRow` is the row of a new record whose form
 * is incomplete.
 */
export function draftSentence(draft: Draft, incompleteRow: DraftRow | null = null): string {
  const { kind, origin, resource, counts, total, toComplete = 0 } = draft;
  if (isIncompleteForm(draft)) return incompleteText(resource, incompleteRow);
  const { ready, unchanged, wrong, conflict, gone } = counts;
  const verb = { edit: 'changed', create: 'created', remove: 'deleted' }[kind];
  const first =
    ready === 0
      ? total === 1
        ? `Nothing to send: the ${resourceNamed(resource).singular} will not be ${verb}.`
        : `Nothing to send: none of ${recordCountText(resource, total)} will be ${verb}.`
      : toComplete === 0
        ? `${recordCountText(resource, ready)} will be ${verb}.`
        : [
            ready > toComplete ? `${recordCountText(resource, ready - toComplete)} will be created.` : '',
            `${recordCountText(resource, toComplete)} ${toComplete === 1 ? 'already exists and will be completed' : 'already exist and will be completed'}.`,
          ]
            .filter(Boolean)
            .join(' ');
  const otherParts = [
    unchanged > 0 ? `${count(unchanged)} already up to date` : '',
    wrong > 0
      ? `${count(wrong)} ${origin === 'import' ? `with ${wrong === 1 ? 'an error' : 'errors'}` : `can’t be ${verb}`}`
      : '',
    conflict > 0 ? countOf(conflict, 'conflict', 'conflicts') : '',
    gone > 0 ? `${count(gone)} no longer in the service` : '',
  ].filter(Boolean);
  if (otherParts.length === 0) return first;
  if (origin === 'import')
    return `${ready === 0 ? 'None' : count(ready)} of ${countOf(total, 'line', 'lines')} will be sent. Skipped: ${otherParts.join(', ')}.`;
  return `${first} Skipped: ${otherParts.join(', ')}.`;
}

/**
 * Summarizes the effect of an edit: "Fee structures: 412 have a value that will be replaced; 88 are blank and
 * get a value."
 */
export function overwriteText(resource: ResourceName, overwrite: Overwrite): string {
  const { field, filled, replaced, extended, shortened, emptied } = overwrite;
  const countedText = (number: number, singular: string, plural: string): string =>
    number === 0 ? '' : `${count(number)} ${number === 1 ? singular : plural}`;
  const isOne = isUsuallyOne(resource, field);
  const parts = [
    countedText(replaced, 'has a value that will be replaced', 'have a value that will be replaced'),
    countedText(emptied, 'has a value that will be removed', 'have a value that will be removed'),
    countedText(shortened, 'loses some of its values', 'lose some of their values'),
    isOne
      ? countedText(
          extended,
          'keeps its value and will have more than one',
          'keep their values and will have more than one',
        )
      : countedText(extended, 'keeps its values and gets more', 'keep their values and get more'),
    countedText(filled, 'is blank and gets a value', 'are blank and get a value'),
  ];
  return `${fieldName(resource, field)}: ${parts.filter(Boolean).join('; ')}.`;
}

const isUsuallyOne = (resource: ResourceName, field: string): boolean =>
  resourceNamed(resource).fields[field]?.usuallyOne === true;

/** Label of the filter for rows that lose a value. */
export const OVERWRITES = 'Overwrites';

/** Returns whether values are lost, or a field that should hold one value gets several. */
export const isOverwriting = (
  resource: ResourceName,
  { field, replaced, extended, shortened, emptied }: Overwrite,
): boolean => replaced + shortened + emptied > 0 || (extended > 0 && isUsuallyOne(resource, field));

/** Returns when a draft's records were last read. */
export function draftCheckedText({ isChecking, checkedAt, resource, total, kind }: Draft): string {
  if (isChecking) return `Checking ${recordCountText(resource, total)} in the service…`;
  if (checkedAt !== null) return `Checked against the service ${formatDateTime(checkedAt)}.`;
  if (kind === 'create') return 'Not checked against the service yet.';
  return 'Compared with the data on this computer; not checked against the service yet.';
}

/** Returns why a value of a draft cannot be saved now; undefined if it can be. */
export function fixBlockedText(
  { isChecking, isHandedOver }: Pick<Draft, 'isChecking' | 'isHandedOver'>,
  isCheckStarted: boolean,
): string | undefined {
  if (isHandedOver) return 'A colleague has this draft. It can’t be changed here.';
  if (isChecking || isCheckStarted)
    return 'The draft is being checked. Values can be saved when the check ends.';
  return undefined;
}

/** Returns the label of the send button: "Send 4,960 changes". */
export function sendLabel({
  kind,
  counts,
  resource,
  origin,
  toComplete = 0,
}: Pick<Draft, 'kind' | 'counts' | 'resource' | 'toComplete'> & Partial<Pick<Draft, 'origin'>>): string {
  const { ready } = counts;
  if (toComplete > 0)
    return `${toComplete === ready ? 'Complete' : 'Create or complete'} ${recordCountText(resource, ready)}`;
  if (kind === 'edit') return `${origin === 'undo' ? 'Undo' : 'Send'} ${countOf(ready, 'change', 'changes')}`;
  return `${VERBS[kind]} ${recordCountText(resource, ready)}`;
}

/** Returns true for a required field of a new record that has no value. */
export const lacksValue = ({ issue }: DraftField): boolean => issue?.code === 'required';

/** Returns the problem of a row or of one of its values, and its missing values; null if there is none. */
export function draftRowIssue(resource: ResourceName, row: DraftRow): string | null {
  const missing = row.fields.filter(lacksValue);
  const sentences = [
    row.issue === null ? null : rowIssueText(resource, row.issue),
    ...(missing.length > 1
      ? [`Missing: ${missing.map(({ field }) => fieldName(resource, field)).join(', ')}.`]
      : []),
    ...row.fields
      .filter((field) => missing.length < 2 || !lacksValue(field))
      .map((field) => fieldIssue(resource, field)),
  ].filter((text) => text !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Returns the problem of one value of a row. */
export function fieldIssue(resource: ResourceName, field: DraftField): string | null {
  const name = fieldName(resource, field.field);
  if (field.issue) return `${name}: ${rowIssueText(resource, field.issue)}`;
  if (field.theirs === undefined) return null;
  const items = itemChanges(resourceNamed(resource).fields[field.field], field.before, field.theirs);
  if (field.sentAt !== undefined) {
    const sent = items ?? afterText(resource, field.field, field.theirs);
    return `${name}: you sent a different value on ${formatDateTime(field.sentAt)}: ${sent}.`;
  }
  if (items !== null) return `${name}: someone else changed it: ${items}.`;
  return `${name}: the service now has ${afterText(resource, field.field, field.theirs)}.`;
}

/** Returns the records that a draft deletes: "this fee structure". */
export function recordsToDelete({ resource, total }: Pick<Draft, 'resource' | 'total'>): string {
  const { singular, plural } = resourceNamed(resource);
  return total === 1 ? `this ${singular}` : `these ${plural}`;
}

/**
 * Returns dependent records of a deletion: "12 accounts refer to these fee structures: Harbor Trust and 11
 * more."
 */
export function dependentsText(draft: Pick<Draft, 'resource' | 'total'>, group: DependentGroup): string {
  const { resource: dependent, relation, total } = group;
  const names = dependentNames(group);
  if (relation === 'referenced')
    return `${draft.total === 1 ? 'It refers' : 'They refer'} to ${recordCountText(dependent, total)}: ${names}. ${total === 1 ? 'It stays' : 'They stay'}.`;
  return `${recordCountText(dependent, total)} ${total === 1 ? 'refers' : 'refer'} to ${recordsToDelete(draft)}${byField(draft.resource, group)}: ${names}. ${total === 1 ? 'It keeps' : 'They keep'} the ID of the deleted record.`;
}
