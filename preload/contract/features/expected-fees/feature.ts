import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const EXPECTED_FEES_FEATURE = {
  task: {
    name: 'expectedFees',
    title: 'Expected fees',
    keywords: 'balances import calculate debit check',
    page: pagesOf(() => z.object({ kind: z.literal('import') })),
  },
  activity: {
    'balances-import': 'Balances imported',
    'balances-fetch': 'Balances requested from the service',
    'year-division': 'Day-count convention set',
  },
  grants: {
    'balances-table': { dialog: 'open', process: 'engine' },
    'balances-template': { dialog: 'save', process: 'engine' },
  },
  savedWork: {
    tables: { balances: ['balance_import', 'account_balance', 'account_aum'], settings: ['year_division'] },
    counted: { account_balance: 'Imported balances' },
  },
} as const satisfies FeatureManifest;
