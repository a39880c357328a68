import { expect, test } from 'vitest';
import type { Draft } from '#contract/edit';
import { withSentCells } from '../../../../renderer/records/list/source';
import { rowNotes, sentCells } from '../../../../renderer/records/list/row-marks.svelte';

const draft = (key: string | null, overrides: Partial<Draft> = {}): Draft =>
  ({ id: `d${key}`, resource: 'accounts', kind: 'edit', key, ...overrides }) as Draft;

test('shows on a row that it has a draft and which sent changes are unconfirmed', () => {
  const sent = [
    { key: '2', field: 'nickname', json: '"Boat"', at: '2026-11-22T08:00:00Z' },
    { key: '3', field: 'nickname', json: '"Core"', at: '2026-11-22T08:00:00Z' },
  ];
  const drafts = [draft('1'), draft('2'), draft('4', { resource: 'billingGroups' }), draft(null)];
  expect([...rowNotes('accounts', drafts, sent)]).toEqual([
    ['1', 'draft, not sent'],
    ['2', 'draft, not sent; nickname not confirmed'],
    ['3', 'nickname not confirmed'],
  ]);
});

test('notes a draft once if a record of another list has the same ID', () => {
  const drafts = [draft('1', { resource: 'households' }), draft('1')];
  expect([...rowNotes('accounts', drafts, [])]).toEqual([['1', 'draft, not sent']]);
  expect([...rowNotes('accounts', drafts.slice(0, 1), [])]).toEqual([]);
});

test('shows a sent nickname that the service hides as not confirmed instead of blank', async () => {
  const sent = sentCells('accounts', [
    { key: '2', field: 'nickname', json: '"Boat"', at: '2026-11-22T08:00:00Z' },
    { key: '1', field: 'nickname', json: 'null', at: '2026-11-22T08:00:00Z' },
  ]);
  const source = {
    window: () =>
      Promise.resolve({
        total: 2,
        rows: ['1', '2'].map((key) => ({ key, isDrifted: false, cells: [`Name ${key}`, null, null] })),
      }),
  };
  const { rows } = await withSentCells(source as never, () => sent).window(
    ['name', 'nickname', 'notes'],
    0,
    2,
  );
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Name 1', 'Cleared (not confirmed)', null],
    ['Name 2', 'Boat (not confirmed)', null],
  ]);
});
