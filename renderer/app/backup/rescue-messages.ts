import type { Rescued } from '#contract/calls/backups';
import { countOf } from '../../ui/format';

/** User-facing names of the tables; several tables may share one. */
const LISTS: readonly (readonly [RegExp, string])[] = [
  [/^activity/, 'activity log'],
  [/^(view|layout)$/, 'saved views'],
  [/^draft/, 'edit drafts'],
  [/^job/, 'outcomes of edits'],
  [/^roi_draft$/, 'ROI request drafts'],
  [/^roi_/, 'ROI requests'],
  [/^(reconciliation|fee_columns)$/, 'reconciliations'],
  [/^fee_file/, 'saved fee files'],
  [/^review/, 'review marks'],
];
const listOf = (table: string): string => LISTS.find(([pattern]) => pattern.test(table))?.[1] ?? 'settings';

/** Returns the result of a rescue: how much was read, and which lists are incomplete. */
export function rescuedText({ rows, incomplete }: Rescued): {
  title: string;
  text: string;
  tone: 'good' | 'bad';
} {
  const read = `${countOf(rows, 'entry', 'entries')} read`;
  if (incomplete.length === 0)
    return { title: 'Saved work rescued', text: `${read}; nothing is missing.`, tone: 'good' };
  const lists = [...new Set(incomplete.map(listOf))].join(', ');
  return {
    title: 'Saved work partly rescued',
    text: `${read}. Some entries are missing from: ${lists}.`,
    tone: 'bad',
  };
}
