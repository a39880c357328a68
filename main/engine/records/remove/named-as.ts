import type { RemoveLine } from '#contract/creation';
import { fieldsOf } from '#contract/exact-json/fields';
import { resourceNamed, type ResourceName } from '#contract/resources';

/** Code of the issue that the ID from a response belongs to a record with another name. */
export const ANOTHER_RECORD = 'another-record';

/** Returns whether the service's record is that of a row: it has the row's title, and its slug if the row has one. */
export function isNamedAs(
  resource: ResourceName,
  { title, subtitle }: Pick<RemoveLine, 'title' | 'subtitle'>,
  raw: string,
): boolean {
  const record = fieldsOf(raw) ?? {};
  const text = (name: string): string => plainText(record[name]);
  const isSame = resourceNamed(resource).title.map(text).filter(Boolean).join(' ') === title.trim();
  return isSame && (subtitle === '' || text('slug') === subtitle);
}

const plainText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
