import { lazy } from './lazy';

/** The system's locale for dates and numbers; en-US if it has none. */
export const locale = lazy((): string => {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  } catch {
    return 'en-US'; // the system's language is unknown
  }
});

/** Replaces the no-break spaces of formatted times and numbers, which other programs do not handle. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
