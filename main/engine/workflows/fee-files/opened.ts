import { fail } from '../../../../preload/contract/failure';
import type { FeeFileStore } from '../../workspace/fee-files';
import type { OpenArchive, Sources } from '../reconcile/sources';
import { digestOf } from './digest';
import { readTable } from './tables/table';
import { Archive, type ZipEntry } from './zip/archive';

/** The saved archives, as a reconciliation reads them: the newest one of a fee upload file that is where it was saved. */
export const savedArchives = (store: FeeFileStore): Pick<Sources, 'open' | 'isSaved'> => ({
  isSaved: (fileId) => store.of(fileId).length > 0,
  async open(fileId): Promise<OpenArchive> {
    let missing: unknown;
    for (const saved of store.of(fileId)) {
      let archive: Archive;
      try {
        archive = await Archive.open(saved.path);
      } catch (error) {
        missing ??= error; // an older copy may still be there
        continue;
      }
      const { sha256, bytes } = await digestOf(saved.path);
      const entries = new Map<string, ZipEntry>();
      for await (const entry of archive.entries()) entries.set(entry.name, entry);
      return {
        sha256,
        bytes,
        name: saved.name,
        entries: [...entries.keys()],
        async *rows(name) {
          const entry = entries.get(name);
          if (!entry) throw fail('not-found', { where: name });
          yield* (await readTable(archive.read(entry))).rows;
        },
        close: () => archive.close(),
      };
    }
    throw missing instanceof Error ? missing : fail('not-found', { where: fileId });
  },
});
