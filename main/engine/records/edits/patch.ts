import { patchAndParse, textAt, type PatchedRecord } from '#contract/exact-json/patch';
import { readExact, Verbatim } from '#contract/exact-json/read';
import type { Resource } from '#contract/resource';
import { fieldText, spellingsOf } from '#contract/exact-json/field-text';

/** A wanted field value, as JSON text. */
export interface WantedValue {
  readonly field: string;
  /** The value when the edit was made. */
  readonly before?: string | undefined;
  readonly after: string;
}

/**
 * The PUT to use: for one record by ID, or for many. The two routes document different spellings of three lists
 * (spec 2.1).
 */
export type PutRoute = 'single' | 'bulk';

/**
 * Returns the whole record for a PUT: the record just read, unchanged except for the edited fields (wire
 * facts B9). These use the spelling that the route documents, and any other spelling in the record (B1);
 * dates keep the record's format (B6). Throws JsonError and PatchError for an invalid record.
 */
export function patchRecord(
  { fields }: Pick<Resource, 'fields'>,
  raw: string,
  route: PutRoute,
  wantedValues: readonly WantedValue[],
): PatchedRecord {
  const edits = wantedValues.flatMap(({ field: name, after }) => {
    const field = fields[name];
    if (!field?.editable) throw new TypeError('cannot send a field that is not editable');
    // A descriptor names a field as the bulk route does, and lists the spelling of the single route as its last alias.
    const names = spellingsOf(name, field);
    const documentedName = route === 'single' ? names.at(-1) : names[0];
    const text = field.kind === 'date' ? inDateFormatOf(fieldText(raw, name, field), after) : after;
    return names
      .filter((spelling) => spelling === documentedName || textAt(raw, [spelling]) !== undefined)
      .map((spelling) => ({ op: 'set' as const, path: [spelling], value: new Verbatim(text) }));
  });
  return patchAndParse(raw, edits);
}

const TIME = /^([T ])(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(.*)$/;

/** Returns a day in the format of the value it replaces, with its time zone, at midnight. */
function inDateFormatOf(current: string | undefined, after: string): string {
  const currentValue = current === undefined ? null : readExact(current);
  const wantedValue = readExact(after);
  if (typeof currentValue !== 'string' || typeof wantedValue !== 'string') return after;
  const [, mark = '', time = '', zone = ''] = TIME.exec(currentValue.slice(10)) ?? [];
  return JSON.stringify(`${wantedValue.slice(0, 10)}${mark}${time.replace(/\d/g, '0')}${zone}`);
}
