import { describe, expect, it } from 'vitest';
import type { LineQuery } from '#contract/features/reconcile/calls';
import { FeeLineReader } from '#engine/features/reconcile/lines';
import { matchLines } from '#engine/features/reconcile/match';
import { LinePages } from '#engine/features/reconcile/pages';
import { addRows, billedAccount, lookUpIn, mapping } from './memory';

function pages(): LinePages {
  const collected = new FeeLineReader();
  const fees = [
    ['1003', '10.00'],
    ['1001', '9.00'],
    ['1002', '-100.00'],
    ['7777', 'n/a'],
    ['1001', '9.00'],
  ];
  fees.forEach((cells, index) =>
    collected.add(mapping(index === 2 ? { custodian: 'NFS' } : {}), index + 1, { number: index + 2, cells }),
  );
  const accounts = ['1001', '1002', '1003'].map((number) =>
    billedAccount({ number, name: `Name ${number}` }),
  );
  matchLines(collected.lines, lookUpIn(accounts), null);
  return new LinePages(collected.lines, []);
}

const query = (request: Partial<LineQuery> = {}): LineQuery => ({
  fileId: '40',
  kind: null,
  custodian: null,
  search: '',
  sort: { field: 'line', descending: false },
  ...request,
});
const numbers = (request: Partial<LineQuery>) =>
  pages()
    .window(query(request), ['number'], 0, 100)
    .rows.map((row) => row.cells[0]);

describe('the lines', () => {
  it('have the order of the file, in windows, with their total', () => {
    const { rows, total } = pages().window(query(), ['number', 'amount', 'line'], 1, 2);
    expect(total).toBe(5);
    expect(rows.map((row) => row.cells)).toEqual([
      ['1001', '9.00', 3], // the heading is line 1
      ['1002', '-100.00', 4],
    ]);
  });

  it('are filtered by kind, custodian and search words', () => {
    expect(numbers({ kind: 'duplicate' })).toEqual(['1001', '1001']);
    expect(numbers({ kind: 'any' })).toEqual(['1001', '1002', '7777', '1001']);
    expect(numbers({ custodian: 'NFS' })).toEqual(['1002']);
    expect(numbers({ search: 'name 1003' })).toEqual(['1003']);
    expect(numbers({ kind: 'gone' })).toEqual([]);
  });

  it('are sorted by severity: duplicate and unreadable lines before possible errors', () => {
    const collected = new FeeLineReader();
    const fees = [
      ['1001', '9.00'],
      ['2001', '500.00'],
      ['1003', 'n/a'],
      ['1001', '9.00'],
    ];
    addRows(collected, [['Account', 'Fee'], ...fees]);
    const accounts = [
      billedAccount({ number: '1001' }),
      billedAccount({ number: '1003' }),
      billedAccount({ number: '2001', status: 'stale' }),
    ];
    matchLines(collected.lines, lookUpIn(accounts), null);
    const worst = query({ kind: 'any', sort: { field: 'kinds', descending: false } });
    const { rows } = new LinePages(collected.lines, []).window(worst, ['number'], 0, 10);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['1001', '1001', '1003', '2001']);
  });

  it('sort amounts as money, not as text, and unreadable ones last in both directions', () => {
    expect(numbers({ sort: { field: 'amount', descending: false } })).toEqual([
      '1002',
      '1001',
      '1001',
      '1003',
      '7777',
    ]);
    expect(numbers({ sort: { field: 'amount', descending: true } })).toEqual([
      '1003',
      '1001',
      '1001',
      '1002',
      '7777',
    ]);
  });

  it('name the account to open, and are found again by key', () => {
    const linePages = pages();
    const { rows } = linePages.window(query({ kind: 'negative' }), [], 0, 1);
    expect(rows[0]?.key).toBe('2:1002');
    expect(linePages.position(query(), '2:1002')).toBe(2);
    expect(linePages.position(query({ kind: 'zero' }), '2:1002')).toBeNull();
  });

  it('are copied as selected', () => {
    const all = { kind: 'all' as const, except: ['0:1003'] };
    expect([...pages().selected(query(), all, ['number'])].flat()).toEqual(['1001', '1002', '7777', '1001']);
    expect([...pages().selected(query(), { kind: 'keys', keys: ['3:'] }, ['number'])].flat()).toEqual([
      '7777',
    ]);
  });
});
