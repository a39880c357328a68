import { expect, it } from 'vitest';
import { jobKindOf, jobKindText } from '#contract/job';

it.each(['accounts.edit', 'feeStructures.create', 'advisorCodes.remove', 'billingGroups.unassign'])(
  'reads the stored kind %s as a resource and an operation',
  (text) => expect(jobKindText(jobKindOf(text))).toBe(text),
);

it.each(['accounts', 'accounts.', 'accounts.toString', 'constructor.edit', ''])(
  'refuses the stored kind “%s”',
  (text) => expect(() => jobKindOf(text)).toThrow(),
);
