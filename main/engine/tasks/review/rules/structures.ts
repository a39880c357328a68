import type { Cell } from '../../../../../preload/contract/query';
import type { Structure } from '../firm';
import { type Found, FOUND } from '../found';
import { each } from '../rule';
import { distinct, isInUse, itemsOf, LIST_GAP } from '../values';

/** Nothing says how it is billed. */
export const noFeeStructure = each<'no-fee-structure'>(({ status, fee_structures_ids }) =>
  isInUse(status) && fee_structures_ids === null ? FOUND : null,
);

/** The structures of an account and the different values that they have of one thing; null where it is the same. */
function mixed(
  cell: Cell,
  structures: ReadonlyMap<string, Structure>,
  of: (structure: Structure) => string | null,
): Found {
  // Most accounts have one structure: a list has the mark between two.
  if (typeof cell !== 'string' || !cell.includes(LIST_GAP)) return null;
  const ids = itemsOf(cell);
  const known = ids.flatMap((id) => structures.get(id) ?? []);
  const values = distinct(known.map((structure) => of(structure) ?? ''));
  return values.length > 1 ? { structures: ids, values } : null;
}

const collectionOf = ({ collection }: Structure): string | null => collection;
const frequencyOf = ({ frequency }: Structure): string | null => frequency;

/** All fee structures of one account must share a collection type, or billing errs (wire facts A, billing). */
export const collectionDiffers = each<'collection-differs'>(({ status, fee_structures_ids }, firm) =>
  isInUse(status) ? mixed(fee_structures_ids, firm.structures, collectionOf) : null,
);

/** Its fees fall due at different times. */
export const frequencyDiffers = each<'frequency-differs'>(({ status, fee_structures_ids }, firm) =>
  isInUse(status) ? mixed(fee_structures_ids, firm.structures, frequencyOf) : null,
);
