import type { JobRow, RowState } from '../../../preload/contract/job';
import type { JobCounts, RowsWish } from '../workspace/job-rows';
import type { JobStore } from '../workspace/jobs';

/** What the rows of an ended job are called that were on their way, or waited for it. */
const ENDED: Partial<Record<RowState, RowState>> = { asked: 'unknown', planned: 'not-sent' };
const SHOWN: Partial<Record<RowState, RowState[]>> = {
  asked: [],
  planned: [],
  unknown: ['unknown', 'asked'],
  'not-sent': ['not-sent', 'planned'],
};

/** How the rows of a job stand whose end the disk had no room for: as they will once it can be written. */
export const brokenCounts = ({ counts, ...rest }: JobCounts): JobCounts => ({
  ...rest,
  counts: {
    ...counts,
    asked: 0,
    planned: 0,
    unknown: counts.unknown + counts.asked,
    'not-sent': counts['not-sent'] + counts.planned,
  },
});

/** A window of its rows, of one state or all, by the states that people are shown. */
export function brokenRows(store: Pick<JobStore, 'rows' | 'first'>, id: string, of: RowsWish): JobRow[] {
  const { state, offset, limit } = of;
  const rows =
    state === undefined
      ? store.rows(id, of)
      : store.first(id, SHOWN[state] ?? [state], offset + limit).slice(offset);
  return rows.map((row) => ({ ...row, state: ENDED[row.state] ?? row.state }));
}
