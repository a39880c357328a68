import { capitalize } from '#contract/text';
import { appendTo } from '#contract/maps';
import type { DraftKind } from '#contract/edit';
import type { Field } from '#contract/fields';
import type { Resource } from '#contract/resource';

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly field: Field;
  /** True if it can be changed here. */
  readonly isEditable: boolean;
  /** True if a new record requires it. */
  readonly required: boolean;
}
export interface FormGroup {
  readonly label: string;
  readonly fields: readonly FormField[];
}

/** Forms have no boxes for these; nested objects need a specialized editor (form-view.ts). */
const READ_ONLY_KINDS: ReadonlySet<Field['kind']> = new Set(['dateTime', 'texts']);

/**
 * Returns the form's fields by heading, in descriptor order: the writable ones and, for an existing record, those
 * that name it, even if they are read-only.
 */
export function formGroups(descriptor: Resource, kind: DraftKind): FormGroup[] {
  const groups = new Map<string, FormField[]>();
  for (const [name, field] of Object.entries(descriptor.fields)) {
    if (field.deprecated) continue;
    const isWritable =
      kind === 'create' ? field.create === true || field.editable === true : field.editable === true;
    const isEditable = isWritable && !READ_ONLY_KINDS.has(field.kind) && name !== SLUG;
    const isTitle = kind === 'edit' && descriptor.title.includes(name);
    if (!isWritable && !isTitle) continue;
    const label = field.group ?? capitalize(descriptor.singular);
    const required = kind === 'create' && field.required === true;
    appendTo(groups, label, { name, field, isEditable, required });
  }
  return [...groups].map(([label, fields]) => ({ label, fields }));
}

/** Derived from the name, not typed (spec 2.6, 2.7, 2.9). */
export const SLUG = 'slug';

/** Returns true for fields that need the full width. */
export const isWide = ({ field }: Pick<FormField, 'field'>): boolean =>
  field.kind === 'objects' || field.kind === 'ids' || field.long === true;
