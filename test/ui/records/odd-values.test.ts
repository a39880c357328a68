import { render, screen } from '@testing-library/svelte';
import { describe, expect, it, test } from 'vitest';
import { resources } from '#contract/resources';
import { formatDate, formatDateTime, formatValue } from '../../../renderer/ui/format';
import { OpenedRecord } from '../../../renderer/records/record/opened-record.svelte';
import { nestedTable } from '../../../renderer/records/record/nested-tables';
import RawJson from '../../../renderer/records/record/RawJson.svelte';
import { OTHER_GROUP, readRecord, titleOfRecord } from '../../../renderer/records/record/record';
import RecordFields from '../../../renderer/records/record/RecordFields.svelte';
import { declaredFailure, fakeEngine } from '../fakes';

const viewOf = (raw: string) => readRecord(resources.accounts, raw, []);
const fieldOf = (raw: string, name: string) =>
  viewOf(raw)
    .groups.flatMap(({ fields }) => fields)
    .find((field) => field.name === name);

describe('object where a simple value is expected', () => {
  it.each(['text', 'id', 'choice', 'money', 'boolean', 'date', 'dateTime', 'percent'] as const)(
    'is shown as JSON: %s',
    (kind) => {
      expect(formatValue({ kind }, { a: [1, null] })).toBe('{"a":[1,null]}');
    },
  );
  it('is shown as JSON in a list and in the record', () => {
    expect(formatValue({ kind: 'texts' }, ['x', { a: 1 }])).toBe('x, {"a":1}');
    expect(fieldOf('{"name":{"first":"V"}}', 'name')?.text).toBe('{"first":"V"}');
    expect(
      fieldOf('{"advisor_codes":[{"code":"4UJ","custodian":"Pershing"},"X"]}', 'advisor_codes')?.text,
    ).toBe('{"code":"4UJ","custodian":"Pershing"}\nX');
  });
});

describe('code named like an Object.prototype member', () => {
  it.each(['constructor', 'toString', '__proto__'])('is unknown like any other code: %s', (code) => {
    expect(formatValue({ kind: 'choice', labels: { C: 'Custodian' } }, code)).toBe(`Unknown (${code})`);
  });
});

describe('fields named like Object.prototype members', () => {
  const raw = '{"name":"V","__proto__":{"a":1},"constructor":"c","toString":5,"hasOwnProperty":null}';
  it('are listed like any other field', () => {
    const otherGroup = viewOf(raw).groups.find(({ label }) => label === OTHER_GROUP);
    expect(otherGroup?.fields.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ]);
    expect(fieldOf(raw, 'constructor')?.text).toBe('c');
    expect(fieldOf(raw, 'toString')?.text).toBe('5');
  });
  it('are not shown if they were not sent', () => {
    expect(viewOf('{"name":"V"}').groups.some(({ label }) => label === OTHER_GROUP)).toBe(false);
    expect(nestedTable([{ constructor: 'c' }, { rate: 1 }])?.rows).toEqual([
      ['c', '—'],
      ['—', '1'],
    ]);
  });
});

describe('dates that do not exist', () => {
  it.each(['2026-02-30', '2026-13-01', '2025-02-29', '2026-04-31', '2026-00-10'])(
    'does not convert %s to another date, and warns in the record',
    (day) => {
      expect(formatDate(day)).toBe(day);
      expect(formatDateTime(`${day}T08:00:00Z`)).toBe(`${day}T08:00:00Z`);
      expect(fieldOf(`{"opened_date":"${day}","x_date":"${day}"}`, 'x_date')?.warning).toBe('no-such-day');
    },
  );
  it('accepts leap days and ends of months', () => {
    for (const day of ['2024-02-29', '2000-02-29', '2026-12-31'])
      expect(fieldOf(`{"x_date":"${day}"}`, 'x_date')?.warning).toBeNull();
    expect(formatDate('2024-02-29')).toBe('Feb 29, 2024');
  });
});

describe('hidden characters', () => {
  const name = '\u202E001 seloiV\u200F';
  it('are written out so that numbers appear as they were sent', () => {
    expect(formatValue({ kind: 'text' }, name)).toBe('[U+202E]001 seloiV[U+200F]');
    expect(formatValue({ kind: 'money' }, '\u202E12.50')).toBe('[U+202E]12.50');
    expect(titleOfRecord(resources.accounts, JSON.stringify({ name }), name)).not.toContain('\u202E');
    expect(fieldOf(JSON.stringify({ name }), 'name')).toMatchObject({ warning: 'hidden-marks', plain: name });
  });
  it('are flagged in the record', () => {
    render(RecordFields, { content: viewOf(JSON.stringify({ name, x_date: '2026-02-30' })) });
    expect(screen.getByText('hidden characters')).toBeTruthy();
    expect(screen.getByText('no such date')).toBeTruthy();
  });
  it('appear as escapes in the JSON', () => {
    render(RawJson, { raw: JSON.stringify({ name }) });
    const text = screen.getByLabelText('Raw JSON').textContent;
    expect(text).toContain('\\u202e001');
    expect(JSON.parse(text)).toEqual({ name });
  });
});

describe('values nested thousands deep', () => {
  const deep = `${'['.repeat(3_000)}1${']'.repeat(3_000)}`;
  it('are read, titled and displayed', () => {
    const raw = `{"name":"V","deep":${deep}}`;
    expect(fieldOf(raw, 'deep')?.plain).toBe(deep);
    expect(titleOfRecord(resources.accounts, raw, '')).toBe('V');
    render(RawJson, { raw });
    const text = screen.getByLabelText('Raw JSON').textContent;
    expect(text.length).toBeLessThan(1_000_000); // indented at every level, it would have 18 MB
  });
});

test('lists `object`, the type of a record, among the internal fields', () => {
  const { groups } = viewOf('{"object":"account_management.account","name":"V"}');
  expect(groups.some(({ label }) => label === OTHER_GROUP)).toBe(false);
  expect(groups.find(({ isInternal }) => isInternal)?.fields.map(({ name }) => name)).toContain('object');
});

test("does not keep showing the previous record if the next one can't be read", async () => {
  const { engine } = fakeEngine({
    'records.get': ({ key }: { key: string }) => {
      if (key === '2') throw declaredFailure('unexpected');
      return { raw: '{"name":"One"}', title: 'One', fetchedAt: '2026-11-21T07:00:00Z', drift: [] };
    },
    'records.links': () => [],
  });
  const record = new OpenedRecord();
  record.show({ resource: 'accounts', key: '1' });
  await record.load(engine);
  expect(record.data?.title).toBe('One');
  record.show({ resource: 'accounts', key: '2' });
  await record.load(engine);
  expect(record.failure?.kind).toBe('unexpected');
  expect(record.data).toBeNull();
});

test('makes all buttons beside the values of a record one tab stop', () => {
  const view = viewOf('{"name":"V","number":"A1","status":"funded","custodian":"SWB"}');
  render(RecordFields, { content: view });
  const copies = screen.getAllByRole('button', { name: /^Copy / });
  expect(copies.length).toBeGreaterThan(2);
  expect(copies.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});
