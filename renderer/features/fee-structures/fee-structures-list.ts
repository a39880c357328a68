import ChartNoAxesCombined from '@lucide/svelte/icons/chart-no-axes-combined';
import Gauge from '@lucide/svelte/icons/gauge';
import Replace from '@lucide/svelte/icons/replace';
import { choice } from '#contract/fields';
import { feeStructures } from '#contract/resources/fee-structures';
import type { ListField, ListView } from '../../records/list/list-view';
import { deferredDialog } from '../../ui/deferred';
import { feeSettingsOf } from './fee-settings.svelte';

const { name, ...others } = feeStructures.fields;

const columns: Readonly<Record<string, ListField>> = {
  name,
  retired: {
    ...choice('Marked retired', { yes: 'Retired' }, { column: 100, shown: true }),
    help: 'Marked as retired in Firm Desk only; the service doesn’t store this.',
    cell: (key, { engine }) => (feeSettingsOf({ engine }).retirementOf(key) ? 'yes' : null),
  },
  ...others,
};

/**
 * The list of fee structures: how their fees are calculated, which are retired here, and actions for the firm's
 * highest rate and its thresholds of fee changes.
 */
export const FEE_STRUCTURES_LIST: ListView = {
  columns,
  changes: ({ engine }) => {
    const feeSettings = feeSettingsOf({ engine });
    void feeSettings.load();
    return feeSettings.value;
  },
  actions: [
    {
      name: 'ceiling',
      placement: 'list',
      icon: Gauge,
      label: () => 'Rate ceiling…',
      dialog: deferredDialog(() => import('./CeilingDialog.svelte')),
    },
    {
      name: 'fee-thresholds',
      placement: 'list',
      icon: ChartNoAxesCombined,
      label: () => 'Fee thresholds…',
      dialog: deferredDialog(() => import('./FeeThresholdsDialog.svelte')),
    },
    {
      name: 'replace',
      placement: 'row',
      icon: Replace,
      label: () => 'Replace with…',
      dialog: deferredDialog(() => import('./ReplaceRowDialog.svelte')),
    },
  ],
};
