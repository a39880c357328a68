import type { ColleagueFile, ColleagueSignOff } from '#contract/features/fee-files/calls';
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
