import { expect, test } from 'vitest';
import type { Draft } from '../../../../preload/contract/edit';
import { rowNotes } from '../../../../renderer/resource/list/row-notes';

const draft = (key: string | null, more: Partial<Draft> = {}): Draft =>
  ({ id: `d${key}`, resource: 'accounts', kind: 'edit', key, ...more }) as Draft;

test('a row says that it has a draft, and what was sent to it and is not confirmed', () => {
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
