import { patchRead, textAt, type Patched } from '../../../../preload/contract/exact-json/patch';
import { readExact, Verbatim } from '../../../../preload/contract/exact-json/read';
import type { Resource } from '../../../../preload/contract/resource';
import { fieldText, spellingsOf } from '../../../../preload/contract/exact-json/field-text';

/** A field as it is to be, as JSON text. */
export interface Wanted {
  readonly field: string;
  /** What it was when the edit was made. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** Which PUT: that of one record by its ID, or that of many. They document other spellings of three lists (spec 2.1). */
export type Route = 'single' | 'bulk';

/**
 * The whole record as a PUT sends it: the record that was just read, text for text, with nothing but the edited fields
 * changed (wire facts B9). They stand under the spelling that the route documents, and equally under another one that the
 * record has (B1); dates keep the form of the record's own (B6). Throws JsonFault and PatchFault for what is no record.
 */
export function patched(
  { fields }: Pick<Resource, 'fields'>,
  raw: string,
  route: Route,
  wanted: readonly Wanted[],
): Patched {
  const edits = wanted.flatMap(({ field: name, after }) => {
    const field = fields[name];
    if (!field?.editable) throw new TypeError('a field that is not editable is to be sent');
    const names = spellingsOf(name, field);
    const documented = route === 'single' ? names.at(-1) : names[0];
    const text = field.kind === 'date' ? inFormOf(fieldText(raw, name, field), after) : after;
    return names
      .filter((spelling) => spelling === documented || textAt(raw, [spelling]) !== undefined)
      .map((spelling) => ({ op: 'set' as const, path: [spelling], value: new Verbatim(text) }));
  });
  return patchRead(raw, edits);
}

const TIME = /^([T ])(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(.*)$/;

/** A day in the form in which the record has the day that it replaces: with the time and zone that it has, at midnight. */
function inFormOf(current: string | undefined, after: string): string {
  const now = current === undefined ? null : readExact(current);
  const wanted = readExact(after);
  if (typeof now !== 'string' || typeof wanted !== 'string') return after;
  const [, mark = '', time = '', zone = ''] = TIME.exec(now.slice(10)) ?? [];
  return JSON.stringify(`${wanted.slice(0, 10)}${mark}${time.replace(/\d/g, '0')}${zone}`);
}
