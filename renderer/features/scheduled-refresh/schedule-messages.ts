import { custodianName } from '#contract/fields';
import type { RefreshSchedule, ScheduleEnd } from '#contract/features/scheduled-refresh/schemas';
import type { ScheduleState, ScheduleWait } from '#contract/features/scheduled-refresh/calls';
import { lastWaitDay } from '#contract/features/scheduled-refresh/data-wait';
import { countOf, formatDateTime, formatTimeOfDay, listText } from '../../ui/format';
import { failureMessage } from '../../ui/failure-messages';

/** Returns times as the user types them: "6:30 AM, 12:00 PM"; 24-hour times where `timesFrom` cannot parse the locale's. */
export const timesText = (times: readonly string[]): string =>
  times
    .map((time) => {
      const localized = formatTimeOfDay(time);
      return timesFrom(localized)?.join() === time ? localized : time;
    })
    .join(', ');

const HOUR_ONLY = /^(\d{1,2})\s*(am|pm)$/i;
const TIME = /^([01]?\d|2[0-3]):?([0-5]\d)\s*(am|pm)?$/i;

/** Returns the times of a typed list, in order; null if one of them is not a time, or there are more than 12. */
export function timesFrom(text: string): string[] | null {
  const typed = text.split(/[,;]/).map((part) => part.trim());
  const times = typed.filter(Boolean).map((part) => {
    const [, hour = '', minute = '', meridiem] = TIME.exec(part.replace(HOUR_ONLY, '$1:00 $2')) ?? [];
    if (minute === '') return null;
    const isAfternoon = meridiem?.toLowerCase() === 'pm';
    if (meridiem !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
    const hours = meridiem === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
    return `${String(hours).padStart(2, '0')}:${minute}`;
  });
  if (times.includes(null) || times.length > 12) return null;
  return [...new Set(times.filter((time) => time !== null))].sort();
}

function waitText(wait: ScheduleWait): string {
  switch (wait.reason) {
    case 'sending':
      return 'A refresh is due. It waits until your changes are sent.';
    case 'keychain':
      return 'A refresh is due. It waits until this computer’s keychain is unlocked and has the key of this connection.';
    case 'data':
      return `A refresh is due. It waits for data from ${listText(wait.custodians.map(custodianName))}.`;
    case 'retry':
      return `A refresh is due. The last attempt failed (${failureMessage({ kind: wait.failure }).title}). Firm Desk tries again every 5 minutes.`;
  }
}

function endText(end: ScheduleEnd): string {
  const at = formatDateTime(end.at);
  if (end.how === 'canceled') return `The last scheduled refresh was stopped, ${at}.`;
  if (end.how === 'failed')
    return `The last scheduled refresh did not complete, ${at}: ${failureMessage({ kind: end.failure }).title}.`;
  const { changes, newFindings, files, exports, problems } = end.counts;
  return `Last: ${at}. ${[
    countOf(changes, 'change', 'changes'),
    newFindings === null ? 'new findings not counted' : countOf(newFindings, 'new finding', 'new findings'),
    countOf(files, 'fee file saved', 'fee files saved'),
    countOf(exports, 'export written', 'exports written'),
    ...(problems > 0 ? [countOf(problems, 'export not written', 'exports not written')] : []),
  ].join(', ')}.`;
}

/** Returns the schedule's state and the result of its last refresh, as sentences. */
export function scheduleSentences({ schedule, state, next, wait, last, zone }: ScheduleState): string[] {
  const stateText =
    state === 'off'
      ? 'Off.'
      : state === 'refreshing'
        ? 'Refreshing now, as scheduled.'
        : state === 'finishing'
          ? 'Refreshed. Files, rules and exports follow.'
          : wait
            ? waitText(wait)
            : next
              ? `Next: ${formatDateTime(next)} (${zone.replaceAll('_', ' ')}).`
              : 'No time is set.';
  const wakingSentences = schedule.on && schedule.onWaking ? ['Also when this computer wakes up.'] : [];
  return [stateText, ...wakingSentences, ...(last ? [endText(last)] : [])];
}

/** Returns which times wait until the next day, and which do not wait; undefined if all wait within their day. */
export function waitHint(times: readonly string[], latest: string): string | undefined {
  const timesByLastWaitDay = (day: 1 | null): string =>
    listText(times.filter((time) => lastWaitDay(time, latest) === day).map(formatTimeOfDay));
  const [overnight, notWaiting] = [timesByLastWaitDay(1), timesByLastWaitDay(null)];
  const sentences = [
    ...(overnight ? [`A refresh at ${overnight} waits until ${formatTimeOfDay(latest)} the next day.`] : []),
    ...(notWaiting
      ? [`A refresh at ${notWaiting} doesn’t wait, because ${formatTimeOfDay(latest)} has passed by then.`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Returns true if the schedule is off or has something that starts a refresh. */
export const isUsable = ({ on, times, onWaking }: RefreshSchedule): boolean =>
  !on || times.length > 0 || onWaking;
