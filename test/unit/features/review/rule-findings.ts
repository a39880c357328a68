import type { FindingFacts } from '#contract/features/review/calls';
import type { DayCount } from '#contract/features/expected-fees/schemas';
import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { AdvanceBilling } from '#contract/features/refunds/cases';
import type { ResourceName } from '#contract/resources';
import { OTHER_NEEDS, ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { LatestCharges } from '#engine/features/review/billed-fees';
import type { PeriodBalances } from '#engine/features/review/period-balances';
import { runRules } from '#engine/features/review/check';
import { readerWith } from '../../cache/temp-cache';

export type RecordLists = Partial<Record<ResourceName, readonly object[]>>;

/** What rules read besides the lists. */
interface RuleInputs {
  readonly reconciled?: ReadonlySet<string> | null;
  readonly feeSettings?: FeeSettings;
  readonly charges?: LatestCharges | null;
  readonly balances?: PeriodBalances | null;
  readonly advance?: AdvanceBilling | null;
  readonly dayCount?: DayCount | null;
}

/** Runs without yielding. */
export const neverYield = () => Promise.resolve();

/**
 * Returns one rule's findings in these records and inputs, by record key. The lists that the rule needs
 * count as completely fetched, and as empty if not given.
 */
export async function findingsOf(
  rule: RuleId,
  lists: RecordLists,
  {
    reconciled = null,
    feeSettings,
    charges = null,
    balances = null,
    advance = null,
    dayCount = null,
  }: RuleInputs = {},
): Promise<Record<string, FindingFacts>> {
  const { resource, needs = [] } = ruleNamed(rule);
  const fetchedLists = [resource, ...needs].filter(
    (need) => !(OTHER_NEEDS as readonly string[]).includes(need),
  );
  const reader = readerWith({ ...Object.fromEntries(fetchedLists.map((name) => [name, []])), ...lists });
  const { findings } = await runRules({
    reader,
    pause: neverYield,
    reconciled,
    charges,
    balances,
    advance,
    dayCount,
    rules: [rule],
    ...(feeSettings ? { feeSettings } : {}),
  });
  return Object.fromEntries((findings.get(rule)?.all() ?? []).map(({ key, facts }) => [key, facts]));
}
