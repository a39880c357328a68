import type { SharePeriods } from '../../period/saved-work/share-periods';
import type { TeamStore } from './team-store';
import { shareableNote } from './topics/fee-files';
import { sampleKey, sharedSampleOf, sharedVerdictOf, verdictKey } from './topics/period-samples';
import { periodKeyOf, stepMarkKey } from './topics/periods';

/** Shares steps, check-offs, samples and signatures of billing periods with the team, if there is one. */
export function sharePeriods(team: TeamStore): SharePeriods {
  return {
    steps: (firm, steps) => team.share('period-steps', [{ key: firm, value: [...steps] }]),
    mark: (uid, endDate, mark) =>
      team.share('period-step', [{ key: stepMarkKey(uid, endDate), value: mark }]),
    check: ({ firm, endDate }, section, check) =>
      team.share('period-check', [{ key: periodKeyOf(firm, endDate, section), value: check }]),
    sample: ({ firm, endDate }, sample) =>
      team.share('period-sample', [{ key: sampleKey(firm, endDate), value: sharedSampleOf(sample) }]),
    verdict: (sample, account, verdict) =>
      team.share('sample-verdict', [
        { key: verdictKey(sample, account), value: verdict && sharedVerdictOf(verdict) },
      ]),
    // The seal covers the note: it is shared as it is or left out, never masked.
    signature: ({ note, ...signed }, open) =>
      team.share('period-signature', [
        {
          key: periodKeyOf(signed.firm ?? '', signed.endDate, signed.seal),
          value: { by: team.userName, ...signed, note: shareableNote(note), open: [...open] },
        },
      ]),
  };
}
