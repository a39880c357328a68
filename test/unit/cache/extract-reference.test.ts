import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactFieldsOf, fieldsOf } from '#contract/exact-json/fields';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { cellOf, FITS_KIND, plainTextOf } from '#engine/cache/schema/cells';
import { extractor, extractValue } from '#engine/cache/schema/extract';
import { collationKeyOf } from '#engine/cache/schema/collation-key';
import { pairsCell } from '#engine/cache/schema/pairs';
import { tableNamed, type TableSchema } from '#engine/cache/schema/schema';
import { searchTailsOf } from '#engine/sqlite/search-text';

/** Reference implementation: reads field by field and value by value. */
function extractByField(table: TableSchema, raw: string) {
  const { resource, columns, searched, paired, collated } = table;
  const parsed = fieldsOf(raw) ?? {};
  const record = exactFieldsOf(raw) ?? {};
  const drift = Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    parsed[name] === null || parsed[name] === undefined || FITS_KIND[kind](parsed[name]) ? [] : name,
  );
  const read = (column: (typeof columns)[number]) =>
    cellOf(column, extractValue(column.name, column, record));
  const words = searched.flatMap((column) => {
    const cell = read(column);
    const others = (column.aliases ?? []).map((other) => plainTextOf(record[other]) ?? '');
    if (cell === null) return others;
    const word = Object.entries(column.labels ?? {}).find(([code]) => code === String(cell))?.[1] ?? '';
    return [String(cell), ...(column.searchBySuffix ? searchTailsOf(String(cell)) : []), word, ...others];
  });
  return {
    drift,
    cells: [
      ...columns.map(read),
      ...paired.map((column) => pairsCell(column, extractValue(column.name, column, record))),
      ...collated.map((column) => collationKeyOf(read(column))),
    ],
    words: wordsIn(words.join(' ')),
  };
}
const wordsIn = (text: string) => [...new Set(text.toLowerCase().split(' ').filter(Boolean))].sort();

/** Strings that start with # become bare numbers that JavaScript could not represent. */
const DIGITS = /"#(-?\d+(?:e\d+)?)"/g;
const value = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue() },
  fc.constantFrom(...['', '0', '007', ' 12.50 ', '1e5', '2024-02-30', '2024-02-29T10:00:00Z', 'Y', 'Müller']),
  fc.constantFrom<unknown>(0, -0, 0.1, 2 ** 53, true, false, null, [], [null], {}, ['x', 1, null]),
  fc.constantFrom<unknown>('#9007199254740993', '#-18446744073709551617', '#1e999', ['#9007199254740995', 4]),
  fc.constantFrom('SWB', 'funded', 'closed', 'Funded', 'ZZZ', 'constructor', '12-345678'),
  fc.constant([{ account_id: '#9007199254740993', fee_structure_id: 5 }]),
);
const hostileRecord = fc.constantFrom(...RESOURCE_NAMES).chain((resource) => {
  const names = Object.entries(resourceNamed(resource).fields).flatMap(([name, { aliases = [] }]) => [
    name,
    ...aliases,
  ]);
  const record = fc.dictionary(fc.constantFrom(...names, 'unknown_field'), value, { maxKeys: 40 });
  return record.map((fields) => ({ resource, raw: JSON.stringify(fields).replace(DIGITS, '$1') }));
});

it('extracts drift, cells and search text of any record as the field-by-field reference does', () => {
  fc.assert(
    fc.property(hostileRecord, ({ resource, raw }) => {
      const table = tableNamed(resource);
      const { drift, cells, words } = extractor(table)(raw);
      expect({
        // '?' marks a record without a key, which the reference does not check.
        drift: drift?.split(',').filter((name) => name !== '?') ?? [],
        cells,
        words: wordsIn(words),
      }).toEqual(extractByField(table, raw));
    }),
    { numRuns: 1_500 },
  );
});
