import type { Field } from '#contract/fields';
import type { ResourceName } from '#contract/resources';
import { RecordBytes } from '../../wire/record-bytes';
import { tableNamed, type TableSchema } from './schema';

/**
 * Returns the nightly dates that no key, title, subtitle or search text uses and that have one spelling. If only
 * these changed, the record need not be parsed.
 */
export function nightlyDates({ resource, searched }: TableSchema): ReadonlyMap<string, Field> {
  const used = new Set<string>([...resource.key, ...resource.title, ...resource.subtitle]);
  for (const { name } of searched) used.add(name);
  for (const { aliases } of Object.values(resource.fields)) for (const name of aliases ?? []) used.add(name);
  return new Map(
    Object.entries(resource.fields).filter(
      ([name, { nightly, aliases }]) => nightly && !aliases && !used.has(name),
    ),
  );
}

/** Returns the names of a list's nightly dates, in the order of a fingerprint's values (wire/record-bytes). */
export const nightlyDateNames = (name: ResourceName): readonly string[] => [
  ...nightlyDates(tableNamed(name)).keys(),
];

/** Converts records that did not arrive as a page to the writer's input format. */
export const recordBytesOf = (name: ResourceName, texts: readonly string[]): RecordBytes =>
  RecordBytes.ofTexts(texts, nightlyDateNames(name));
