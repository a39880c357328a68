import { FOUND } from '../finding-facts';
import { recordRule } from '../rule';
import { isInUse } from '../cell-values';

/** An account cannot be both. */
export const taxableAndDeferred = recordRule<'taxable-and-deferred'>(
  ({ status, is_taxable, is_tax_deferred }) =>
    status !== 'closed' && is_taxable === 'true' && is_tax_deferred === 'true' ? FOUND : null,
  { filled: 'is_taxable' },
);

/** Neither is known, so the tax treatment of its gains is unknown. */
export const taxStatusUnknown = recordRule<'tax-status-unknown'>(
  ({ status, is_taxable, is_tax_deferred }) =>
    isInUse(status) && is_taxable === null && is_tax_deferred === null ? FOUND : null,
  { empty: 'is_taxable' },
);
