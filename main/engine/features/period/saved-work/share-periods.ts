import type { Attribution, PeriodId, PeriodSignature, SectionName } from '#contract/features/period/calls';
import type { NewSample, NewVerdict } from './sample-rows';

type AttributionWithNote = Attribution & { readonly note: string };

/**
 * Called in the transaction that writes work on billing periods, to share it with a team. A null mark, check-off or
 * verdict was removed; a null check-off means all of its section.
 */
export interface SharePeriods {
  steps(firm: string, steps: readonly { readonly uid: string; readonly title: string }[]): void;
  mark(uid: string, endDate: string, mark: AttributionWithNote | null): void;
  check(
    id: { readonly firm: string; readonly endDate: PeriodId['endDate'] },
    section: SectionName,
    check: (AttributionWithNote & { readonly sha256: string }) | null,
  ): void;
  sample(id: { readonly firm: string; readonly endDate: string }, sample: NewSample): void;
  verdict(sample: string, account: string, verdict: NewVerdict | null): void;
  signature(signature: Omit<PeriodSignature, 'id'>, open: readonly SectionName[]): void;
}
