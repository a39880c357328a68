import type { SectionName } from '#contract/features/period/schemas';
import type { Attribution, PeriodSignature } from '#contract/features/period/sections';
import type { NewSample, NewVerdict } from '../../period/saved-work/sample-rows';
import type { TeamStore } from './team-store';
import { shareableNote } from './topics/fee-files';
import { sampleKey, sharedSampleOf, sharedVerdictOf, verdictKey } from './topics/period-samples';
import { periodKeyOf, stepMarkKey } from './topics/periods';

type AttributionWithNote = Attribution & { readonly note: string };

/**
 * Shares steps, check-offs, samples and signatures of billing periods with the team, if there is one; called in the
 * transaction that stores them. A null mark, check-off or verdict was removed; a null check-off means all of its section.
 */
export const sharePeriods = (team: TeamStore) => ({
  steps: (firm: string, steps: readonly { readonly uid: string; readonly title: string }[]) =>
    team.share('period-steps', [{ key: firm, value: [...steps] }]),
  mark: (uid: string, endDate: string, mark: AttributionWithNote | null) =>
    team.share('period-step', [{ key: stepMarkKey(uid, endDate), value: mark }]),
  check: (
    firm: string,
    endDate: string,
    section: SectionName,
    check: (AttributionWithNote & { readonly sha256: string }) | null,
  ) => team.share('period-check', [{ key: periodKeyOf(firm, endDate, section), value: check }]),
  sample: (firm: string, endDate: string, sample: NewSample) =>
    team.share('period-sample', [{ key: sampleKey(firm, endDate), value: sharedSampleOf(sample) }]),
  verdict: (sample: string, account: string, verdict: NewVerdict | null) =>
    team.share('sample-verdict', [
      { key: verdictKey(sample, account), value: verdict && sharedVerdictOf(verdict) },
    ]),
  // The seal covers the note: it is shared as it is or left out, never masked.
  signature: ({ note, ...signed }: Omit<PeriodSignature, 'id'>, open: readonly SectionName[]) =>
    team.share('period-signature', [
      {
        key: periodKeyOf(signed.firm ?? '', signed.endDate, signed.seal),
        value: { by: team.userName, ...signed, note: shareableNote(note), open: [...open] },
      },
    ]),
});
export type SharePeriods = ReturnType<typeof sharePeriods>;
