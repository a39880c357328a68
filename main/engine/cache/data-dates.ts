import type { Field } from '../../../preload/contract/fields';
import type { ResourceName } from '../../../preload/contract/resources';
import { RecordBytes } from '../wire/record-bytes';
import { tableNamed, type Table } from './schema';

/** Data dates that nothing else of the row is made of: where they alone moved, a record need not be read. */
export function dataDates({ resource, searched }: Table): ReadonlyMap<string, Field> {
  const used = new Set<string>([...resource.key, ...resource.title, ...resource.subtitle]);
  for (const { name } of searched) used.add(name);
  for (const { also } of Object.values(resource.fields)) for (const name of also ?? []) used.add(name);
  return new Map(
    Object.entries(resource.fields).filter(
      ([name, { dataDate, also }]) => dataDate && !also && !used.has(name),
    ),
  );
}

/** Their names, in the order in which a fingerprint has their values (wire/record-bytes). */
export const dataDatesOf = (name: ResourceName): readonly string[] => [...dataDates(tableNamed(name)).keys()];

/** Records that did not come as a page, as the writer takes them. */
export const recordsOf = (name: ResourceName, texts: readonly string[]): RecordBytes =>
  RecordBytes.ofTexts(texts, dataDatesOf(name));
