import ReceiptText from '@lucide/svelte/icons/receipt-text';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const REFUNDS_VIEWS = {
  tasks: { refunds: { icon: ReceiptText, view: deferred(() => import('./RefundsView.svelte')) } },
} as const satisfies FeatureViews;
