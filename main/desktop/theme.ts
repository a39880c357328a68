import { nativeTheme } from 'electron';
import fs from 'node:fs';
import { z } from 'zod';

const theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.output<typeof theme>;

/** The chosen theme, remembered in a small file; the page follows through prefers-color-scheme. */
export function themeSetting(file: string): { get: () => Theme; set: (value: Theme) => void } {
  const read = (): Theme => {
    if (!fs.existsSync(file)) return 'system';
    const parsed = theme.safeParse(fs.readFileSync(file, 'utf8').trim());
    return parsed.success ? parsed.data : 'system';
  };
  nativeTheme.themeSource = read();
  return {
    get: read,
    set: (value) => {
      nativeTheme.themeSource = value;
      fs.writeFileSync(file, value, { mode: 0o600 });
    },
  };
}
