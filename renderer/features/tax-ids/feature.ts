import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import type { FeatureViews } from '../feature';
import TaxIdsDialog from './TaxIdsDialog.svelte';
import TaxIdsView from './TaxIdsView.svelte';

export const TAX_IDS_VIEWS = {
  tasks: { taxIds: { icon: Fingerprint, view: TaxIdsView } },
  taxIdsDialog: TaxIdsDialog,
} as const satisfies FeatureViews;
