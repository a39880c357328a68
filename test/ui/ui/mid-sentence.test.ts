import { expect, it } from 'vitest';
import { midSentence } from '../../../renderer/ui/format';

it('lowercases a label within a sentence but keeps its abbreviations', () => {
  expect(midSentence('Owner tax ID (token)')).toBe('owner tax ID (token)');
  expect(midSentence('ZIP code')).toBe('ZIP code');
  expect(midSentence('Account IDs')).toBe('account IDs');
  expect(midSentence('Billing method')).toBe('billing method');
});
