import type { SavedFile } from '#contract/features/fee-files/schemas';
import { isSavedByColleague, type ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { FeeFilesToDo } from '#contract/features/fee-files/calls';
import { doesDecisionCount } from '#contract/features/reconcile/schemas';
import { appendTo } from '#contract/maps';
import { doesSignOffCount } from './colleague-files';

type Saved = Pick<
  SavedFile,
  'fileId' | 'sha256' | 'state' | 'reconciledAt' | 'outcome' | 'decision' | 'signedAt'
>;
type ColleagueCopy = Pick<ColleagueFile, 'fileId' | 'sha256' | 'saves' | 'results' | 'signOffs'>;

/**
 * Returns the listed files that need work by the user, by what is left to do. `saved` is sorted newest first; if a file
 * has several saved archives, the newest counts, as in the list. A file that is intact only on a colleague's computer
 * needs nothing from this user; a colleague's results and sign-offs count for the same bytes.
 */
export function filesToDo(
  listed: readonly string[],
  saved: readonly Saved[],
  colleagues: readonly ColleagueCopy[],
): FeeFilesToDo {
  const newest = new Map<string, Saved>();
  for (const file of saved) if (!newest.has(file.fileId)) newest.set(file.fileId, file);
  const colleaguesByFile = new Map<string, ColleagueCopy[]>();
  for (const file of colleagues) appendTo(colleaguesByFile, file.fileId, file);
  const toDo: FeeFilesToDo = { total: listed.length, unsaved: [], lost: [], unreconciled: [], unsigned: [] };
  for (const key of listed) listFor(toDo, newest.get(key), colleaguesByFile.get(key) ?? [])?.push(key);
  return toDo;
}

/** Returns the list to which a file belongs; null if nothing is left to do. */
function listFor(
  toDo: FeeFilesToDo,
  file: Saved | undefined,
  colleagues: readonly ColleagueCopy[],
): string[] | null {
  if (!file) return colleagues.some(isSavedByColleague) ? null : toDo.unsaved;
  const sameBytes = colleagues.find(({ sha256 }) => sha256 === file.sha256);
  if (file.state !== 'whole') return sameBytes && isSavedByColleague(sameBytes) ? null : toDo.lost;
  const isSignedHere = file.signedAt !== null || file.decision !== null;
  if (isSignedHere && doesDecisionCount(file.decision, file.outcome)) return null;
  if (sameBytes && doesSignOffCount(sameBytes, file)) return null;
  return file.reconciledAt === null && !sameBytes?.results.length ? toDo.unreconciled : toDo.unsigned;
}
