import type { Cell } from '#contract/query';
import type { Structure } from '../firm-facts';
import { type FoundIssue, FOUND } from '../finding-facts';
import { recordRule, type Rule } from '../rule';
import { distinctTexts, isInUse, cellItems } from '../cell-values';

/** It is unknown how the account is billed. */
export const noFeeStructure = recordRule<'no-fee-structure'>(
  ({ status, fee_structures_ids }) => (isInUse(status) && fee_structures_ids === null ? FOUND : null),
  { empty: 'fee_structures_ids' },
);

/** Returns the account's structures and their distinct values of a property; null if all are equal. */
function differingValues(
  cell: Cell,
  structures: ReadonlyMap<string, Structure>,
  valueOf: (structure: Structure) => string | null,
): FoundIssue {
  const ids = cellItems(cell);
  const known = ids.flatMap((id) => structures.get(id) ?? []);
  const values = distinctTexts(known.map((structure) => valueOf(structure) ?? ''));
  return values.length > 1 ? { structures: ids, values } : null;
}

/** Defines a rule about a property that all structures of an account in use must share. */
const structuresDifferRule = (
  valueOf: (structure: Structure) => string | null,
): Rule<'collection-differs' | 'frequency-differs'> => ({
  begin({ structures, byFees }) {
    const issueOf = byFees((fees) => differingValues(fees, structures, valueOf));
    return {
      condition: { several: 'fee_structures_ids' },
      row: ({ status, fee_structures_ids }) => (isInUse(status) ? issueOf(fee_structures_ids) : null),
    };
  },
});

/**
 * All fee structures of an account must share a collection type, or billing fails (wire facts A, billing).
 */
export const collectionDiffers = structuresDifferRule(({ collection }) => collection);

/** Its fees are due at different times. */
export const frequencyDiffers = structuresDifferRule(({ frequency }) => frequency);
