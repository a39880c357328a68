import { nativeTheme } from 'electron';
import fs from 'node:fs';
import { z } from 'zod';
import { keepFile } from '../common/keep-file';

const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

/** The chosen theme, remembered in a small file; the page follows through prefers-color-scheme. */
export function themeSetting(file: string): { get: () => Theme; set: (value: Theme) => void } {
  const read = (): Theme => {
    try {
      return theme.catch('system').parse(fs.readFileSync(file, 'utf8').trim());
    } catch {
      return 'system'; // never chosen, or nothing that can be read: no reason not to start
    }
  };
  nativeTheme.themeSource = read();
  return {
    get: read,
    set: (value) => {
      nativeTheme.themeSource = value;
      keepFile(file, value);
    },
  };
}
