import type { DraftFindings } from '#contract/features/review/calls';
import { resourceNamed } from '#contract/resources';
import { countOf } from '../../ui/format';
import { shortListText } from './fact-messages';
import { findingCountText } from './review-messages';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** "After this, 8 accounts and 1 billing group break a rule"; "No new findings"; or why no rule was checked. */
export function draftFindingsHeadline({ records, applied, ran, unchecked }: DraftFindings): string {
  if (applied === 0) return 'No rules were checked: nothing in this draft can be sent yet.';
  if (records.length === 0) {
    if (ran > 0) return 'No new findings';
    return unchecked.length > 0 ? 'The rules couldn’t run' : 'No review rule uses the fields in this draft';
  }
  const total = sum(records.map(({ count }) => count));
  const broken = records.map(({ resource, count }) => {
    const { singular, plural } = resourceNamed(resource);
    return countOf(count, singular, plural);
  });
  return `After this, ${shortListText(broken)} ${total === 1 ? 'breaks' : 'break'} a rule`;
}

/** Returns how many rules were checked, how many findings are resolved, and how many rows were left out. */
export function draftCheckScopeText({ rules, applied, ran, notApplied }: DraftFindings): string {
  if (applied === 0 && notApplied === 0) return '';
  const resolved = sum(rules.map((rule) => rule.resolved));
  return [
    ...(ran > 0 ? [`${countOf(ran, 'rule was', 'rules were')} checked with these changes applied.`] : []),
    ...(resolved > 0 ? [`These changes resolve ${findingCountText(resolved)}.`] : []),
    ...(notApplied > 0
      ? [
          `${countOf(notApplied, 'row', 'rows')} with a problem or a conflict ${notApplied === 1 ? 'is' : 'are'} not included.`,
        ]
      : []),
  ].join(' ');
}

export const CHECKING_DRAFT = 'Checking the review rules on this draft…';
export const SLOW_DRAFT_CHECK = 'This takes longer than usual. You can send without waiting for the result.';
export const DRAFT_CHECK_FAILED = 'The review rules could not be checked on this draft.';
