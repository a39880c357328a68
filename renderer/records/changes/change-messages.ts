import { MADE_IN_APP, type FieldChange } from '#contract/features/changes/schemas';
import type { ChangeKind, Change } from '#contract/features/changes/calls';
import { readExact, Verbatim } from '#contract/exact-json/read';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { EMPTY, formatDateTime, formatValue } from '../../ui/format';
import type { StateLabel, Tone } from '../../ui/tone';
import { namedText, shortNamedText } from '../names/names.svelte';
import { humanize, displayText } from '../record/record';

export const CHANGE_KINDS: Readonly<Record<ChangeKind, { readonly label: string; readonly tone: Tone }>> = {
  new: { label: 'New', tone: 'good' },
  changed: { label: 'Changed', tone: 'accent' },
  removed: { label: 'Removed', tone: 'bad' },
};

/** Labels of changes sent from this computer; a refresh finds only changes made by others. */
const SENT_KINDS: Readonly<Record<ChangeKind, StateLabel>> = {
  new: { label: 'Created', tone: 'good' },
  changed: { label: 'Edited', tone: 'accent' },
  removed: { label: 'Deleted', tone: 'bad' },
};

/** Returns the label of a change, which depends on whether this computer made it. */
export const changeLabel = ({ kind, runId }: Pick<Change, 'kind' | 'runId'>): StateLabel =>
  runId === MADE_IN_APP ? SENT_KINDS[kind] : CHANGE_KINDS[kind];

/** Returns a change's source and time: "Sent from Firm Desk Nov 21, 2026, 8:14 AM"; "Found …" for a refresh. */
export const changeTimeText = ({ at, runId }: Pick<Change, 'at' | 'runId'>): string =>
  `${runId === MADE_IN_APP ? 'Sent from Firm Desk' : 'Found'} ${formatDateTime(at)}`;

/** A formatted changed field. */
export interface FieldChangeTexts {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const NOT_RECORDED = 'Not recorded';

/** Returns a field's label, or the service's name for an unknown field. */
export const fieldName = (resource: ResourceName, name: string): string =>
  resourceNamed(resource).fields[name]?.label ?? humanize(name);

export const fieldChangeTexts = (resource: ResourceName, change: FieldChange): FieldChangeTexts => ({
  field: fieldName(resource, change.field),
  before: change.hidden ? NOT_RECORDED : namedValueText(resource, change.field, change.before),
  after: change.hidden ? NOT_RECORDED : namedValueText(resource, change.field, change.after),
});

/** Returns a value like `changedValueText`, with the names of IDs that are known; `textFor` formats them. */
export function namedValueText(
  resource: ResourceName,
  name: string,
  text: string | null,
  textFor = namedText,
): string {
  const valueText = changedValueText(resource, name, text);
  const withNames = textFor(resourceNamed(resource).fields[name] ?? {});
  return withNames ? withNames(valueText) : valueText;
}

/** Formats a JSON value in full: nested objects unchanged, all others by the field's kind. */
export function changedValueText(resource: ResourceName, name: string, text: string | null): string {
  if (text === null) return EMPTY;
  const value = readExact(text);
  const isNested = typeof value === 'object' && value !== null && !(value instanceof Verbatim);
  const field = resourceNamed(resource).fields[name];
  if (isNested && (field?.kind === 'objects' || !Array.isArray(value))) return displayText(value);
  return formatValue(field ?? { kind: 'text' }, isNested ? displayText(value) || null : value);
}

/** "Status: Funded → Closed, and 2 more": fits on a line, with names without their IDs. */
export function changeSummary(
  resource: ResourceName,
  kind: ChangeKind,
  fields: readonly FieldChange[],
): string {
  const first = fields[0];
  if (!first || kind === 'removed') return '';
  const short = (text: string | null) =>
    first.hidden ? NOT_RECORDED : namedValueText(resource, first.field, text, shortNamedText);
  const [field, before, after] = [fieldName(resource, first.field), short(first.before), short(first.after)];
  const otherCount = fields.length - 1;
  return `${field}: ${before} → ${after}${otherCount > 0 ? `, and ${otherCount} more` : ''}`;
}
