import { expect, it } from 'vitest';
import { formatSubtitle } from '../../../renderer/ui/format';

it('formats the dates in a subtitle, spells out hidden marks and leaves numbers as they are', () => {
  expect(formatSubtitle('2026-11-19 · 2026-11-19A · 20411')).toBe('Nov 19, 2026 · 2026-11-19A · 20411');
  expect(formatSubtitle('Ann\u202Eanna · 2026-01-02')).toBe('Ann[U+202E]anna · Jan 2, 2026');
  expect(formatSubtitle('')).toBe('');
});
