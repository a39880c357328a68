import { fail } from '#contract/failure';
import type { OpenConnection } from '../../connection/open-connection';
import { listedFileIds } from './replaced-files';

type Deps = Pick<OpenConnection, 'workspace'> & {
  readonly reader: Pick<OpenConnection['reader'], 'scan' | 'completedLists'>;
};

/**
 * Marks a fee upload file as replaced. Fails with `changed-since` if the service lists the file, or if its list was
 * never fetched completely.
 */
export function markReplaced(
  { reader, workspace }: Deps,
  fileId: string,
  { note, by, at }: { readonly note: string; readonly by: string; readonly at: string },
): void {
  if (!reader.completedLists().includes('feeUploadFiles') || listedFileIds(reader).has(fileId))
    throw fail('changed-since', { where: 'decision' });
  const { feeHistory, activity } = workspace;
  workspace.transaction(() => {
    feeHistory.replaced.mark(fileId, { by, at, note });
    activity.note({ kind: 'fee-file-replaced', count: 1, facts: { file: fileId, note } });
  });
}

/** Removes the mark of a file, and logs it if there was one. */
export function undoReplaced({ workspace }: Pick<Deps, 'workspace'>, fileId: string): void {
  const { feeHistory, activity } = workspace;
  workspace.transaction(() => {
    if (!feeHistory.replaced.remove(fileId)) return;
    activity.note({ kind: 'fee-file-not-replaced', count: 1, facts: { file: fileId } });
  });
}
