import { addDays, localDay } from '#contract/dates';
import type { Filter } from '#contract/query';
import type { ResourceName } from '#contract/resources';

/** Accounts to look at, as a filter: Today counts the records of the list that it opens. */
export interface Exception {
  readonly id: string;
  readonly title: string;
  /** What it means, in one sentence. */
  readonly why: string;
  readonly resource: ResourceName;
  readonly filters: Filter[];
}

const oneOf = (field: string, ...values: (string | null)[]): Filter => ({ op: 'in', field, values });
const since = (field: string, from: string): Filter => ({ op: 'range', field, from });

const RECENT_DAYS = 90;

/**
 * Returns account states to look at, besides the review queue's findings; the states are those of spec 2.1.
 */
export const exceptionsOf = (today: Date): Exception[] => [
  {
    id: 'stale',
    title: 'Stale accounts',
    why: 'The custodian stopped sending data; whether they are active is unknown.',
    resource: 'accounts',
    filters: [oneOf('status', 'stale')],
  },
  {
    id: 'closed',
    title: `Closed in the last ${RECENT_DAYS} days`,
    why: 'Their billing and households may need final review.',
    resource: 'accounts',
    filters: [since('close_date', addDays(localDay(today), -RECENT_DAYS))],
  },
  {
    id: 'papered',
    title: 'Papered, not yet funded',
    why: 'Paperwork complete, not funded.',
    resource: 'accounts',
    filters: [oneOf('status', 'papered')],
  },
];
