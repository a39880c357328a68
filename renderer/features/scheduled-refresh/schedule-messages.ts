import { custodianName } from '#contract/fields';
import type {
  RefreshSchedule,
  ScheduleEnd,
  ScheduleState,
  ScheduleWait,
} from '#contract/features/scheduled-refresh/calls';
import { countOf, formatDateTime, listText } from '../../ui/format';
import { failureMessage } from '../../ui/failure-messages';

/** "06:30, 12:00": times as they are typed. */
export const timesText = (times: readonly string[]): string => times.join(', ');

const TIME = /^([01]?\d|2[0-3]):?([0-5]\d)\s*(am|pm)?$/i;

/** Returns the times of a typed list, in order; null if one of them is no time. */
export function timesFrom(text: string): string[] | null {
  const typed = text.split(/[,;]/).map((part) => part.trim());
  const times = typed.filter(Boolean).map((part) => {
    const [, hour = '', minute = '', half] = TIME.exec(part) ?? [];
    if (minute === '') return null;
    const isAfternoon = half?.toLowerCase() === 'pm';
    if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0);
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
      return 'A refresh is due. It waits until this computer’s keychain is unlocked.';
    case 'data':
      return `A refresh is due. It waits for data from ${listText(wait.custodians.map(custodianName))}.`;
    case 'again':
      return `A refresh is due. The last try failed (${failureMessage({ kind: wait.failure }).title}); it is tried again every 5 minutes.`;
  }
}

function endText(end: ScheduleEnd): string {
  const at = formatDateTime(end.at);
  if (end.how === 'canceled') return `The last scheduled refresh was stopped, ${at}.`;
  if (end.how === 'failed')
    return `The last scheduled refresh did not run, ${at}: ${failureMessage({ kind: end.failure }).title}.`;
  const { changes, newFindings, files, exports, problems } = end.counts;
  return `Last: ${at}. ${[
    countOf(changes, 'change', 'changes'),
    countOf(newFindings, 'new finding', 'new findings'),
    countOf(files, 'fee file saved', 'fee files saved'),
    countOf(exports, 'export written', 'exports written'),
    ...(problems > 0 ? [countOf(problems, 'export not written', 'exports not written')] : []),
  ].join(', ')}.`;
}

/** What the schedule does and did, in sentences. */
export function scheduleSentences({ schedule, state, next, wait, last, zone }: ScheduleState): string[] {
  const now =
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
  const waking = schedule.on && schedule.onWaking ? ['Also when this computer wakes up.'] : [];
  return [now, ...waking, ...(last ? [endText(last)] : [])];
}

/** True if a schedule can be followed. */
export const isUsable = ({ on, times, onWaking }: RefreshSchedule): boolean =>
  !on || times.length > 0 || onWaking;
