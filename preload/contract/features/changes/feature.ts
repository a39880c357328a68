import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const CHANGES_FEATURE = {
  overview: {
    name: 'changes',
    title: 'Changes',
    group: 'history',
    keywords: 'new gone refresh',
    /** The changes of one refresh, or those sent from the app (`MADE_IN_APP`). */
    page: pagesOf(() => z.object({ runId: z.number().int() })),
  },
  activity: { 'changes-export': 'Changes exported' },
  grants: { 'changes-export': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
