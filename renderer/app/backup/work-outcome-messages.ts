import type { WorkOutcome } from '#contract/calls/live';
import type { FailureMessage } from '../../ui/failure-texts';
import { failureMessage } from '../../ui/failure-messages';
import { formatDateTime } from '../../ui/format';

/** Returns how a replacement of saved work ended, in sentences. */
export function workOutcomeMessage({ name, state, madeAt, failure }: WorkOutcome): FailureMessage {
  const from = madeAt === null ? '' : ` from ${formatDateTime(madeAt)}`;
  switch (state) {
    case 'done':
      return {
        title: 'Saved work restored',
        meaning: `${name} now has the saved work${from}.`,
        next: 'Its earlier saved work is set aside; open Settings to see it.',
      };
    case 'failed': {
      const { title, next } = failureMessage(failure ?? { kind: 'unexpected' });
      return {
        title: 'Saved work was not restored',
        meaning: `${title}. ${name} still has the saved work it had before.`,
        next,
      };
    }
    case 'finished':
      return {
        title: 'Interrupted restore finished',
        meaning: `Firm Desk closed while it replaced the saved work of ${name}. The replacement is now complete.`,
        next: 'Its earlier saved work is set aside; open Settings to see it.',
      };
    case 'undone':
      return {
        title: 'Interrupted restore undone',
        meaning: `Firm Desk closed while it replaced the saved work of ${name}, which has not changed.`,
        next: 'Restore the backup again if you still need it.',
      };
  }
}
