import { fileOutcomeOf } from '#contract/features/reconcile/calls';
import type { Workspace } from '../../workspace/open/workspace';
import { storedFees } from './account-refs';
import type { ReconciledArchive } from './reconcile';

/**
 * Stores a result, and the archive's lines for the fee history. Skips the lines if the file has changed since
 * it was saved.
 */
export function storeReconciled(
  {
    reconciliations,
    feeFiles,
    feeHistory,
    transaction,
  }: Pick<Workspace, 'reconciliations' | 'feeFiles' | 'feeHistory' | 'transaction'>,
  { result, lines }: ReconciledArchive,
  { at, firmId }: { readonly at: string; readonly firmId: string | null },
): void {
  const { id: fileId, sha256, endDate } = result.file;
  const copy = feeFiles.copiesOf(fileId).find((file) => file.sha256 === sha256);
  const leftOut = result.mappings.filter((mapping) => mapping.leftOut).length;
  transaction(() => {
    const unsignedResult = {
      fileId,
      sha256,
      at,
      endDate,
      outcome: fileOutcomeOf(result),
      custodians: result.custodians.map(({ custodian, sum }) => ({ custodian, sum })),
    };
    const { lines: count, worthALook: flaggedLines, accounts, sum } = result;
    reconciliations.storeResult(unsignedResult, { lines: count, flaggedLines, accounts, sum });
    if (copy)
      feeHistory.put({ sha256, fileId, firmId, endDate, savedAt: copy.savedAt, leftOut }, storedFees(lines));
  });
}
