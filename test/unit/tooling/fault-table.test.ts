import { expect, it } from 'vitest';
import { faultRows, faultTable } from '../../../scripts/lib/fault-table.mjs';

it('reports what was tried, what survived and what was lost', () => {
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

it('counts a suite without attempts as lost', () => {
  expect(faultTable([{ name: 'kills', tried: 0, survived: 0 }]).lost).toBe(1);
});

it('adds up rows of one name, and counts each fault line as a trial that survived', () => {
  const lines = [
    { row: 'kills', tried: 20, survived: 20 },
    { row: 'kills', tried: 5, survived: 4 },
    { fault: '204' },
    { fault: '304' },
  ];
  expect(faultRows('suite', lines, { passed: 3, failed: 1 })).toEqual([
    { name: 'kills', tried: 25, survived: 24 },
    { name: 'suite', tried: 2, survived: 2 },
  ]);
});

it('counts a test that failed before reporting as a loss', () => {
  const lines = [{ row: 'kills', tried: 20, survived: 20 }];
  const rows = faultRows('suite', lines, { passed: 0, failed: 1 });
  expect(faultTable(rows).lost).toBe(1);
  expect(faultRows('suite', [], { passed: 4, failed: 1 })).toEqual([
    { name: 'suite', tried: 5, survived: 4 },
  ]);
});
