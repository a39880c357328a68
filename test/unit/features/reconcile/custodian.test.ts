import { expect, it } from 'vitest';
import { custodianInName, guessCustodian } from '#engine/features/reconcile/recognize';

it('recognizes a custodian by its code or full name in the file name', () => {
  expect(custodianInName('SWB_2026Q3.csv')).toBe('SWB');
  expect(custodianInName('charles-schwab_2026Q3.csv')).toBe('SWB');
  expect(custodianInName('fees/interactive-brokers.txt')).toBe('IBK');
  expect(custodianInName('Pershing fees 2026.csv')).toBe('PER');
  expect(custodianInName('persons.csv')).toBeNull();
});

it('trusts the accounts of a file more than its name', () => {
  expect(guessCustodian('SWB.csv', ['NFS', 'NFS', 'NFS', 'SWB'])).toMatchObject({
    custodian: 'NFS',
    confidence: 'likely',
  });
  expect(guessCustodian('NFS.csv', ['NFS', 'NFS'])).toMatchObject({ custodian: 'NFS', confidence: 'sure' });
});

it('leaves the custodian unknown if neither identifies it', () => {
  expect(guessCustodian('fees.csv', [])).toMatchObject({ custodian: '', confidence: 'unsure' });
  expect(guessCustodian('fees.csv', ['NFS', 'SWB']).custodian).toBe('');
});
