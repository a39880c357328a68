import { expect, it } from 'vitest';
import { faultTable } from '../../../scripts/lib/fault-table.mjs';

it('the table of faults says what was tried, what survived and what was lost', () => {
  const { text, lost } = faultTable([
    { name: 'kills', tried: 20, survived: 20 },
    { name: 'bit flips', tried: 100, survived: 99 },
  ]);
  expect(text.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['tried', 'survived', 'lost'],
    ['kills', '20', '20', '0'],
    ['bit flips', '100', '99', '1'],
    ['all', '120', '119', '1'],
  ]);
  expect(lost).toBe(1);
});

it('a suite that tried nothing has proven nothing', () => {
  expect(faultTable([{ name: 'kills', tried: 0, survived: 0 }]).lost).toBe(1);
});
