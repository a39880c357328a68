import { each } from '../rule';
import type { Structure } from '../firm';
import { distinct, isInUse, itemsOf } from '../values';

/** The structures of an account that are known, with the different values that they have of one thing. */
function mixed(
  ids: readonly string[],
  structures: ReadonlyMap<string, Structure>,
  of: (structure: Structure) => string | null,
): { structures: string[]; values: string[] } | null {
  if (ids.length < 2) return null;
  const known = ids.flatMap((id) => {
    const structure = structures.get(id);
    return structure ? [structure] : [];
  });
  const values = distinct(known.map((structure) => of(structure) ?? ''));
  return values.length > 1 ? { structures: [...ids], values } : null;
}

/** All fee structures of one account must share a collection type, or billing errs (wire facts A, billing). */
export const collectionDiffers = each<'collection-differs'>(({ status, fee_structures_ids }, firm) =>
  isInUse(status)
    ? mixed(itemsOf(fee_structures_ids), firm.structures, ({ collection }) => collection)
    : null,
);
