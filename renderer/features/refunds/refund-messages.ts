import type { RecordedDecision } from '#contract/features/refunds/schemas';
import {
  refundStateOf,
  type AdvanceBilling,
  type RefundCase,
  type RefundEstimate,
  type RefundKind,
  type RefundReason,
  type RefundState,
} from '#contract/features/refunds/cases';
import { billedInterval } from '#contract/features/refunds/interval';
import { QUARTER_BEFORE } from '#contract/dates';
import { minus } from '#contract/money';
import { count, formatDate, formatDateTime, formatMoney } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

export const REFUND_STATE_LABELS: Readonly<Record<RefundState, StateLabel>> = {
  open: { label: 'Open', tone: 'warn' },
  refunded: { label: 'Refunded', tone: 'good' },
  'not-due': { label: 'Not due', tone: 'quiet' },
  'not-determined': { label: 'Not determined', tone: 'warn' },
};

export const KIND_LABELS: Readonly<Record<RefundKind, string>> = {
  closed: 'Closed account',
  'first-bill': 'First bill',
};

const REASON_TEXTS: Readonly<Record<RefundReason, string>> = {
  'no-structure': 'the account has no fee structure, so whether it is billed in advance is unknown',
  'unknown-structure': 'a fee structure of the account is not in the data on this computer',
  'structures-differ': 'the account’s fee structures differ in collection or frequency',
  'unknown-collection': 'the fee structure’s collection is unknown',
  frequency: 'the fee structure is not billed by month, quarter or year',
  'unreadable-amount': 'an amount of the account in the fee file could not be read',
  'shared-number': 'several accounts share the account number of the line',
  'replaced-file':
    'a fee file that the service no longer lists also bills the account, so its fee may count twice',
  'pays-for-others': 'the account also pays the fees of other accounts',
  'no-longer-found': 'the data on this computer no longer shows this case',
};
export const notDeterminedText = (why: RefundReason): string => `Not determined: ${REASON_TEXTS[why]}`;

export const intervalText = ({ from, to }: Pick<RefundEstimate, 'from' | 'to'>): string =>
  `${formatDate(from)} – ${formatDate(to)}`;

const isEstimate = (result: RefundCase['result']): result is RefundEstimate => 'part' in result;
export const estimateIn = ({ result }: RefundCase): RefundEstimate | null =>
  isEstimate(result) ? result : null;

export const refundAccountName = ({ name, number, account }: RefundCase): string =>
  name || (number ?? account);

/** "Closed Aug 12, 2026" or "First billable Aug 12, 2026". */
export const dayText = ({ kind, day }: RefundCase): string => {
  const event = kind === 'closed' ? 'Closed' : 'First billable';
  return day === null ? event : `${event} ${formatDate(day)}`;
};

/** "49 of 92 days × $1,234.50 = $657.51". */
export const stepsText = ({ partDays, days, part }: RefundEstimate, debit: string): string =>
  `${count(partDays)} of ${count(days)} days × ${formatMoney(debit)} = ${formatMoney(part)}`;

/** Describes how the amount was estimated, and says that it is an estimate. */
export function estimateText(refundCase: RefundCase): string {
  const { kind, result, debit } = refundCase;
  if (!isEstimate(result)) return `${notDeterminedText(result.why)}.`;
  if (debit === null) return ''; // an estimate has a debit: only the types need this
  if (kind === 'closed')
    return `Estimate of the refund: the days after the closing, as a share of the debit. The agreement may say otherwise.`;
  const excess = minus(debit, result.part);
  return `Estimate: if the debit is for the whole interval, the account’s days are ${formatMoney(result.part)} of it and ${formatMoney(excess)} are for days before it was billable. If the fee was already prorated, nothing is due.`;
}

/** Returns the details of a row: the decision, the reason, or the days that the estimate is based on. */
export function refundDetailText(refundCase: RefundCase): string {
  if (refundCase.decision) return decisionText(refundCase.decision);
  return isEstimate(refundCase.result)
    ? `${count(refundCase.result.partDays)} of ${count(refundCase.result.days)} days`
    : notDeterminedText(refundCase.result.why);
}

export const decisionText = (decision: RecordedDecision): string =>
  decision.state === 'refunded'
    ? `${formatMoney(decision.amount)} on ${formatDate(decision.date)}, ${decision.reference}`
    : decision.reason;

export const recordedText = ({ by, at, estimate }: RecordedDecision): string =>
  `Recorded ${formatDateTime(at)} by ${by}${estimate === null ? '' : `, when the estimate was ${formatMoney(estimate)}`}.`;

export const stateLabelOf = (refundCase: RefundCase): StateLabel =>
  REFUND_STATE_LABELS[refundStateOf(refundCase)];

/** Returns the quarter that a fee file with this end date bills under a setting. */
const billedText = (advance: AdvanceBilling, endDate: string): string =>
  intervalText(billedInterval(endDate, QUARTER_BEFORE, advance));
export const advanceText = (advance: AdvanceBilling, endDate: string): string =>
  advance === 'begins'
    ? `${billedText(advance, endDate)}: the end date begins the interval`
    : `${billedText(advance, endDate)}: the end date ends the interval`;
export const settingText = (advance: AdvanceBilling, endDate: string): string =>
  `The fee file of ${formatDate(endDate)} bills ${billedText(advance, endDate)} in advance by quarter`;

export const REFUNDS = {
  about:
    'Accounts that closed, or were first billable, inside an interval that was billed in advance. Amounts are estimates. Nothing is sent.',
  settingTitle: 'Advance billing',
  settingAbout:
    'The service doesn’t say which days an advance fee structure bills. Your firm’s answer is used for all of them.',
} as const;
