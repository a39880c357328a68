import type { DraftKind } from '../../../preload/contract/edit';
import type { Field } from '../../../preload/contract/fields';
import type { Resource } from '../../../preload/contract/resource';

/** A field as a form has it. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  /** It can be changed here. */
  readonly open: boolean;
  /** It must be there before the record can be created. */
  readonly required: boolean;
}
export interface FormGroup {
  readonly label: string;
  readonly fields: readonly FormField[];
}

/** Kinds that people can type or choose; nested parts need somebody who knows them (form-view.ts). */
const EDITED: ReadonlySet<Field['kind']> = new Set([
  'id',
  'text',
  'choice',
  'integer',
  'number',
  'money',
  'percent',
  'boolean',
  'date',
  'ids',
  'parts',
]);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The fields of a form under their headings, in the order of the description: those that take effect, and what names the
 * record, which people expect to find here also where it cannot be changed.
 */
export function formGroups(descriptor: Resource, kind: DraftKind): FormGroup[] {
  const groups = new Map<string, FormField[]>();
  for (const [name, field] of Object.entries(descriptor.fields)) {
    const taken =
      kind === 'create' ? field.create === true || field.editable === true : field.editable === true;
    const open = taken && EDITED.has(field.kind) && name !== SLUG;
    if (!open && !(taken || (kind === 'edit' && descriptor.title.includes(name)))) continue;
    const label = field.group ?? capital(descriptor.one);
    const required = kind === 'create' && field.required === true;
    groups.set(label, [...(groups.get(label) ?? []), { name, field, open, required }]);
  }
  return [...groups].map(([label, fields]) => ({ label, fields }));
}

/** Made from the name, not typed (spec 2.6, 2.7, 2.9). */
export const SLUG = 'slug';

/** A field that is several lines high or wide. */
export const isWide = ({ field }: Pick<FormField, 'field'>): boolean =>
  field.kind === 'parts' || field.kind === 'ids' || field.long === true;
