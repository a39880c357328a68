import type { SignedReconciliation } from '#contract/features/reconcile/schemas';
import type { ShareReplacedMark } from '../../fee-history/saved-work/replaced-marks';
import type { TeamStore } from './team-store';
import type { TopicValue } from './topics';
import { feeFileKey, shareableNote } from './topics/fee-files';

type SharedCopy = Omit<TopicValue<'fee-file-saved'>, 'by'>;
type SharedResult = Omit<TopicValue<'fee-file-result'>, 'by'>;
/** The numbers of a reconciled file. */
export type ResultTotals = NonNullable<SharedResult['totals']>;

/**
 * Shares saved fee files, results and sign-offs with the team, if there is one, in the transaction that stores them. What
 * a viewer saves and reconciles is not shared, and a viewer can't sign off.
 */
export function shareFeeFiles(team: TeamStore) {
  const authorName = (): string | null => (team.self?.state === 'member' ? team.self.memberName : null);
  return {
    /** `copy` is null if no copy with these bytes is listed anymore. */
    saved(fileId: string, sha256: string, copy: SharedCopy | null): void {
      const name = authorName();
      if (name === null || team.isViewer) return;
      team.share('fee-file-saved', [
        { key: feeFileKey(fileId, sha256), value: copy && { by: name, ...copy } },
      ]);
    },
    result({ fileId, sha256, ...result }: SharedResult & { fileId: string; sha256: string }): void {
      const name = authorName();
      if (name === null || team.isViewer) return;
      team.share('fee-file-result', [{ key: feeFileKey(fileId, sha256), value: { by: name, ...result } }]);
    },
    signOff({ note, ...signed }: Omit<SignedReconciliation, 'id'>): void {
      const name = authorName();
      if (name === null) return;
      team.refuseViewer();
      const { fileId, fileSha256, seal } = signed;
      const value = { by: name, ...signed, note: shareableNote(note) };
      team.share('sign-off', [{ key: feeFileKey(fileId, fileSha256, seal), value }]);
    },
  };
}
export type ShareFeeFiles = ReturnType<typeof shareFeeFiles>;

/** Shares which files were replaced with the team, if there is one. A viewer can't mark any. */
export const shareReplacedMarks =
  (team: TeamStore): ShareReplacedMark =>
  (fileId, mark) =>
    team.share('fee-file-replaced', [{ key: fileId, value: mark }]);
