import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedParts, pastedValues } from '#contract/pasted-lists';
import type { Filter } from '#contract/query';
import { columnsOf } from '#contract/resource';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { SAMPLE_ACCOUNTS } from './sample-accounts';
import { queriedKeys, createSharedCache, queryOf, type SharedCache } from './temp-cache';

let cache: SharedCache;
beforeAll(() => {
  cache = createSharedCache();
});
afterAll(() => cache.close());

const readerWith: SharedCache['readerWith'] = (records) => cache.readerWith(records);
const firm = () => readerWith({ accounts: SAMPLE_ACCOUNTS });
const sortBy = (field: string, descending = false) => ({ sort: { field, descending } });
const where = (...filters: Filter[]) => ({ filters });

describe('search', () => {
  it.each<[string, string[]]>([
    ['', ['2', '3', '1', '4']],
    ['shan', ['1']],
    ['SHANNON brien', ['1']],
    ['obrien', ['1']],
    ["o'brien", ['1']],
    ['bjorn', ['2']],
    ['ång', ['2']],
    ['jeanluc', ['3']],
    ['jean-luc', ['3']],
    ['moreau jean', ['3']],
    ['schwab', ['2', '1']],
    ['fidelity', ['3']],
    ['boi', ['2', '1']],
    ['z1', ['1', '4']],
    ['annon', []],
    ['"; DROP TABLE', []],
    ['* OR ( AND', []],
    ['—', ['2', '3', '1', '4']],
  ])('finds for the search %j the records %j', (search, keys) => {
    expect(queriedKeys(firm(), { search })).toEqual(keys);
  });

  it.each<[string, string[]]>([
    ['0892', ['1']],
    ['920892', ['1']],
    ['00920892', ['1']],
    ['0092-0892', ['1']],
    ['12345678', ['2']],
    ['5678', ['2']],
    ['1234-5678', ['2']],
    ['rt 5678 roth', ['2']],
    ['892', []],
    ['closed', ['2']],
    ['funded schwab', ['1']],
  ])('finds accounts by digits, status and custodian for %j', (search, keys) => {
    const reader = readerWith({
      accounts: [
        { id: 1, name: 'Avery Lee', number: '00920892', custodian: 'SWB', status: 'funded' },
        { id: 2, name: 'Roth RTX', number: '1234-5678', custodian: 'NFS', status: 'closed' },
      ],
    });
    expect(queriedKeys(reader, { search })).toEqual(keys);
  });

  it('ranks exact numbers first, then numbers that end with it, in the default order only', () => {
    const reader = readerWith({
      accounts: [
        { id: 1, name: 'Adams', number: '5550001', zip_code: '44170' },
        { id: 2, name: 'Baker', number: '9994417' },
        { id: 3, name: 'Clark 4417 Trust', number: '5550002' },
        { id: 4417, name: 'Davis', number: '5550003' },
        { id: 5, name: 'Evans', number: '44-17' },
      ],
    });
    expect(queriedKeys(reader, { search: '4417' })).toEqual(['4417', '5', '2', '1', '3']);
    expect(queriedKeys(reader, { search: '4417', ...sortBy('name', true) })).toEqual([
      '5',
      '4417',
      '3',
      '2',
      '1',
    ]);
    expect(queriedKeys(reader, { search: 'davis 4417' })).toEqual(['4417']);
  });

  it('accepts any text', () => {
    const reader = firm();
    for (const unit of ['grapheme', 'binary'] as const)
      fc.assert(fc.property(fc.string({ unit }), (search) => void queriedKeys(reader, { search })));
  });

  it.each(['हिन्दी', 'Нина', '漢字', '\u1f00lpha', 'a\u0313b', '\u{30000}x', '\u1c90'])('finds %s', (name) => {
    expect(
      queriedKeys(
        readerWith({
          accounts: [
            { id: 1, name },
            { id: 2, name: 'x' },
          ],
        }),
        { search: name },
      ),
    ).toEqual(['1']);
  });

  it('distinguishes 7 from 007, and finds both by their digits', () => {
    expect(queriedKeys(firm(), { search: '007' })).toEqual(['2']);
    expect(queriedKeys(firm(), { search: '7' })).toEqual(['3']);
  });
});

describe('sort order', () => {
  it.each<[string, string[]]>([
    ['name', ['2', '3', '1', '4']],
    ['city', ['1', '2', '3', '4']],
    ['inception_date', ['4', '1', '2', '3']],
    ['required_cash', ['3', '2', '1', '4']],
    ['custodian', ['1', '2', '3', '4']],
    ['is_taxable', ['2', '1', '3', '4']],
    ['number', ['2', '3', '1', '4']],
  ])('sorts by %s with empty cells last in both directions', (field, keys) => {
    const reader = firm();
    expect(queriedKeys(reader, sortBy(field))).toEqual(keys);
    const empty = SAMPLE_ACCOUNTS.filter((account) => !Reflect.get(account, field)).length;
    const down = queriedKeys(reader, sortBy(field, true));
    expect(down.slice(0, 4 - empty)).toEqual(keys.slice(0, 4 - empty).reverse());
    expect([...down].sort()).toEqual(['1', '2', '3', '4']);
  });

  it.each(
    RESOURCE_NAMES.flatMap((resource) =>
      columnsOf(resourceNamed(resource)).map((column) => [resource, column.name] as const),
    ),
  )('sorts %s by %s and returns its filter matches, counts and bounds', (resource, field) => {
    const reader = readerWith({
      [resource]: [
        { id: 1, account_id: 1 },
        { id: 2, account_id: 2, [field]: field === 'assignments' ? { account_id: 9 } : '9' },
      ],
    });
    const order = { resource, ...sortBy(field) };
    const isInBoth = field === 'id' || field === 'account_id';
    for (const request of [order, { resource, ...sortBy(field, true) }]) {
      const { rows } = reader.window({ query: queryOf(request), columns: [field], offset: 0, limit: 9 });
      const cells = rows.map((row) => row.cells[0]);
      expect(cells).toHaveLength(2);
      expect(cells.indexOf(null)).toBe(isInBoth ? -1 : 1); // empty cells come last
    }
    const { values } = reader.facets({ query: queryOf(order), field, contains: '', limit: 10 });
    expect(values.map(({ value }) => value)).toContain('9');
    for (const { value, count } of values)
      expect(queriedKeys(reader, { ...order, ...where({ op: 'in', field, values: [value] }) })).toHaveLength(
        count,
      );
    expect(reader.extent({ resource, field }).to).toBe('9');
  });

  it('rejects a column that the descriptor does not have', () => {
    const reader = firm();
    expect(() => queriedKeys(reader, sortBy('name; DROP TABLE accounts'))).toThrow('has no column');
    expect(() => reader.window({ query: queryOf(), columns: ['nope'], offset: 0, limit: 1 })).toThrow(
      'has no column',
    );
    expect(() => queriedKeys(reader, where({ op: 'in', field: 'nope', values: ['1'] }))).toThrow(
      'has no column',
    );
  });
});

/** Title, filter, and the keys of the records that it finds, in list order. */
const FILTER_CASES: readonly [title: string, filter: Filter, keys: string[]][] = [
  ['by one code', { op: 'in', field: 'custodian', values: ['SWB'] }, ['2', '1']],
  [
    'by several, an unknown one among them',
    { op: 'in', field: 'custodian', values: ['NFS', 'OLD'] },
    ['3', '4'],
  ],
  ['by empty cells', { op: 'in', field: 'inception_date', values: [null] }, ['3']],
  ['by empty cells, which includes empty texts', { op: 'in', field: 'city', values: [null] }, ['3', '4']],
  [
    'by an ID that came as a number and as text',
    { op: 'in', field: 'household_id', values: ['10'] },
    ['2', '1'],
  ],
  ['by a number, without others that look alike', { op: 'in', field: 'number', values: ['7'] }, ['3']],
  ['by one item of a list', { op: 'in', field: 'fee_structures_ids', values: ['5'] }, ['3', '4']],
  ['by a boolean, whatever its spelling', { op: 'in', field: 'is_taxable', values: ['false'] }, ['2']],
  ['by part of a text', { op: 'contains', field: 'name', text: 'ORE' }, ['3']],
  ['by the end of a text', { op: 'contains', field: 'name', text: 'MOREAU', at: 'end' }, ['3']],
  [
    'by the start of a text, but not its middle',
    { op: 'contains', field: 'name', text: 'ore', at: 'start' },
    [],
  ],
  [
    'by an excluded value, which keeps blanks',
    { op: 'not-in', field: 'city', values: ['Boise'] },
    ['2', '3', '4'],
  ],
  ['by cells that are not blank', { op: 'not-in', field: 'inception_date', values: [null] }, ['2', '1', '4']],
  [
    'by a list that lacks an item',
    { op: 'not-in', field: 'fee_structures_ids', values: ['4'] },
    ['2', '1', '4'],
  ],
  [
    'after a date, excluding that day',
    { op: 'range', field: 'inception_date', from: '2020-01-05', exclusive: true },
    ['2'],
  ],
  [
    'below an amount, excluding it',
    { op: 'range', field: 'required_cash', to: '20.5', exclusive: true },
    ['3'],
  ],
  ['by a pasted list, ignoring case', { op: 'listed', field: 'city', values: ['BOISE', 'x'] }, ['2', '1']],
  ['from a date', { op: 'range', field: 'inception_date', from: '2020-01-05' }, ['2', '1']],
  ['to a date, including that day', { op: 'range', field: 'inception_date', to: '2020-01-05' }, ['1', '4']],
  [
    'to a month, including its last day',
    { op: 'range', field: 'inception_date', from: '2021-01', to: '2021-06' },
    ['2'],
  ],
  [
    'between amounts, as numbers',
    { op: 'range', field: 'required_cash', from: '-5', to: '20.5' },
    ['2', '3'],
  ],
];

describe('filters', () => {
  it.each(FILTER_CASES)('%s', (_title, filter, keys) => {
    expect(queriedKeys(firm(), where(filter))).toEqual(keys);
  });

  it('finds pasted numbers with and without dashes, and returns those without a match', () => {
    const reader = readerWith({
      accounts: [
        { id: 1, name: 'Avery Lee', number: '0092-0892' },
        { id: 2, name: 'Roth RTX', number: '12345678' },
        { id: 3, name: 'Other', number: '99' },
      ],
    });
    const values = pastedValues("00920892\r\n'1234-5678\r\n12345678\r\nX-404\r\n");
    expect(values).toEqual(['00920892', '1234-5678', '12345678', 'X-404']);
    expect(queriedKeys(reader, where({ op: 'listed', field: 'number', values }))).toEqual(['1', '2']);
    const { missing } = reader.unmatchedValues({ resource: 'accounts', field: 'number', values });
    expect(missing).toEqual(['X-404']);
    expect(pastedValues('1, 2; 2')).toEqual(['1, 2; 2']);
    expect(listedParts('1, 2; 2')).toEqual(['1', '2']);
    expect(pastedValues('12345678; '.repeat(30))).toEqual(['12345678']); // longer than any value
    expect(pastedValues('Lee, Avery\nRoth')).toEqual(['Lee, Avery', 'Roth']);
  });

  it('combines with other filters and with the search', () => {
    const reader = firm();
    const swb: Filter = { op: 'in', field: 'custodian', values: ['SWB'] };
    const open: Filter = { op: 'in', field: 'status', values: ['funded'] };
    expect(queriedKeys(reader, where(swb, open))).toEqual(['1']);
    expect(queriedKeys(reader, { search: 'boise', ...where(swb) })).toEqual(['2', '1']);
    expect(queriedKeys(reader, { search: 'zed', ...where(swb) })).toEqual([]);
  });
});
