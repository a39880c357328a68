import type { ValueWarning } from './record';

/** Label of a value warning, and what it means for the reader. */
export const VALUE_WARNINGS: Readonly<
  Record<ValueWarning, { readonly label: string; readonly why: string }>
> = {
  'unexpected-form': {
    label: 'unexpected format',
    why: 'The service does not document this format. The value is shown as received.',
  },
  'no-such-day': {
    label: 'no such date',
    why: 'This isn’t a valid date. It is shown as received; ask the custodian or the service which date is correct.',
  },
  'hidden-marks': {
    label: 'hidden characters',
    why: 'The text has hidden characters that change the order of the visible ones. They are shown as [U+…].',
  },
};
