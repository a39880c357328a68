import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const PERIOD_FEATURE = {
  task: {
    name: 'period',
    title: 'Billing periods',
    keywords: 'billing period quarter close sign off sample checklist steps evidence',
    page: pagesOf(() =>
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('period'),
          firm: z.string().max(200).nullable(),
          endDate: z.string().max(40),
        }),
        /** A colleague's request for approval of a signature. */
        z.object({ kind: z.literal('approval'), id: z.string().max(100) }),
      ]),
    ),
  },
  activity: {
    'period-sign': 'Billing period signed',
    'period-check': 'Section of a billing period checked off',
    'period-pack': 'Evidence pack of a billing period exported',
  },
  grants: { 'period-pack': { dialog: 'save', process: 'engine' } },
  savedWork: {
    tables: {
      'signed billing periods': ['period_signature', 'colleague_period_signature'],
      'check-offs and steps of billing periods': ['period_check', 'period_step', 'period_step_mark'],
      'samples of billing periods': ['period_sample', 'period_sample_account', 'period_sample_verdict'],
    },
    counted: { period_signature: 'Signatures of billing periods' },
  },
} as const satisfies FeatureManifest;
