import type { ActivityOutcome } from '#contract/features/activity/outcome';
import { roiRequest } from '#contract/resources/roi-requests';
import { judgeRoi } from '../../service/judge-write';
import { LOGGED_OUTCOMES } from '../../service/failure-facts';
import type { RoiOutcome } from './saved-work/requests';
import type { RoiBody } from './body';

/** Returns the outcome that a response's body proves; a 2xx status alone proves nothing. */
export function outcomeOfResponse(responses: readonly unknown[], body: RoiBody): RoiOutcome {
  const judged = judgeRoi(responses, body);
  const [first] = responses;
  // A response that is not a record ("OK", a list) is quoted, not stored as one.
  const response = roiRequest.safeParse(first).success ? first : undefined;
  if (judged.state === 'confirmed') return { state: 'sent', response };
  if (judged.state === 'refused') return { state: 'refused', response };
  return { state: 'unknown', response, failure: { kind: 'unknown-outcome', reasons: [...judged.messages] } };
}

/** The same outcomes for the activity log. */
export const ENDING_OUTCOMES: Readonly<Record<RoiOutcome['state'], ActivityOutcome>> = {
  sent: 'done',
  ...LOGGED_OUTCOMES,
};
