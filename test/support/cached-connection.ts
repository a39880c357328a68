import type { CacheReader } from '#engine/cache/query/reader';
import type { openWriter } from '#engine/cache/ingest/writer';
import type { ResourceName } from '#contract/resources';

/** Returns `deps` with an open connection's methods that store records; `writer` stores them immediately. */
export function cachedConnection<Deps extends { readonly reader: CacheReader }>(
  deps: Deps,
  writer: Pick<ReturnType<typeof openWriter>, 'putRecords' | 'removeRecords'>,
) {
  const store = (write: () => unknown): Promise<void> => {
    write();
    deps.reader.refresh();
    return Promise.resolve();
  };
  return {
    ...deps,
    putRecords: (
      resource: ResourceName,
      records: readonly string[],
      editedFields?: readonly (readonly string[])[],
      how?: 'created',
    ) => store(() => writer.putRecords(resource, records, editedFields, how)),
    removeRecords: (resource: ResourceName, keys: readonly string[]) =>
      store(() => writer.removeRecords(resource, keys)),
  };
}
