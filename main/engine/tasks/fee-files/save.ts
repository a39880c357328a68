import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SavedFile, SavedRemark } from '../../../../preload/contract/calls/fee-files';
import { fail } from '../../../../preload/contract/failure';
import type { Service } from '../../service/client';
import type { EndEntry } from '../../workspace/activity';
import type { FeeFileStore, FoundWhole } from '../../workspace/fee-files';
import type { Workspace } from '../../workspace/workspace';
import { archiveName } from './file-name';
import { fileFailure, freeNames, openPart, putUnderFreeName } from './part-file';
import { checkArchive, type Checked } from '../../files/zip/check';

/** What the record of a fee upload file says of its archive (spec 2.8). */
export interface ArchiveFacts {
  readonly endDate: string | null;
  readonly files: number | null;
}

export interface SaveParts {
  readonly service: Pick<Service, 'download'>;
  readonly store: FeeFileStore;
  readonly together: Workspace['together'];
  readonly factsOf: (fileId: string) => ArchiveFacts;
}

/** Whoever watches a file being saved. */
export interface SaveWatch {
  /** The line of the activity log that says that it began. */
  readonly line: number;
  /** It is registered: what this writes down stands if the registration does, or neither. */
  readonly registered: (saved: Pick<SavedFile, 'path' | 'remarks'>) => void;
  readonly signal: AbortSignal;
  /** Resolves when the next bytes may be taken: later while it is paused. */
  readonly mayGoOn: () => Promise<void>;
  /** A download begins; null: the service does not say how long it is. */
  readonly begins: (total: number | null) => void;
  readonly bytes: (count: number) => void;
  readonly checks: () => void;
}

/** So many bytes are written at once, while as many come in. */
const WRITTEN_BYTES = 4_194_304;

/**
 * Saves the archive of a fee upload file (spec 4.6) to a folder: streamed to a part file, put on the disk, checked entry
 * by entry, and only then given its name. Existing files are never replaced. Answers the id of the saved file.
 * Fails as `disk-full`, `file-not-saved`, `archive-damaged`, `cut-short`, `canceled` or as the download does; then
 * nothing is left behind.
 */
export async function saveArchive(
  { service, store, together, factsOf }: SaveParts,
  fileId: string,
  folder: string,
  watch: SaveWatch,
): Promise<number> {
  const facts = factsOf(fileId);
  let part: string | undefined;
  try {
    const taken = new Set(store.pending().map((pending) => pending.final));
    const names = await freeNames(path.join(folder, archiveName(fileId, facts.endDate)), taken);
    const pending = store.begin(names.part, names.final, fileId, watch.line);
    const handle = await openPart(names.part).catch((error: unknown) => {
      store.drop(names.part); // it is none of ours
      throw error;
    });
    part = names.part;
    let received: { sha256: string; bytes: number };
    let checked: Checked;
    try {
      received = await download(service, fileId, handle, watch);
      await watch.mayGoOn(); // paused at its last byte
      watch.checks();
      [checked] = await both(
        checkArchive(part, watch.signal, watch.bytes),
        handle.sync(), // meanwhile: what is checked comes out of the memory
      );
    } finally {
      await handle.close(); // Windows does not rename an open file
    }
    const { files, unchecked } = checked;
    const whole: FoundWhole = { ...received, files, remarks: remarksOn(files, unchecked, facts) };
    store.foundWhole(part, whole);
    const final = await putUnderFreeName(part, names.final);
    part = undefined; // it is whole and in place: should the register fail now, the next start makes up for it
    const saved = { ...pending, final };
    return together(() => {
      const id = store.register(saved, whole);
      watch.registered({ path: final, remarks: whole.remarks });
      return id;
    });
  } catch (error) {
    if (part !== undefined) await giveUp(part, store);
    throw fileFailure(error, folder);
  }
}

/** Takes a part away. Where that fails it stays written down, and the next start tries again. */
async function giveUp(part: string, store: FeeFileStore): Promise<void> {
  try {
    await fs.rm(part, { force: true });
    store.drop(part);
  } catch {
    return; // what failed first is what people are told
  }
}

const remarksOn = (files: number, unchecked: number, facts: ArchiveFacts): SavedRemark[] => [
  ...(facts.files !== null && facts.files !== files
    ? [{ code: 'other-count' as const, files, recorded: facts.files }]
    : []),
  ...(files === 0 ? [{ code: 'empty' as const }] : []),
  ...(unchecked > 0 ? [{ code: 'unchecked' as const, files: unchecked }] : []),
];

/** Remarks as the activity log keeps them: facts, not sentences. */
const remarkFacts = (remarks: readonly SavedRemark[]): Record<string, number> =>
  Object.fromEntries(
    remarks.flatMap((remark): [string, number][] => {
      switch (remark.code) {
        case 'other-count':
          return [
            ['files', remark.files],
            ['files in record', remark.recorded],
          ];
        case 'empty':
          return [['files', 0]];
        case 'unchecked':
          return [['files not checked', remark.files]];
        case 'told':
          return [];
      }
    }),
  );

/** How the line of a file ends in the activity log that is saved now: its outcome, and what was learned of the file. */
export const savedLine = ({
  path: place,
  remarks,
}: Pick<SavedFile, 'path' | 'remarks'>): Parameters<EndEntry> => [
  remarks.length === 0 ? 'done' : 'partly',
  { facts: { name: path.basename(place), ...remarkFacts(remarks) } },
];

async function download(
  service: Pick<Service, 'download'>,
  fileId: string,
  handle: fs.FileHandle,
  watch: SaveWatch,
): Promise<{ sha256: string; bytes: number }> {
  const response = await service.download('feeUploadFiles.download', {
    path: { id: fileId },
    signal: watch.signal,
  });
  const { headers, body } = response;
  // Behind a content encoding the announced length is that of the encoded bytes.
  const announced = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : null;
  watch.begins(total);
  const hash = createHash('sha256');
  let bytes = 0;
  let stretch: Uint8Array[] = [];
  let waiting = 0;
  let written: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await written; // one stretch is written while the next one comes in
    if (stretch.length === 0) return;
    written = writeAll(handle, stretch);
    written.catch(() => undefined); // awaited with the next stretch
    stretch = [];
    waiting = 0;
  };
  const reader = body?.getReader();
  try {
    while (reader) {
      await watch.mayGoOn();
      const { done, value } = await reader.read();
      if (done) break;
      hash.update(value);
      bytes += value.byteLength;
      watch.bytes(value.byteLength);
      stretch.push(value);
      waiting += value.byteLength;
      if (waiting >= WRITTEN_BYTES) await flush();
    }
    await flush();
    await written;
  } catch (error) {
    await reader?.cancel().catch(() => undefined); // it is given up already
    await written.catch(() => undefined); // the first failure is the one to tell
    throw error;
  }
  if (bytes === 0 || (total !== null && bytes !== total))
    throw fail('cut-short', { cause: `${bytes} of ${total ?? 'an unknown number of'} bytes arrived` });
  return { sha256: hash.digest('hex'), bytes };
}

/** Both to their end, even where one fails. */
async function both<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}

/** A write may take less than it was given. */
async function writeAll(handle: fs.FileHandle, pieces: Uint8Array[]): Promise<void> {
  let { bytesWritten } = await handle.writev(pieces);
  for (const piece of pieces) {
    while (bytesWritten < piece.byteLength)
      bytesWritten += (await handle.write(piece, bytesWritten)).bytesWritten;
    bytesWritten -= piece.byteLength;
  }
  // Given back at once: a collector that has to find them stops the download again and again.
  for (const { buffer, byteLength } of pieces)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
