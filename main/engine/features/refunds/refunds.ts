import { countByState } from '#contract/counts';
import { wordMatcher } from '#contract/text';
import { compareMoney, sumOf } from '#contract/money';
import type { RefundDecision } from '#contract/features/refunds/schemas';
import {
  REFUND_STATES,
  refundStateOf,
  type AdvanceBilling,
  type RefundCase,
  type RefundKey,
} from '#contract/features/refunds/cases';
import type { RefundFilter, RefundSetting } from '#contract/features/refunds/calls';
import { fail } from '#contract/failure';
import type { StoredDecision } from './saved-work/refunds';
import type { Workspace } from '../../workspace/open/workspace';
import type { FoundCase } from './find-cases';

type SavedWork = Pick<Workspace, 'refunds' | 'activity' | 'transaction'>;
/** Who decides, and when. */
interface DecisionSource {
  readonly by: string;
  readonly at: string;
}

const nameOf = ({ account, endDate, kind }: RefundKey): string => `${account} ${endDate} ${kind}`;
const partOf = ({ result }: RefundCase): string | null => ('part' in result ? result.part : null);

/** Returns the cases with their recorded decisions, and the recorded cases that are no longer found in the data. */
export function withDecisions(
  foundCases: readonly FoundCase[],
  decisions: readonly StoredDecision[],
): readonly RefundCase[] {
  const remaining = new Map(decisions.map((stored) => [nameOf(stored), stored]));
  const cases = foundCases.map((foundCase): RefundCase => {
    const decided = remaining.get(nameOf(foundCase));
    remaining.delete(nameOf(foundCase));
    return { ...foundCase, decision: decided?.decision ?? null };
  });
  const noLongerFound = [...remaining.values()].map(
    ({ account, endDate, kind, name, number, custodian, day, debit, decision }): RefundCase => ({
      account,
      endDate,
      kind,
      name,
      number,
      custodian,
      day,
      debit,
      decision,
      fileIds: [],
      structures: [],
      result: { why: 'no-longer-found' },
    }),
  );
  if (noLongerFound.length === 0) return cases;
  return [...cases, ...noLongerFound].sort((a, b) =>
    a.endDate < b.endDate ? 1 : a.endDate > b.endDate ? -1 : 0,
  );
}

/**
 * Returns the cases that match a filter. The number of cases in each state, and the sum of the estimates for closed
 * accounts without a decision, ignore the filter's state.
 */
export function filterRefunds(cases: readonly RefundCase[], { state, kind, text }: RefundFilter) {
  const matchesText = wordMatcher(text ?? '');
  const matching = cases.filter(
    (refund) =>
      (kind === undefined || refund.kind === kind) && matchesText(`${refund.name} ${refund.number ?? ''}`),
  );
  const openAmounts = matching.flatMap(({ kind: caseKind, result, decision }) =>
    caseKind === 'closed' && decision === null && 'part' in result ? [result.part] : [],
  );
  return {
    rows: state === undefined ? matching : matching.filter((refund) => refundStateOf(refund) === state),
    counts: countByState(REFUND_STATES, matching.map(refundStateOf)),
    openSum: sumOf(openAmounts),
  };
}

/** Sets which interval advance billing covers, and logs an actual change. */
export function setAdvance(
  { refunds, activity, transaction }: SavedWork,
  advance: AdvanceBilling,
  { by, at }: DecisionSource,
): RefundSetting {
  return transaction(() => {
    const previous = refunds.setting();
    if (previous?.advance === advance) return previous;
    refunds.setAdvance(advance, by, at);
    activity.note({
      kind: 'refund-setting',
      count: 1,
      facts: { advance, advance_before: previous?.advance ?? null },
    });
    return { advance, by, at };
  });
}

/**
 * Records what the firm did about a case. Fails with `changed-since` if neither the data nor the saved work has it, or
 * if its estimate is not the one that the user saw.
 */
export function decideRefund(
  { refunds, activity, transaction }: SavedWork,
  cases: readonly RefundCase[],
  { key, estimate: shownEstimate }: { readonly key: RefundKey; readonly estimate: string | null },
  decision: RefundDecision,
  source: DecisionSource,
): void {
  const refundCase = cases.find((refund) => nameOf(refund) === nameOf(key));
  if (!refundCase || partOf(refundCase) !== shownEstimate) throw fail('changed-since', { where: 'decision' });
  // The form sends no such amount.
  if (decision.state === 'refunded' && compareMoney(decision.amount, '0') <= 0) throw fail('unexpected');
  // A case that has no estimate now keeps that of its earlier decision.
  const estimate = shownEstimate ?? refundCase.decision?.estimate ?? null;
  transaction(() => {
    refunds.decide(key, decision, { ...refundCase, estimate }, source);
    const { state, ...details } = decision;
    activity.note({
      kind: state === 'refunded' ? 'refund-recorded' : 'refund-not-due',
      count: 1,
      facts: { account_id: key.account, end_date: key.endDate, case: key.kind, estimate, ...details },
    });
  });
}

/** Removes the decision on a case, and logs it if there was one. */
export function reopenRefund({ refunds, activity, transaction }: SavedWork, key: RefundKey): void {
  transaction(() => {
    if (!refunds.reopen(key)) return;
    const facts = { account_id: key.account, end_date: key.endDate, case: key.kind };
    activity.note({ kind: 'refund-reopened', count: 1, facts });
  });
}
