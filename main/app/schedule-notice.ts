import type { ScheduleEnd } from '#contract/features/scheduled-refresh/schemas';
import { countOf } from '#contract/format-value';

/** Returns the text of the system's notification: numbers only, no name of a firm or person. */
export function scheduleNotice(end: Exclude<ScheduleEnd, { how: 'canceled' }>): {
  readonly title: string;
  readonly body: string;
} {
  if (end.how === 'failed')
    return { title: 'The scheduled refresh did not complete', body: 'Open Firm Desk to see why.' };
  const { changes, newFindings, files, exports, problems } = end.counts;
  const lines = [
    countOf(changes, 'change', 'changes'),
    newFindings === null ? 'new findings not counted' : countOf(newFindings, 'new finding', 'new findings'),
    ...(files > 0 ? [countOf(files, 'fee file saved', 'fee files saved')] : []),
    ...(exports > 0 ? [countOf(exports, 'export written', 'exports written')] : []),
    ...(problems > 0 ? [countOf(problems, 'export not written', 'exports not written')] : []),
  ];
  return { title: 'Your data was refreshed', body: `${lines.join(', ')}.` };
}
