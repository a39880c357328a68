import type { ValueWarning } from './record';

/** Label of a value warning, and what it means for the reader. */
export const VALUE_WARNINGS: Readonly<Record<ValueWarning, { readonly word: string; readonly why: string }>> =
  {
    'unexpected-form': {
      word: 'unexpected format',
      why: 'The service does not document this format. The value is shown as sent.',
    },
    'no-such-day': {
      word: 'no such date',
      why: 'The calendar does not have this date. It is shown as sent; ask the custodian or the service which one is meant.',
    },
    'hidden-marks': {
      word: 'hidden characters',
      why: 'The text has characters that are not seen and change the order of what is. They are written out here as [U+…].',
    },
  };
