import type { DraftRow, Overwrite } from '#contract/edit';
import { isEmptyText } from '#contract/exact-json/field-text';
import { isList, jsonText, readExact } from '#contract/exact-json/read';

/** Counts, by field, the effects of a draft's ready rows on the values that their records have. */
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

/** Returns whether a row that will be sent replaces, shortens or removes a value that its record has. */
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
  const [oldItems, newItems] = [itemsOf(before), itemsOf(after)];
  if (!oldItems || !newItems) return 'replaced';
  const keepsAll = [...oldItems].every((item) => newItems.has(item));
  if (keepsAll) return newItems.size > oldItems.size ? 'extended' : null;
  return [...newItems].every((item) => oldItems.has(item)) ? 'shortened' : 'replaced';
}

/** Returns whether a text only gets longer, after an unchanged beginning. */
function isAppended(before: string, after: string): boolean {
  const [oldText, newText] = [readExact(before), readExact(after)];
  return typeof oldText === 'string' && typeof newText === 'string' && newText.startsWith(oldText);
}

/** Returns the items of a list as exact texts; null for a single value. */
function itemsOf(json: string): Set<string> | null {
  const value = readExact(json);
  return isList(value) ? new Set(value.map(jsonText)) : null;
}
