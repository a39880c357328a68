import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const AGREED_TERMS_FEATURE = {
  task: {
    name: 'agreedTerms',
    title: 'Agreed terms',
    keywords: 'agreement contract signed rate fee compare',
    page: pagesOf(() => z.object({ kind: z.literal('import') })),
  },
  activity: {
    'agreed-terms-import': 'Agreed terms imported',
    'agreed-terms-export': 'Agreed terms exported',
  },
  grants: {
    'agreed-terms-table': { dialog: 'open', process: 'engine' },
    'agreed-terms-template': { dialog: 'save', process: 'engine' },
    'agreed-terms-export': { dialog: 'save', process: 'engine' },
  },
  savedWork: {
    tables: { 'agreed terms': ['agreed_import', 'agreed_terms'] },
    counted: { agreed_terms: 'Agreed terms' },
  },
} as const satisfies FeatureManifest;
