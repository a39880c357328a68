import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import { deferred, deferredDialog } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const TAX_IDS_VIEWS = {
  tasks: { taxIds: { icon: Fingerprint, view: deferred(() => import('./TaxIdsView.svelte')) } },
  taxIdsDialog: deferredDialog(() => import('./TaxIdsDialog.svelte')),
} as const satisfies FeatureViews;
