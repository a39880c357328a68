import type { ActivityOutcome } from '../../../../preload/contract/calls/activity';
import { roiRequest } from '../../../../preload/contract/resources/roi-requests';
import { judgeRoi } from '../../service/judge-write';
import { LOGGED_OUTCOMES } from '../../service/write-outcome';
import type { Ending } from '../../workspace/roi-requests';
import type { RoiBody } from './body';

/** How a sending ended that was answered: with what the answer shows, not with its status of 2xx. */
export function endingOfAnswer(answers: readonly unknown[], body: RoiBody): Ending {
  const judged = judgeRoi(answers, body);
  const [first] = answers;
  // What is no record ("OK", a list) is told in the service's words, not kept as one.
  const answer = roiRequest.safeParse(first).success ? first : undefined;
  if (judged.state === 'confirmed') return { state: 'sent', answer };
  if (judged.state === 'refused') return { state: 'refused', answer };
  return { state: 'unknown', answer, failure: { kind: 'unknown-outcome', reasons: [...judged.says] } };
}

/** The same for the activity log. */
export const ENDING_OUTCOMES: Readonly<Record<Ending['state'], ActivityOutcome>> = {
  sent: 'done',
  ...LOGGED_OUTCOMES,
};
