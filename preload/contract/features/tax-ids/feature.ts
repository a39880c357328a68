import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const TAX_IDS_FEATURE = {
  task: {
    name: 'taxIds',
    title: 'Tax IDs',
    keywords: 'ssn ein tin token exchange tokenize reveal',
    /** The page that creates tokens; the home looks up tax IDs. A route never contains a tax ID or a token. */
    page: pagesOf(() => z.object({ kind: z.literal('make') })),
  },
  activity: {
    'tax-exchange': 'Tax IDs looked up',
    'tax-tokenise': 'Tax ID tokens created', // stored with this spelling
    'tax-reveal': 'Tax IDs shown or copied',
    'tax-export': 'Tax IDs exported unmasked',
  },
  grants: {
    'tax-ids-export': { dialog: 'save', process: 'engine' },
    'tax-ids-list': { dialog: 'open', process: 'engine' },
  },
} as const satisfies FeatureManifest;
