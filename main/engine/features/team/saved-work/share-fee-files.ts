import type { ShareFeeFiles } from '../../fee-files/saved-work/share-fee-files';
import type { ShareReplacedMark } from '../../fee-history/saved-work/replaced-marks';
import type { TeamStore } from './team-store';
import { feeFileKey, shareableNote } from './topics/fee-files';

/**
 * Shares saved fee files, results and sign-offs with the team, if there is one. What a viewer saves and
 * reconciles is not shared, and a viewer can't sign off.
 */
export function shareFeeFiles(team: TeamStore): ShareFeeFiles {
  const authorName = (): string | null => (team.self?.state === 'member' ? team.self.memberName : null);
  return {
    saved(fileId, sha256, copy) {
      const name = authorName();
      if (name === null || team.isViewer) return;
      team.share('fee-file-saved', [
        { key: feeFileKey(fileId, sha256), value: copy && { by: name, ...copy } },
      ]);
    },
    result({ fileId, sha256, ...result }) {
      const name = authorName();
      if (name === null || team.isViewer) return;
      team.share('fee-file-result', [{ key: feeFileKey(fileId, sha256), value: { by: name, ...result } }]);
    },
    signOff({ note, ...signed }) {
      const name = authorName();
      if (name === null) return;
      team.refuseViewer();
      const { fileId, fileSha256, seal } = signed;
      const value = { by: name, ...signed, note: shareableNote(note) };
      team.share('sign-off', [{ key: feeFileKey(fileId, fileSha256, seal), value }]);
    },
  };
}

/** Shares which files were replaced with the team, if there is one. A viewer can't mark any. */
export const shareReplacedMarks =
  (team: TeamStore): ShareReplacedMark =>
  (fileId, mark) =>
    team.share('fee-file-replaced', [{ key: fileId, value: mark }]);
