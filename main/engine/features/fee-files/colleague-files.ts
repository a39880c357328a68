import type { SavedFile } from '#contract/features/fee-files/schemas';
import type { ColleagueFile, ColleagueSignOff } from '#contract/features/fee-files/colleague-files';
import { doesDecisionCount } from '#contract/features/reconcile/schemas';
import type { StoredColleagueFile } from './saved-work/colleague-files';
import type { SharedSignOff } from '../team/saved-work/topics/fee-files';
import { sealOf } from '../reconcile/saved-work/seal';

/** Returns what colleagues did about fee upload files; every seal is computed again. */
export const colleagueFiles = (stored: readonly StoredColleagueFile[]): ColleagueFile[] =>
  stored.map(({ fileId, sha256, saves, results, signOffs }) => ({
    fileId,
    sha256,
    saves: saves.toReversed(),
    results: results
      .map(({ by, at, endDate, outcome, totals }) => ({ by, at, endDate, outcome, totals }))
      .reverse(),
    signOffs: signOffs.map(signOffOf).reverse(),
  }));

const signOffOf = (signed: SharedSignOff): ColleagueSignOff => {
  const { by, signedAt, decision, note, seal } = signed;
  return { by, signedAt, decision, note, seal, state: signOffState(signed) };
};

/** Returns whether a sign-off fits its seal, which is computed again; without its note, that can't be verified. */
export function signOffState({ note, ...signed }: SharedSignOff): ColleagueSignOff['state'] {
  if (note === null) return 'note-withheld';
  return sealOf({ ...signed, note }) === signed.seal ? 'holds' : 'seal-broken';
}

/** Returns colleagues' newest sign-off of a file, without those whose seal is broken. */
export const newestSignOff = ({ signOffs }: Pick<ColleagueFile, 'signOffs'>): ColleagueSignOff | undefined =>
  signOffs.find(({ state }) => state !== 'seal-broken');

/**
 * Returns whether colleagues' newest sign-off of a file counts: an approval doesn't if the latest result, `own` or a
 * colleague's, is that the file differs from its record, unless the file was approved after it.
 */
export function doesSignOffCount(
  { results, signOffs }: Pick<ColleagueFile, 'results' | 'signOffs'>,
  own?: Pick<SavedFile, 'outcome' | 'reconciledAt'>,
): boolean {
  const signOff = newestSignOff({ signOffs });
  if (!signOff) return false;
  const [shared] = results;
  const ownResult = own?.outcome && own.reconciledAt && { outcome: own.outcome, at: own.reconciledAt };
  const latest = ownResult && (!shared || shared.at <= ownResult.at) ? ownResult : shared;
  return doesDecisionCount(signOff.decision, latest && latest.at >= signOff.signedAt ? latest.outcome : null);
}
