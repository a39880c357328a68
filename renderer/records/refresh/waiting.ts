import type { RequestWait } from '#contract/calls/live';
import type { StateLabel } from '../../ui/tone';

/** "0:45", "3:10": rounded up, so that the countdown does not end early. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns why there is no progress, and for how long; `now` in milliseconds since 1970. */
export function waitingText({ reason, until, attempt }: RequestWait, now: number): string {
  const timeLeft = clockText(Date.parse(until) - now);
  if (reason === 'retry-after') return `The service asked us to wait. Trying again in ${timeLeft}.`;
  if (reason === 'retry') {
    const which = attempt ? ` (attempt ${attempt.next} of ${attempt.max})` : '';
    return `The last request failed. Trying again in ${timeLeft}${which}.`;
  }
  return `The service is not responding. Waiting up to ${timeLeft} longer.`;
}

/** Returns only the remaining time, for one line below the short state. */
export const waitingTimeText = ({ reason, until }: RequestWait, now: number): string =>
  `${reason === 'silent' ? 'Waiting up to' : 'Trying again in'} ${clockText(Date.parse(until) - now)}`;

/** Short connection states, by reason. */
export const WAITING_STATE: Readonly<Record<RequestWait['reason'], StateLabel>> = {
  'retry-after': { label: 'Asked to wait', tone: 'warn' },
  retry: { label: 'Trying again…', tone: 'warn' },
  silent: { label: 'Waiting…', tone: 'warn' },
};
