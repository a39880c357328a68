import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change, ChangeFilter } from '#contract/features/changes/calls';
import { createHistoryReader } from '#engine/history/history-reader';
import { openHistoryWriter, type FoundChange } from '#engine/history/history-writer';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, missingFile } from './temp-cache';

const RESOURCES = ['accounts', 'relatedPersons', 'billingGroups'] as const;
const KINDS = ['new', 'changed', 'removed'] as const;
const CUSTODIANS = ['SWB', 'PER', null];
const FIELDS = ['city', 'status', 'name'];
const DAY = 86_400_000;
const toLocalDay = (moment: string): string => {
  const date = new Date(moment);
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

/** Returns a change that depends only on its number. */
function foundChange(seq: number): FoundChange {
  const pick = <T>(among: readonly T[], step: number): T => among[Math.floor(seq / step) % among.length] as T;
  const kind = pick(KINDS, 3);
  const changed = FIELDS.filter((_, index) => kind === 'changed' && (seq >> index) % 2 === 1);
  return {
    seq,
    run: Math.floor(seq / 50) % 4,
    at: new Date(Date.UTC(2026, 9, 1) + Math.floor(seq / 50) * DAY * 0.4).toISOString(),
    resource: pick(RESOURCES, 1),
    key: String(seq % 40),
    title: pick(['Sarah Schmidt', 'Ira Juns'], 2),
    number: null,
    custodian: pick(CUSTODIANS, 5),
    kind,
    fields: JSON.stringify(changed.map((field) => ({ field, before: null, after: '"Boise"' }))),
  };
}

const filters: fc.Arbitrary<ChangeFilter> = fc.record(
  {
    runId: fc.integer({ min: 0, max: 5 }),
    resource: fc.constantFrom(...RESOURCES),
    kind: fc.constantFrom(...KINDS),
    custodian: fc.constantFrom('SWB', 'PER', 'NFS'),
    field: fc.constantFrom(...FIELDS, 'notes'),
    text: fc.constantFrom('s', 'sarah sch', 'boise', 'nobody', '?!'),
    from: fc.constantFrom('2026-10-02', '2026-10-04'),
    to: fc.constantFrom('2026-10-01', '2026-10-03'),
    key: fc.constantFrom('0', '7', '39'),
  },
  { requiredKeys: [] },
);

/** Reference implementation: checks every single change. */
function matchesFilter(change: Change, filter: ChangeFilter): boolean {
  const { title, fields, kind, at } = change;
  // A custodian is found by its code and its name; no searched text begins like Pershing's.
  const searched = `${title} ${fields.length > 0 ? 'boise' : ''} ${change.custodian === 'SWB' ? 'swb schwab' : ''}`;
  const words = searched.toLowerCase().split(' ');
  const wanted = filter.text?.toLowerCase().split(' ');
  return (
    (filter.runId === undefined || change.runId === filter.runId) &&
    (!filter.resource || change.resource === filter.resource) &&
    (!filter.kind || kind === filter.kind) &&
    (!filter.custodian || change.custodian === filter.custodian) &&
    (!filter.field || fields.some(({ field }) => field === filter.field)) &&
    (!filter.from || toLocalDay(at) >= filter.from) &&
    (!filter.to || toLocalDay(at) <= filter.to) &&
    (!filter.key || change.key === filter.key) &&
    (!wanted || wanted.every((start) => words.some((word) => word.startsWith(start))))
  );
}

function countValues(values: readonly (string | null)[]): { value: string; count: number }[] {
  const known = [...new Set(values)].filter((value) => value !== null);
  return known
    .map((value) => ({ value, count: values.filter((other) => other === value).length }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

it('finds and counts as a full scan does, even after additions and trimming', async () => {
  const file = missingFile();
  const writer = closeAfterTest(openHistoryWriter(file, CACHE_KEY, { maxBytes: 150_000 }));
  const reader = closeAfterTest(createHistoryReader(file, CACHE_KEY));
  const storeRange = (from: number, to: number) =>
    writer.storeChanges(
      'cache',
      [],
      Array.from({ length: to - from }, (_, index) => foundChange(from + index)),
    );
  const steps = [
    () => undefined, // no changes yet
    () => storeRange(1, 300),
    () => storeRange(300, 600),
    () => writer.trim(),
    () => storeRange(600, 640),
  ];
  for (const step of steps) {
    step();
    await reader.loadAll();
    const all = [...reader.each({})];
    const moment = '2026-10-02T12:00:00.000Z';
    const later = all.filter(({ at }) => at > moment);
    expect(reader.since(moment)).toEqual(
      countValues(later.map(({ resource }) => resource)).map(({ value: resource, count }) => {
        const here = later.filter((change) => change.resource === resource && change.runId === 0).length;
        return { resource, inApp: here, inService: count - here };
      }),
    );
    fc.assert(
      fc.property(filters, fc.integer({ min: 0, max: 30 }), (filter, offset) => {
        const without = (part: keyof ChangeFilter) =>
          all.filter((change) => matchesFilter(change, { ...filter, [part]: undefined }));
        const found = all.filter((change) => matchesFilter(change, filter));
        expect([...reader.each(filter)]).toEqual(found);
        expect(reader.list({ filter, offset, limit: 7 })).toEqual({
          total: found.length,
          items: found.slice(offset, offset + 7),
        });
        expect(reader.facets({ filter })).toEqual({
          resources: countValues(without('resource').map(({ resource }) => resource)),
          kinds: countValues(without('kind').map(({ kind }) => kind)),
          custodians: countValues(without('custodian').map(({ custodian }) => custodian)),
          fields: countValues(without('field').flatMap(({ fields }) => fields.map(({ field }) => field))),
        });
      }),
      { numRuns: 60 },
    );
  }
  const { dropped, changes } = reader.size();
  expect(dropped?.changes).toBeGreaterThan(0);
  expect([...reader.each({})]).toHaveLength(changes);
});

it('preloads the search data in full before the first query', () => {
  const file = missingFile();
  const writer = closeAfterTest(openHistoryWriter(file, CACHE_KEY));
  const reader = closeAfterTest(createHistoryReader(file, CACHE_KEY));
  writer.storeChanges(
    'cache',
    [],
    Array.from({ length: 20_001 }, (_, index) => foundChange(index + 1)), // one more than a chunk
  );
  expect([reader.prepare(), reader.prepare(), reader.prepare()]).toEqual([true, false, false]);
  expect(reader.list({ filter: {}, offset: 0, limit: 1 }).total).toBe(20_001);
});
