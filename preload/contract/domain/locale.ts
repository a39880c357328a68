import { later } from './later';

/** The language and region that the system formats dates and numbers in; en-US where it says nothing. */
export const locale = later((): string => {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  } catch {
    return 'en-US'; // a system whose settings name no language there is
  }
});

/** Times come with a narrow space that tables, files and other programs' searches do not know. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
