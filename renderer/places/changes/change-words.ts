import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import { formatValue } from '../../kit/format';
import type { Tone } from '../../kit/tone';

export type ChangeKind = 'new' | 'changed' | 'gone';

export const CHANGE_KINDS: Readonly<Record<ChangeKind, { readonly word: string; readonly tone: Tone }>> = {
  new: { word: 'New', tone: 'good' },
  changed: { word: 'Changed', tone: 'accent' },
  gone: { word: 'Gone', tone: 'bad' },
};

export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** A changed field in people's words; one the descriptor does not know keeps the service's name. */
export function fieldChangeWords(resource: ResourceName, change: FieldChange): FieldChange {
  const field = resourceNamed(resource).fields[change.field];
  if (!field) return change;
  const said = (value: string) => formatValue({ kind: field.kind, words: field.words }, value);
  return { field: field.label, before: said(change.before), after: said(change.after) };
}

/** "Status: Funded → Closed, and 2 more": what fits on a line. */
export function changeSummary(resource: ResourceName, fields: readonly FieldChange[]): string {
  const first = fields[0];
  if (!first) return '';
  const { field, before, after } = fieldChangeWords(resource, first);
  const rest = fields.length - 1;
  return `${field}: ${before} → ${after}${rest > 0 ? `, and ${rest} more` : ''}`;
}
