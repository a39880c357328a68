import { expect, it } from 'vitest';
import type { JobRow } from '#contract/job';
import { isOutcomeUncertain, recreationOutcome } from '../../../../renderer/features/billing-groups/messages';

const job = { state: 'done', isChecking: false } as Parameters<typeof recreationOutcome>[0];
const refusedRow: Pick<JobRow, 'state' | 'verified' | 'issue'> = {
  state: 'refused',
  verified: null,
  issue: { code: 'refused', reasons: ['Billing is in progress.'] },
};

it("shows the service's reason for refusing to recreate billing groups, without a check", () => {
  expect(recreationOutcome(job, refusedRow).text).toBe(
    'The service rejected the request. The billing groups have not changed. The service said: Billing is in progress.',
  );
  expect(recreationOutcome(job, { ...refusedRow, issue: null }).text).toBe(
    'The service rejected the request. The billing groups have not changed.',
  );
  expect(isOutcomeUncertain(refusedRow)).toBe(false);
});

it('allows another check of an unknown or unverified outcome', () => {
  expect(isOutcomeUncertain({ state: 'unknown', verified: null })).toBe(true);
  expect(isOutcomeUncertain({ state: 'done', verified: false })).toBe(true);
  expect(isOutcomeUncertain({ state: 'done', verified: true })).toBe(false);
  expect(isOutcomeUncertain(null)).toBe(false);
});
