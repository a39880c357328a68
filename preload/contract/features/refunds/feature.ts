import type { FeatureManifest } from '../../feature';

export const REFUNDS_FEATURE = {
  task: {
    name: 'refunds',
    title: 'Refunds',
    keywords: 'prepaid advance closed account proration first bill estimate',
  },
  // A key is stored: never rename it.
  activity: {
    'refund-setting': 'Advance billing setting changed',
    'refund-recorded': 'Refund recorded',
    'refund-not-due': 'Refund marked as not due',
    'refund-reopened': 'Refund reopened',
  },
  savedWork: {
    tables: { refunds: ['refund_decision', 'refund_setting'] },
    counted: { refund_decision: 'Decisions on refunds' },
  },
} as const satisfies FeatureManifest;
