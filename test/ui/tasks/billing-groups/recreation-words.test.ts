import { expect, it } from 'vitest';
import type { JobRow } from '../../../../preload/contract/job';
import { isDoubtful, recreationWords } from '../../../../renderer/tasks/billing-groups/words';

const job = { state: 'done', checking: false } as Parameters<typeof recreationWords>[0];
const refused: Pick<JobRow, 'state' | 'seen' | 'remark'> = {
  state: 'refused',
  seen: null,
  remark: { code: 'refused', reasons: ['Billing is in progress.'] },
};

it("shows the service's reason for refusing to recreate billing groups, without a check", () => {
  expect(recreationWords(job, refused).text).toBe(
    'The service refused. The billing groups are as they were. The service said: Billing is in progress.',
  );
  expect(recreationWords(job, { ...refused, remark: null }).text).toBe(
    'The service refused. The billing groups are as they were.',
  );
  expect(isDoubtful(refused)).toBe(false);
});

it('allows another check of an unknown or unverified outcome', () => {
  expect(isDoubtful({ state: 'unknown', seen: null })).toBe(true);
  expect(isDoubtful({ state: 'done', seen: false })).toBe(true);
  expect(isDoubtful({ state: 'done', seen: true })).toBe(false);
  expect(isDoubtful(null)).toBe(false);
});
