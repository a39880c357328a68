import fs from 'node:fs/promises';
import path from 'node:path';
import type { SavedFile, SavedIssue } from '#contract/features/fee-files/schemas';
import { fail } from '#contract/failure';
import type { Service } from '../../service/client';
import type { EndEntry } from '../../workspace/activity/activity';
import type { FeeFileStore, VerifiedFile } from './saved-work/saved-files';
import type { Workspace } from '../../workspace/open/workspace';
import { archiveName } from './file-name';
import { fileFailure, freeNames, createPartFile, publishUnderFreeName } from './part-file';
import type { Intake, IntakeOf } from '../../files/intake/intake';
import type { ReceivedFile } from '../../files/intake/hashing-writer';
import { checkArchive, type CheckedArchive } from '../../files/zip/check';

/** Facts about the archive from the record of a fee upload file (spec 2.8). */
export interface ArchiveFacts {
  readonly endDate: string | null;
  readonly files: number | null;
}

export interface SaveDeps {
  readonly service: Pick<Service, 'download'>;
  readonly store: FeeFileStore;
  readonly transaction: Workspace['transaction'];
  readonly factsOf: (fileId: string) => ArchiveFacts;
  readonly intakeOf: IntakeOf;
}

/** Receives the events of a file being saved. */
export interface SaveObserver {
  /** ID of the activity entry that records the start. */
  readonly activityEntry: number;
  /** Called in the transaction that registers the file; its writes commit or roll back with it. */
  readonly registered: (saved: Pick<SavedFile, 'path' | 'issues'>) => void;
  readonly signal: AbortSignal;
  /** Resolves when more bytes may be read; waits while paused. */
  readonly whenResumed: () => Promise<void>;
  /** `total` is null if the length of the download is unknown. */
  readonly downloadStarted: (total: number | null) => void;
  readonly addBytes: (count: number) => void;
  readonly verificationStarted: () => void;
}

/**
 * Saves the archive of a fee upload file (spec 4.6) to a folder: streamed to a part file, synced, verified
 * entry by entry, then renamed. Existing files are never replaced. Returns the ID of the saved file. Fails
 * with `disk-full`, `file-not-saved`, `archive-damaged`, `cut-short`, `canceled` or the download's failure,
 * and then leaves no file, unless it was complete and only could not be registered.
 */
export async function saveArchive(
  { service, store, transaction, factsOf, intakeOf }: SaveDeps,
  fileId: string,
  folder: string,
  observer: SaveObserver,
): Promise<number> {
  const facts = factsOf(fileId);
  let part: string | undefined;
  try {
    const taken = new Set(store.pending().map((pending) => pending.final));
    const names = await freeNames(path.join(folder, archiveName(fileId, facts.endDate)), taken);
    const pending = store.begin(names.part, names.final, fileId, observer.activityEntry);
    const handle = await createPartFile(names.part).catch((error: unknown) => {
      store.drop(names.part); // no file of ours to delete
      throw error;
    });
    part = names.part;
    let received: ReceivedFile;
    let checked: CheckedArchive;
    try {
      const intake = intakeOf(handle.fd);
      try {
        received = await download(service, fileId, intake, observer);
      } finally {
        await intake.stop(); // prevents writes to a reused file descriptor
      }
      await observer.whenResumed(); // it may be paused at its last byte
      observer.verificationStarted();
      [checked] = await waitForBoth(
        checkArchive(part, observer.signal, observer.addBytes),
        handle.sync(), // concurrently: the check reads from memory
      );
    } finally {
      await handle.close(); // Windows does not rename open files
    }
    const { files, unchecked } = checked;
    const verified: VerifiedFile = { ...received, files, issues: issuesOn(files, unchecked, facts) };
    store.markVerified(part, verified);
    const final = await publishUnderFreeName(part, names.final);
    part = undefined; // complete and in place: if registering fails, the next start does it
    const saved = { ...pending, final };
    return transaction(() => {
      const id = store.register(saved, verified);
      observer.registered({ path: final, issues: verified.issues });
      return id;
    });
  } catch (error) {
    if (part !== undefined) await discardPart(part, store);
    throw fileFailure(error, folder);
  }
}

/** Deletes a part file. If that fails, its record stays and the next start tries again. */
async function discardPart(part: string, store: FeeFileStore): Promise<void> {
  try {
    await fs.rm(part, { force: true });
    store.drop(part);
  } catch {
    return; // the user sees the first failure
  }
}

const issuesOn = (files: number, unchecked: number, facts: ArchiveFacts): SavedIssue[] => [
  ...(facts.files !== null && facts.files !== files
    ? [{ code: 'other-count' as const, files, recorded: facts.files }]
    : []),
  ...(files === 0 ? [{ code: 'empty' as const }] : []),
  ...(unchecked > 0 ? [{ code: 'unchecked' as const, files: unchecked }] : []),
];

/** Issues for the activity log, as facts without sentences. */
const issueFacts = (issues: readonly SavedIssue[]): Record<string, number> =>
  Object.fromEntries(
    issues.flatMap((issue): [string, number][] => {
      switch (issue.code) {
        case 'other-count':
          return [
            ['files', issue.files],
            ['files in record', issue.recorded],
          ];
        case 'empty':
          return [['files', 0]];
        case 'unchecked':
          return [['files not checked', issue.files]];
        case 'told':
          return [];
      }
    }),
  );

/** Returns the outcome and facts for the activity entry of a saved file. */
export const savedEntryEnd = ({
  path: savedPath,
  issues,
}: Pick<SavedFile, 'path' | 'issues'>): Parameters<EndEntry> => [
  issues.length === 0 ? 'done' : 'partly',
  { facts: { name: path.basename(savedPath), ...issueFacts(issues) } },
];

async function download(
  service: Pick<Service, 'download'>,
  fileId: string,
  intake: Intake,
  observer: SaveObserver,
): Promise<ReceivedFile> {
  const response = await service.download('feeUploadFiles.download', {
    path: { id: fileId },
    signal: observer.signal,
  });
  const { headers, body } = response;
  // With a content encoding, the announced length is that of the encoded bytes.
  const announced = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : null;
  observer.downloadStarted(total);
  const reader = body?.getReader();
  let received: ReceivedFile;
  try {
    while (reader) {
      await observer.whenResumed();
      const { done, value } = await reader.read();
      if (done) break;
      observer.addBytes(value.byteLength);
      await intake.writeChunk(value);
    }
    received = await intake.end();
  } catch (error) {
    await reader?.cancel().catch(() => undefined); // the download has failed already
    throw error;
  }
  const { bytes } = received;
  if (bytes === 0 || (total !== null && bytes !== total))
    throw fail('cut-short', { cause: `${bytes} of ${total ?? 'an unknown number of'} bytes arrived` });
  return received;
}

/** Waits for both, even if one fails. */
async function waitForBoth<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
