import { pauseUntil } from '#common/pause-until';
import { perConnection } from '../../connection/per-connection';
import { comparedAccountsOf } from '../agreed-terms/latest-comparison';
import { refundCasesOf } from '../refunds/refund-cases';
import { reviewOf } from '../review/review-of';
import { BillingPeriods } from './billing-periods';

/** The billing periods of an open connection. */
export const periodsOf = perConnection(
  (opened) =>
    new BillingPeriods({
      reader: opened.reader,
      workspace: opened.workspace,
      guard: opened.jobs.guard,
      findings: (rules) => reviewOf(opened).findingsOfRules(rules),
      terms: comparedAccountsOf(opened),
      refunds: refundCasesOf(opened),
      pause: pauseUntil(opened.closed),
      user: () => opened.workspace.team.userName,
      now: () => new Date(),
    }),
);
