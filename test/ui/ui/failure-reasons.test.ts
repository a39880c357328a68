import { expect, it } from 'vitest';
import { failureDetail } from '#contract/failure';
import { detailText, reasonsFor } from '../../../renderer/ui/failure-reasons';

it('has a sentence for every failure detail', () => {
  for (const code of failureDetail.shape.code.options) expect(detailText({ code })).toMatch(/^[A-Z].*\.$/);
});

it("shows a detail with its facts before the service's own message", () => {
  expect(
    reasonsFor({
      detail: { code: 'long-list', facts: { lines: 12_000, maximum: 10_000 } },
      reasons: ['Nightly maintenance'],
    }),
  ).toEqual([
    'The list has 12,000 lines. Split it: the limit is 10,000 lines at a time.',
    'Nightly maintenance',
  ]);
  expect(detailText({ code: 'draft-fields', facts: { fields: 'cc_emails reply_to_emails' } })).toBe(
    'Check these fields: CC, reply-to.',
  );
  expect(reasonsFor({})).toEqual([]);
});
