import { nativeTheme } from 'electron';
import fs from 'node:fs';
import { writeFileAtomic } from '../common/write-file-atomic';

const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Returns the setting of the theme, stored in a small file; the page follows through prefers-color-scheme. */
export function themeSetting(file: string): { get: () => Theme; set: (value: Theme) => void } {
  const read = (): Theme => {
    try {
      const stored = fs.readFileSync(file, 'utf8').trim();
      return THEMES.find((theme) => theme === stored) ?? 'system';
    } catch {
      return 'system'; // never chosen, or unreadable: use the default
    }
  };
  nativeTheme.themeSource = read();
  return {
    get: read,
    set: (value) => {
      writeFileAtomic(file, value); // first: a theme that is not stored would be gone at the next start
      nativeTheme.themeSource = value;
    },
  };
}
