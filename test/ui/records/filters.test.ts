import { describe, expect, test } from 'vitest';
import { columnsOf, type Column } from '#contract/resource';
import { resources } from '#contract/resources';
import { withSelectedValues } from '../../../renderer/records/list/facet-values';
import * as conditions from '../../../renderer/records/list/conditions';
import { filterColumns } from '../../../renderer/records/list/columns';
import * as filters from '../../../renderer/records/list/filters';
import * as ranges from '../../../renderer/records/list/ranges';
import { ResourceQuery, sameRequest } from '../../../renderer/records/list/query.svelte';

const columnOf = (name: string): Column => {
  const column = columnsOf(resources.accounts).find((candidate) => candidate.name === name);
  if (!column) throw new Error(name);
  return column;
};

describe('filter description', () => {
  test.each([
    ['status', { op: 'in', field: 'status', values: ['funded'] }, 'is Funded'],
    ['status', { op: 'in', field: 'status', values: ['funded', 'stale'] }, 'is Funded or Stale'],
    ['status', { op: 'in', field: 'status', values: ['funded', 'stale', 'x', 'y'] }, 'is Funded or 3 others'],
    ['household_id', { op: 'in', field: 'household_id', values: [null] }, 'is blank'],
    ['is_taxable', { op: 'in', field: 'is_taxable', values: ['true'] }, 'is Yes'],
    ['name', { op: 'contains', field: 'name', text: 'smi' }, 'contains “smi”'],
    ['name', { op: 'contains', field: 'name', text: 'th', at: 'end' }, 'ends with “th”'],
    ['status', { op: 'not-in', field: 'status', values: ['closed'] }, 'is not Closed'],
    ['city', { op: 'not-in', field: 'city', values: [null] }, 'is not blank'],
    ['number', { op: 'listed', field: 'number', values: ['1', '2'] }, 'is one of 2 pasted values'],
    ['required_cash', { op: 'range', field: 'required_cash', from: '5', exclusive: true }, 'more than $5.00'],
    [
      'inception_date',
      { op: 'range', field: 'inception_date', to: '2026-01-01', exclusive: true },
      'before Jan 1, 2026',
    ],
    ['close_date', { op: 'last-days', field: 'close_date', days: 90 }, 'in the last 90 days'],
    ['inception_date', { op: 'range', field: 'inception_date', from: '2020-01-01' }, 'from Jan 1, 2020'],
    ['inception_date', { op: 'range', field: 'inception_date', to: '2020-01-01' }, 'to Jan 1, 2020'],
    [
      'inception_date',
      { op: 'range', field: 'inception_date', from: '2020-01-01', to: '2020-03-31' },
      'Jan 1, 2020 – Mar 31, 2020',
    ],
    ['required_cash', { op: 'range', field: 'required_cash', from: '1000' }, 'at least $1,000.00'],
  ] as const)('describes a filter: %s', (name, filter, text) =>
    expect(
      filters.describeFilter(columnOf(name), {
        ...filter,
        ...('values' in filter ? { values: [...filter.values] } : {}),
      } as Parameters<typeof filters.describeFilter>[1]),
    ).toBe(text),
  );
});

describe('filters', () => {
  test('opens a filter with a list of values for codes that repeat, and a text for other fields', () => {
    const firstCondition = (name: string) => conditions.conditionsOf(columnOf(name))[0]?.value;
    expect([firstCondition('advisor_code'), firstCondition('acct_type')]).toEqual(['in', 'in']);
    expect([firstCondition('name'), firstCondition('number')]).toEqual(['contains', 'contains']);
    expect(conditions.conditionsOf(columnOf('advisor_code')).map(({ value }) => value)).toContain('start');
  });

  test('builds a filter from selected values, and none without values', () => {
    const filterFor = (condition: conditions.Condition, values: (string | null)[]) =>
      conditions.conditionFilter('status', condition, { text: 'x', values });
    expect(filterFor('in', ['funded', null])).toEqual({
      op: 'in',
      field: 'status',
      values: ['funded', null],
    });
    expect(filterFor('not-in', ['funded'])).toEqual({ op: 'not-in', field: 'status', values: ['funded'] });
    expect(filterFor('in', [])).toBeNull();
    expect(filterFor('not-in', [])).toBeNull();
  });

  test('defaults to "contains" for text columns and to values for codes', () => {
    const [city, status] = ['city', 'status'].map((name) => columnOf(name));
    if (!city || !status) throw new Error('no such columns');
    expect(conditions.conditionOf(city, undefined)).toBe('contains');
    expect(conditions.conditionOf(status, undefined)).toBe('in');
    expect(conditions.conditionsOf(status).map(({ label }) => label)).toEqual([
      'is',
      'is not',
      'is blank',
      'is not blank',
    ]);
  });

  test.each(['in', 'not-in', 'contains', 'start', 'end', 'blank', 'filled'] as const)(
    'reads the filter of the condition %s back as the same condition',
    (condition) => {
      const filter = conditions.conditionFilter('city', condition, { text: ' bo ', values: ['Boise'] });
      expect(filter && conditions.conditionOf(columnOf('city'), filter)).toBe(condition);
    },
  );

  test('keeps one filter per field in its original position', () => {
    const list = [
      { op: 'in' as const, field: 'city', values: ['Boston'] },
      { op: 'in' as const, field: 'status', values: ['stale'] },
    ];
    const next = filters.withFilter(list, 'city', { op: 'contains', field: 'city', text: 'bo' });
    expect(next.map(({ field }) => field)).toEqual(['city', 'status']);
    expect(next[0]?.op).toBe('contains');
  });

  test('builds a range from the input and reports errors in it', () => {
    const money = columnOf('required_cash');
    const filterFor = (condition: conditions.Condition, from: string, to = '') =>
      ranges.rangeFilter(money, condition, { from, to });
    expect(filterFor('between', ' 10 ')).toEqual({ op: 'range', field: 'required_cash', from: '10' });
    expect(filterFor('more', '10')).toEqual({
      op: 'range',
      field: 'required_cash',
      from: '10',
      exclusive: true,
    });
    expect(filterFor('less', '10')).toEqual({
      op: 'range',
      field: 'required_cash',
      to: '10',
      exclusive: true,
    });
    expect(filterFor('is', '10')).toEqual({ op: 'range', field: 'required_cash', from: '10', to: '10' });
    expect(filterFor('between', '')).toBeNull();
    const errorFor = (from: string, to = '', column = money, condition: conditions.Condition = 'between') =>
      ranges.rangeError(column, condition, { from, to });
    expect(errorFor('10', '9')).toContain('after');
    expect(errorFor('9', '10')).toBeNull();
    expect(errorFor('ten')).toContain('number');
    const inception = columnOf('inception_date');
    expect(errorFor('2026-02-01', '2026-01-01', inception)).toContain('after');
    const updated = columnOf('updated_at_utc');
    for (const condition of ['is', 'more', 'less', 'between'] as const)
      expect(errorFor('12026-01-01', '', updated, condition)).toContain('year');
    expect(errorFor('90', '', inception, 'last-days')).toBeNull();
    expect(errorFor('a week', '', inception, 'last-days')).toContain('days');
  });

  test.each(['required_cash', 'inception_date', 'updated_at_utc'])(
    'reads a range of %s back as the same condition and texts',
    (name) => {
      const column = columnOf(name);
      const lower = conditions.isDated(column) ? '2026-03-01' : '5';
      const upper = conditions.isDated(column) ? '2026-03-09' : '7';
      const offered = conditions.conditionsOf(column).map(({ value }) => value);
      expect(offered.includes('last-days')).toBe(conditions.isDated(column));
      for (const condition of ['between', 'more', 'less', 'is'] as const) {
        const text = { from: lower, to: condition === 'between' ? upper : condition === 'is' ? lower : '' };
        const filter = ranges.rangeFilter(column, condition, text) ?? undefined;
        // A moment's "is" is stored as the first and last moment of a day.
        expect(filter && conditions.conditionOf(column, filter)).toBe(
          condition === 'is' && column.kind === 'dateTime' ? 'between' : condition,
        );
        expect(ranges.rangeText(column, filter)).toEqual(text);
      }
    },
  );

  test('covers whole local days of a timestamp', () => {
    const updated = columnOf('updated_at_utc');
    const range = ranges.rangeFilter(updated, 'is', { from: '2026-03-01', to: '' });
    if (range?.op !== 'range' || !range.from || !range.to)
      throw new Error('The range has fewer than two ends.');
    expect(Date.parse(range.to) - Date.parse(range.from)).toBe(24 * 3600 * 1000 - 1);
    expect(ranges.boundText(updated, range.from)).toBe('2026-03-01');
    expect(filters.describeFilter(updated, range)).toBe('is Mar 1, 2026');
  });

  test('lists status and custodian first and allows filtering by every column', () => {
    const { common, others } = filterColumns(resources.accounts);
    expect(common.slice(0, 2).map(({ name }) => name)).toEqual(['status', 'custodian']);
    expect(common.length + others.length).toBe(columnsOf(resources.accounts).length);
  });

  test('offers only blank and not blank as conditions on a token', () => {
    const token = columnsOf(resources.accounts).find(({ secret }) => secret);
    expect(token && conditions.conditionsOf(token).map(({ value }) => value)).toEqual(['blank', 'filled']);
  });

  test('marks the columns of accounts that the service can filter', () => {
    const offered = columnsOf(resources.accounts).filter((column) => column.filter);
    expect(offered.map(({ name }) => name).sort()).toEqual([
      'acct_type',
      'advisor_code',
      'city',
      'close_date',
      'custodian',
      'firm_id',
      'household_id',
      'id',
      'inception_date',
      'is_tax_deferred',
      'is_taxable',
      'name',
      'number',
      'payment_source',
      'status',
      'zip_code',
    ]);
  });

  test('keeps selected values visible even when they are rare, unless a search excludes them', () => {
    const values = [{ value: 'a', count: 3 }];
    expect(withSelectedValues(values, ['z', 'a'], '')).toEqual([
      { value: 'z', count: 0 },
      { value: 'a', count: 3 },
    ]);
    expect(withSelectedValues(values, ['z'], 'a')).toEqual(values);
  });

  test('lists a value once that a filter from a record with a repeated ID has twice', () => {
    expect(withSelectedValues([], ['z', 'z'], '')).toEqual([{ value: 'z', count: 0 }]);
  });
});

describe('list query', () => {
  test('starts with the complete list in its default order', () => {
    const query = new ResourceQuery('accounts');
    expect(query.query).toEqual({
      resource: 'accounts',
      search: '',
      filters: [],
      sort: { field: 'name', descending: false },
    });
    expect(query.isFiltered).toBe(false);
  });

  test('applies a saved view without unknown fields, and detects changes to it', () => {
    const query = new ResourceQuery('accounts');
    const view = {
      id: 'v',
      resource: 'accounts' as const,
      name: 'Stale',
      createdAt: '',
      columns: null,
      favorite: false,
      isDefault: false,
      query: {
        search: 'ira',
        filters: [
          { op: 'in' as const, field: 'status', values: ['stale'] },
          { op: 'in' as const, field: 'not_a_field', values: ['x'] },
        ],
        sort: { field: 'not_a_column', descending: true },
      },
    };
    query.apply({
      ...view,
      query: { ...view.query, filters: view.query.filters.slice(0, 1), sort: query.sort },
    });
    expect(query.differsFromView).toBe(false);
    query.search = 'iras';
    expect(query.differsFromView).toBe(true);
    query.apply(view);
    expect(query.filters.map(({ field }) => field)).toEqual(['status']);
    expect(query.sort.field).toBe('name');
  });

  test('treats requests with filters in a different order as equal', () => {
    const sort = { field: 'name', descending: false };
    const condition = { op: 'contains' as const, field: 'city', text: 'a' };
    const otherCondition = { op: 'contains' as const, field: 'name', text: 'b' };
    expect(
      sameRequest(
        { search: ' x ', filters: [condition, otherCondition], sort },
        { search: 'x', filters: [otherCondition, condition], sort },
      ),
    ).toBe(true);
    expect(
      sameRequest(
        { search: 'x', filters: [condition], sort },
        { search: 'x', filters: [otherCondition], sort },
      ),
    ).toBe(false);
  });
});
