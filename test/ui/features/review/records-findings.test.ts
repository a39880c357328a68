import { render, screen, waitFor } from '@testing-library/svelte';
import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Finding, ReviewState, RuleOverview } from '#contract/features/review/calls';
import RecordsFindingsList from '../../../../renderer/features/review/RecordsFindingsList.svelte';
import { declaredFailure, fakeEngine, openStream, UNCHECKED_REVIEW } from '../../fakes';

const CHECKED = { ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: '2026-11-21T09:00:00Z' } as const;
const FINDING: Finding = {
  id: 'no-household 1',
  rule: 'no-household',
  resource: 'accounts',
  key: '1',
  title: 'Account 1',
  subtitle: 'N1',
  custodian: 'SWB',
  state: 'open',
  hasNote: false,
  owner: null,
  foundAt: null,
};
const recordsOf = (...keys: string[]) => keys.map((key) => ({ resource: 'accounts' as const, key }));

function show(findingsOf: () => unknown, check: ReviewState = CHECKED) {
  const { engine, calls } = fakeEngine({
    'review.follow': () => openStream(check),
    'review.findingsOf': findingsOf,
  });
  const view = render(RecordsFindingsList, { engine, records: recordsOf('1'), go: vi.fn() });
  return { ...view, reads: () => calls.filter(({ name }) => name === 'review.findingsOf') };
}

it('says that nothing needs review only after the findings of these records were read', async () => {
  let respond: (response: { items: Finding[] }) => void = () => undefined;
  const { reads, rerender } = show(() => new Promise((resolve) => (respond = resolve)));
  await waitFor(() => expect(reads()).toHaveLength(1));
  expect(screen.queryByText('Nothing to review.')).toBeNull();
  respond({ items: [] });
  expect(await screen.findByText('Nothing to review.')).toBeTruthy();
  await rerender({ records: recordsOf('2') });
  expect(screen.queryByText('Nothing to review.')).toBeNull();
});

it('keeps showing the findings of records that are set again', async () => {
  const { reads, rerender } = show(() => ({ items: [FINDING] }));
  expect(await screen.findByText('No household')).toBeTruthy();
  await rerender({ records: recordsOf('1') });
  expect(screen.getByText('No household')).toBeTruthy();
  expect(reads()).toHaveLength(1);
});

const ruleOf = (rule: RuleOverview['rule'], ...missing: RuleOverview['missing']): RuleOverview => ({
  rule,
  missing,
  counts: { open: 0, flagged: 0, waived: 0, reviewed: 0 },
});
it.each([
  [[ruleOf('no-household', 'accounts')], 'Not checked: the data is not completely on this computer.'],
  [
    [ruleOf('no-household'), ruleOf('several-groups', 'billingGroups')],
    'Nothing found. 1 rule couldn’t run.',
  ],
  [[ruleOf('no-household'), ruleOf('fee-in-two-files', 'fee-history')], 'Nothing to review.'],
])('does not say that nothing needs review if lists are missing for rules', async (rules, text) => {
  show(() => ({ items: [] }), { ...CHECKED, overview: { ...CHECKED.overview, rules } });
  expect(await screen.findByText(text)).toBeTruthy();
});

it('says that the last check failed instead of the result of an earlier one', async () => {
  show(() => ({ items: [] }), { ...CHECKED, state: 'failed' });
  expect(await screen.findByText('The last check failed.')).toBeTruthy();
});

it('says so if the findings could not be read', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  show(() => {
    throw declaredFailure('cache-unreadable');
  });
  expect(await screen.findByText('The findings couldn’t be read.')).toBeTruthy();
  expect(screen.queryByText('Nothing to review.')).toBeNull();
});
