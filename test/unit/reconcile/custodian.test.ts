import { expect, it } from 'vitest';
import { custodianInName, guessCustodian } from '../../../main/engine/tasks/reconcile/custodian';

it('a custodian is known by its code or its whole name in the name of the file', () => {
  expect(custodianInName('SWB_charles-schwab_2026Q3.csv')).toBe('SWB');
  expect(custodianInName('fees/interactive-brokers.txt')).toBe('IBK');
  expect(custodianInName('Pershing fees 2026.csv')).toBe('PER');
  expect(custodianInName('persons.csv')).toBeNull();
});

it('the accounts of a file tell more than its name', () => {
  expect(guessCustodian('SWB.csv', ['NFS', 'NFS', 'NFS', 'SWB'])).toMatchObject({
    custodian: 'NFS',
    confidence: 'likely',
  });
  expect(guessCustodian('NFS.csv', ['NFS', 'NFS'])).toMatchObject({ custodian: 'NFS', confidence: 'sure' });
});

it('where neither tells, it is not known', () => {
  expect(guessCustodian('fees.csv', [])).toMatchObject({ custodian: '', confidence: 'unsure' });
  expect(guessCustodian('fees.csv', ['NFS', 'SWB']).custodian).toBe('');
});
