import Gauge from '@lucide/svelte/icons/gauge';
import type { Cell } from '../../../preload/contract/query';
import { choice } from '../../../preload/contract/fields';
import { feeStructures } from '../../../preload/contract/resources/fee-structures';
import { EMPTY, formatValue } from '../../kit/format';
import type { ListField, ListView } from '../../resource/list/list-view';
import CeilingDialog from './CeilingDialog.svelte';
import { marksOf } from './marks.svelte';

const { name, calculation_type, flat_rate, ...others } = feeStructures.fields;

/** A flat rate of 0 says nothing where the fee does not come of it. */
const INSTEAD: Readonly<Record<string, string>> = {
  T: 'Tiered',
  D: 'Drop through',
  A: EMPTY,
  G: EMPTY,
  F: EMPTY,
};
function rateText(cell: Cell, calculation: Cell | undefined): string {
  const plain = formatValue(flat_rate, cell);
  return typeof calculation === 'string' && (cell === null || Number(cell) === 0)
    ? (INSTEAD[calculation] ?? plain)
    : plain;
}

const columns: Readonly<Record<string, ListField>> = {
  name,
  calculation_type,
  flat_rate: { ...flat_rate, text: (cell, _, row) => rateText(cell, row['calculation_type']) },
  retired: {
    ...choice('Retired here', { yes: 'Retired' }, { column: 100, shown: true }),
    help: 'Marked as retired on this computer; the service does not know.',
    cell: (key, { engine }) => (marksOf(engine).retired(key) ? 'yes' : null),
  },
  ...others,
};

/** The list of fee structures: what their fee comes of, which are retired here, and the firm's own ceiling. */
export const FEE_STRUCTURES_LIST: ListView = {
  columns,
  changes: ({ engine }) => {
    const marks = marksOf(engine);
    marks.load();
    return marks.value;
  },
  actions: [
    {
      name: 'ceiling',
      at: 'list',
      icon: Gauge,
      label: () => 'Rate ceiling…',
      dialog: CeilingDialog,
    },
  ],
};
