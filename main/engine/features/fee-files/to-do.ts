import type { FeeFilesToDo, SavedFile } from '#contract/features/fee-files/calls';

type Saved = Pick<SavedFile, 'fileId' | 'state' | 'reconciledAt' | 'decision' | 'signedAt'>;

/**
 * Returns which listed files need work by the user, and which work. `saved` has the newest first; if a file
 * has several saved archives, the newest counts, as in the list.
 */
export function toDo(listed: readonly string[], saved: readonly Saved[]): FeeFilesToDo {
  const newest = new Map<string, Saved>();
  for (const file of saved) if (!newest.has(file.fileId)) newest.set(file.fileId, file);
  const found: FeeFilesToDo = { total: listed.length, unsaved: [], lost: [], unreconciled: [], unsigned: [] };
  for (const key of listed) groupOf(found, newest.get(key))?.push(key);
  return found;
}

function groupOf(found: FeeFilesToDo, file: Saved | undefined): string[] | null {
  if (!file) return found.unsaved;
  if (file.state !== 'whole') return found.lost;
  if (file.signedAt !== null || file.decision !== null) return null;
  return file.reconciledAt === null ? found.unreconciled : found.unsigned;
}
