import type { ImportKind, ImportTable } from './calls/imports';
import type { Resource } from './resource';

/** Fields besides the key that can identify a record in a spreadsheet; one is enough. */
export const IDENTIFYING_FIELDS = ['number', 'slug'];
/** Fields that distinguish records with equal numbers. */
export const DISAMBIGUATING_FIELDS = ['custodian'];

export type ImportField = ImportTable['fields'][number];

/** Returns the fields that a column can map to: identifying and writable ones. */
export function importFields({ fields, key }: Resource, kind: ImportKind): ImportField[] {
  const names = Object.keys(fields);
  const writable = names.filter((name) => {
    const field = fields[name];
    if (!field || field.kind === 'objects' || field.kind === 'dateTime' || field.secret) return false;
    return field.editable === true || (kind === 'create' && field.create === true);
  });
  const writableFields = writable.map((field) => ({
    field,
    isKey: false,
    isRequired: kind === 'create' && fields[field]?.create === true && fields[field].required === true,
  }));
  if (kind === 'create') return writableFields;
  const keyNames = [...key, ...IDENTIFYING_FIELDS, ...DISAMBIGUATING_FIELDS].filter(
    (name) => name in fields && !writable.includes(name),
  );
  return [...keyNames.map((field) => ({ field, isKey: true, isRequired: false })), ...writableFields];
}
