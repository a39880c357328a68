import type { z } from 'zod';
import type { ActivityOutcome } from '../../../../preload/contract/calls/activity';
import type { roiRequest } from '../../../../preload/contract/resources/roi-requests';
import type { Ending } from '../../workspace/roi-requests';

/** How a sending ended that was answered: the service's own word `Error` means that its e-mail did not go out. */
export const endingOfAnswer = (answer: z.output<typeof roiRequest>): Ending => ({
  state: /error|fail/i.test(answer.status ?? '') ? 'refused' : 'sent',
  answer,
});

/** The same for the activity log. */
export const OUTCOMES: Readonly<Record<Ending['state'], ActivityOutcome>> = {
  sent: 'done',
  refused: 'refused',
  'not-sent': 'failed',
  unknown: 'unknown',
};
