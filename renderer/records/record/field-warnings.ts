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
      why: 'This isn’t a valid date. It is shown as received; ask the custodian or the service which date is correct.',
    },
    'hidden-marks': {
      word: 'hidden characters',
      why: 'The text has hidden characters that change the order of the visible ones. They are shown as [U+…].',
    },
  };
