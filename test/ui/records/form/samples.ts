import type { Draft, DraftField, DraftRow } from '#contract/edit';

export const sampleDraft = (overrides: Partial<Draft> = {}): Draft => ({
  id: 'd1',
  resource: 'accounts',
  kind: 'edit',
  origin: 'form',
  total: 1,
  counts: { ready: 0, unchanged: 1, wrong: 0, conflict: 0, gone: 0 },
  key: '216897',
  title: 'Violet Juns',
  edits: [],
  sourceJob: null,
  file: null,
  createdAt: '2026-11-21T07:00:00Z',
  updatedAt: '2026-11-21T07:00:00Z',
  checkedAt: null,
  isChecking: false,
  checkFailure: null,
  ...overrides,
});

export const sampleDraftRow = (fields: DraftField[] = [], overrides: Partial<DraftRow> = {}): DraftRow => ({
  index: 0,
  key: '216897',
  title: 'Violet Juns',
  subtitle: 'DEMO3577',
  line: null,
  state: fields.length === 0 ? 'unchanged' : 'ready',
  fields,
  issue: null,
  ...overrides,
});

export const RAW =
  '{"id":216897,"name":"Violet Juns","required_cash":5000,"notes":null,"payment_source":"C",' +
  '"household_id":90071992547409931,"first_billable_date":"2020-01-31T00:00:00Z","fee_structures_ids":[7,"8"]}';
