import { FailureError, failureOf, type FailureKind } from '../../../../preload/contract/failure';
import type { roiRequest } from '../../../../preload/contract/resources/roi-requests';
import type { z } from 'zod';
import type { ActivityOutcome } from '../../../../preload/contract/errands/activity';
import type { Ending } from '../../workspace/roi-requests';

/** The service looked at it and said no. */
const REFUSED: readonly FailureKind[] = ['refused', 'conflict', 'not-allowed', 'not-found'];

/**
 * The service never took it: it could not be reached, turned the credential away, or had no time. A write that may have
 * arrived comes as `unknown-outcome` (service/failures.ts); the others of these are of the sign-in before it.
 */
const NOT_SENT: readonly FailureKind[] = [
  'offline',
  'wrong-address',
  'proxy-login',
  'certificate',
  'timeout',
  'credential-refused',
  'busy',
  'cut-short',
  'service-broken',
  'not-the-service',
  'cancelled',
];

/** How a sending ended that was answered: the service's own word `Error` means that its e-mail did not go out. */
export const endingOfAnswer = (answer: z.output<typeof roiRequest>): Ending => ({
  state: /error|fail/i.test(answer.status ?? '') ? 'refused' : 'sent',
  answer,
});

/** How a sending ended that failed. What is not surely "no" or "never arrived" is unknown. */
export function endingOfFailure(error: unknown): Ending {
  const failure = failureOf(error);
  const { kind } = failure;
  if (!(error instanceof FailureError)) return { state: 'unknown', failure };
  return {
    state: REFUSED.includes(kind) ? 'refused' : NOT_SENT.includes(kind) ? 'not-sent' : 'unknown',
    failure,
  };
}

/** The same for the activity log. */
export const OUTCOMES: Readonly<Record<Ending['state'], ActivityOutcome>> = {
  sent: 'done',
  refused: 'refused',
  'not-sent': 'failed',
  unknown: 'unknown',
};
