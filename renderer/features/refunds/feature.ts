import ReceiptText from '@lucide/svelte/icons/receipt-text';
import type { FeatureViews } from '../feature';
import RefundsView from './RefundsView.svelte';

export const REFUNDS_VIEWS = {
  tasks: { refunds: { icon: ReceiptText, view: RefundsView } },
} as const satisfies FeatureViews;
