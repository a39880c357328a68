import { FOUND } from '../finding-facts';
import { recordRule } from '../rule';
import { isInUse } from '../cell-values';

/** The start of performance and billing is unknown. */
export const inceptionMissing = recordRule<'inception-missing'>(
  ({ status, inception_date }) => (isInUse(status) && inception_date === null ? FOUND : null),
  { empty: 'inception_date' },
);

/** One of the dates is wrong. Dates are text in ISO format, which sorts correctly. */
export const inceptionAfterClosing = recordRule<'inception-after-closing'>(
  ({ inception_date, close_date }) =>
    inception_date !== null && close_date !== null && String(inception_date) > String(close_date)
      ? FOUND
      : null,
  { filled: 'close_date' },
);

/** The custodian's data is quarantined. */
export const quarantined = recordRule<'quarantined'>(
  ({ first_quarantine_date }) => (first_quarantine_date === null ? null : FOUND),
  { filled: 'first_quarantine_date' },
);
