import { expect, it } from 'vitest';
import { splitFixedWidth, detectFixedColumns } from '#engine/features/reconcile/fixed-width';

it('finds columns between the positions where every line has a space', () => {
  const lines = [
    'ACCOUNT      FEE        PERIOD',
    '0012-34567     1,250.00 20260930',
    'Z12 34567         12.50 20260930',
  ];
  const columns = detectFixedColumns(lines);
  expect(lines.map((line) => splitFixedWidth(line, columns))).toEqual([
    ['ACCOUNT', 'FEE', 'PERIOD'],
    ['0012-34567', '1,250.00', '20260930'],
    ['Z12 34567', '12.50', '20260930'],
  ]);
});

it('never cuts a later value that is wider than its column', () => {
  const columns = detectFixedColumns(['A1001     12.50', 'A1002      7.50']);
  expect(splitFixedWidth('A1003567  12.50', columns)).toEqual(['A1003567', '12.50']);
  expect(splitFixedWidth('A1003  1,212.50', columns)).toEqual(['A1003', '1,212.50']);
  expect(splitFixedWidth('A1003567-1212.50', columns)).toEqual(['', 'A1003567-1212.50']);
});

it('finds a single column if no position is blank in every line', () => {
  expect(detectFixedColumns(['001234500001250', '001234600000750'])).toHaveLength(1);
  expect(detectFixedColumns([])).toEqual([]);
});

it('does not look for columns in lines that are too long for a fixed-width file', () => {
  expect(detectFixedColumns([`${'1 '.repeat(1_000)}9`])).toEqual([]);
  expect(detectFixedColumns(['1 '.repeat(1_000)]).length).toBe(1_000);
});
