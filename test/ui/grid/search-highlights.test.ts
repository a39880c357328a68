import { describe, expect, it, vi } from 'vitest';
import { findMatches, hiddenMatch } from '../../../renderer/grid/matches';
import { GridModel } from '../../../renderer/grid/grid.svelte';
import { column, fakeSource, flushAsync } from './support';

/** Returns the text with the matches in brackets. */
function withBrackets(text: string, ...terms: string[]): string {
  let bracketed = '';
  let position = 0;
  for (const [from, to] of findMatches(text, terms)) {
    bracketed += `${text.slice(position, from)}[${text.slice(from, to)}]`;
    position = to;
  }
  return bracketed + text.slice(position);
}

describe('search highlights', () => {
  it.each([
    ['Avery Lee', ['lee', 'av'], '[Av]ery [Lee]'],
    ['Bleecker Lee', ['lee'], 'Bleecker [Lee]'],
    ["Shannon O'Brien", ['obr'], "Shannon [O'Br]ien"],
    ['Jean-Luc Moreau', ['jeanluc'], '[Jean-Luc] Moreau'],
    ['Björn Ångström', ['bjorn', 'ång'], '[Björn] [Ång]ström'],
    ['00920892', ['0892'], '0092[0892]'],
    ['0092-0892', ['00920892'], '[0092-0892]'],
    ['00920892', ['0920'], '0[0920]892'],
    ['00082462866', ['8246'], '000[8246]2866'],
    ['X92-056215', ['9205'], 'X[92-05]6215'],
    // Inside a number, a match starts at most nine digits before its end.
    ['12345678901234', ['2345'], '12345678901234'],
    ['12345678901234', ['678901234'], '12345[678901234]'],
    ['12345678901234', ['5678901234'], '12345678901234'],
    ['Schwab schwab', ['sch', 'schw'], '[Schw]ab [schw]ab'],
    ['', ['x'], ''],
  ])('highlights the matches in %j for %j', (text, terms, expected) => {
    expect(withBrackets(text, ...terms)).toBe(expected);
  });
});

describe('match in a hidden field', () => {
  const [name, nickname, custodian] = [
    column('name'),
    column('nickname', { label: 'Nickname' }),
    column('custodian', { label: 'Custodian', text: (cell) => (cell === 'SWB' ? 'Charles Schwab' : '—') }),
  ];
  const row = {
    key: '1',
    isDrifted: false,
    cells: { name: 'Avery Lee', nickname: 'Beach house', custodian: 'SWB' },
  };
  const columns = [name, nickname, custodian];
  it('names the hidden field unless a visible column also shows the match', () => {
    expect(hiddenMatch(row, [name, custodian], { words: ['lee', 'beach'], columns })).toBe(
      'Nickname: Beach house',
    );
    expect(hiddenMatch(row, [name], { words: ['schwab'], columns })).toBe('Custodian: Charles Schwab');
    expect(hiddenMatch(row, [name], { words: ['swb'], columns })).toBe('Custodian: Charles Schwab');
    expect(hiddenMatch(row, columns, { words: ['beach'], columns })).toBeNull();
    expect(hiddenMatch(row, [name], { words: ['avery'], columns })).toBeNull();
    expect(hiddenMatch(row, [name], { words: ['nowhere'], columns })).toBeNull();
  });
});

it('highlights a search once its rows arrive, even after a reload with other columns', async () => {
  const model = new GridModel({ onsort: vi.fn(), onlayout: vi.fn(), onopen: vi.fn(), onescape: () => false });
  const [name, nickname] = [column('name'), column('nickname', { shown: false })];
  model.arrangement.use([name, nickname], null);
  model.load(fakeSource(3), { words: ['k'], columns: [name, nickname] });
  expect(model.search).toBeNull();
  model.arrangement.use([column('name'), column('nickname')], null);
  model.columnsChanged();
  model.refresh();
  await flushAsync();
  await flushAsync();
  expect(model.search?.words).toEqual(['k']);
  expect(Object.keys(model.rows.rowAt(0)?.cells ?? {})).toEqual(['name', 'nickname']);
});
