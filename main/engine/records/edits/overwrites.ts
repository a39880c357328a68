import type { DraftRow, Overwrite } from '#contract/edit';
import { isEmptyText } from '#contract/exact-json/field-text';
import { isList, jsonText, readExact } from '#contract/exact-json/read';

/** Counts, by field, what the ready rows of a draft of edits do to the values that their records have. */
export function overwritesIn(rows: readonly Pick<DraftRow, 'state' | 'fields'>[]): Overwrite[] {
  const counts = new Map<string, Overwrite>();
  for (const { state, fields } of rows) {
    if (state !== 'ready') continue;
    for (const { field, before, after } of fields) {
      const effect = effectOn(before, after);
      if (effect === null) continue;
      const count = counts.get(field) ?? {
        field,
        filled: 0,
        replaced: 0,
        extended: 0,
        shortened: 0,
        emptied: 0,
      };
      count[effect] += 1;
      counts.set(field, count);
    }
  }
  return [...counts.values()];
}

/** Whether a row that will be sent replaces, shortens or removes a value that its record has. */
export const losesValue = ({ state, fields }: Pick<DraftRow, 'state' | 'fields'>): boolean =>
  state === 'ready' &&
  fields.some(({ before, after }) => {
    const effect = effectOn(before, after);
    return effect === 'replaced' || effect === 'shortened' || effect === 'emptied';
  });

function effectOn(before: string | undefined, after: string): Exclude<keyof Overwrite, 'field'> | null {
  if (before === after || (isEmptyText(before) && isEmptyText(after))) return null;
  if (before === undefined || isEmptyText(before)) return 'filled';
  if (isEmptyText(after)) return 'emptied';
  if (isAppended(before, after)) return 'extended';
  const [was, is] = [itemsOf(before), itemsOf(after)];
  if (!was || !is) return 'replaced';
  const isKept = [...was].every((item) => is.has(item));
  if (isKept) return is.size > was.size ? 'extended' : null;
  return [...is].every((item) => was.has(item)) ? 'shortened' : 'replaced';
}

/** Whether a text keeps its beginning and gets longer. */
function isAppended(before: string, after: string): boolean {
  const [was, is] = [readExact(before), readExact(after)];
  return typeof was === 'string' && typeof is === 'string' && is.startsWith(was);
}

/** The items of a list by their exact texts; null for a single value. */
function itemsOf(json: string): Set<string> | null {
  const value = readExact(json);
  return isList(value) ? new Set(value.map(jsonText)) : null;
}
