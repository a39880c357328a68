import { formatValue, isEmptyValue } from '#contract/format-value';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';

/** Fields that distinguish records with similar names, shown in addition to the fields that a rule read. */
export const DISTINGUISHING_FIELDS: Readonly<Partial<Record<ResourceName, readonly string[]>>> = {
  feeStructures: ['collection_type', 'frequency'],
};

/**
 * Returns the titles of records, with their distinguishing fields in the subtitle: "Tiered · Advance ·
 * Quarterly".
 */
export function distinguishingTitles(
  reader: Pick<CacheReader, 'named' | 'rowsOf'>,
  resource: ResourceName,
  keys: readonly string[],
): { readonly key: string; readonly title: string; readonly subtitle: string }[] {
  const records = reader
    .named(resource, keys)
    .map((record) => ({ ...record, title: titleText(resource, record.title) }));
  const names = DISTINGUISHING_FIELDS[resource] ?? [];
  if (names.length === 0) return records;
  const { fields } = resourceNamed(resource);
  const distinguishingValues = new Map(
    reader.rowsOf(resource, keys, names).map(([, key, ...cells]) => [
      String(key),
      names.flatMap((name, index) => {
        const [field, cell] = [fields[name], cells[index] ?? null];
        return field && !isEmptyValue(cell) ? [formatValue(field, cell)] : [];
      }),
    ]),
  );
  return records.map((record) => ({
    ...record,
    subtitle: [record.subtitle, ...(distinguishingValues.get(record.key) ?? [])]
      .filter((text) => text !== '')
      .join(' · '),
  }));
}

/** Returns a title as the list shows it: fee upload files are named by their date. */
function titleText(resource: ResourceName, title: string): string {
  const { fields, title: names } = resourceNamed(resource);
  const field = fields[names[0] ?? ''];
  return names.length === 1 && field && (field.kind === 'date' || field.kind === 'dateTime')
    ? formatValue(field, title)
    : title;
}
