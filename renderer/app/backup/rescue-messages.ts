import type { RescueResult } from '#contract/backup';
import { savedWorkLabels } from '#contract/saved-work-labels';
import { countOf } from '../../ui/format';

/** Returns the result of a rescue: how much was read, and which lists are incomplete. */
export function rescuedText({ rows, incomplete }: RescueResult): {
  title: string;
  text: string;
  tone: 'good' | 'bad';
} {
  const readText = `${countOf(rows, 'entry', 'entries')} read`;
  const lists = savedWorkLabels(incomplete);
  if (lists.length === 0)
    return { title: 'Saved work rescued', text: `${readText}; nothing is missing.`, tone: 'good' };
  return {
    title: 'Saved work partly rescued',
    text: `${readText}. Some entries are missing from: ${lists.join(', ')}.`,
    tone: 'bad',
  };
}
