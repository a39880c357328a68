import { zeroCounts } from '#contract/counts';
import { draftRowState, type Draft, type DraftRow, type EditLine } from '#contract/edit';
import { rowState, type Job, type JobRow } from '#contract/job';

export const sampleBulkDraft = ({
  counts,
  ...overrides
}: Partial<Omit<Draft, 'counts'>> & { counts?: Partial<Draft['counts']> } = {}): Draft => ({
  id: 'draft-1',
  resource: 'accounts',
  kind: 'edit',
  origin: 'bulk',
  total: 12,
  key: null,
  title: null,
  edits: [{ op: 'set', field: 'required_cash', json: '5000.00' }],
  sourceJob: null,
  file: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  checkedAt: '2026-11-20T10:01:00Z',
  isChecking: false,
  checkFailure: null,
  ...overrides,
  counts: { ...zeroCounts(draftRowState.options), ...counts },
});

export const sampleBulkDraftRow = (overrides: Partial<DraftRow> = {}): DraftRow => ({
  index: 0,
  key: '101',
  title: 'Harbor Trust',
  subtitle: '4471-2093 · Pershing',
  line: null,
  state: 'ready',
  fields: [{ field: 'required_cash', before: '0.10', after: '5000.00', issue: null }],
  issue: null,
  ...overrides,
});

export const editJobOf = ({
  counts,
  ...overrides
}: Partial<Omit<Job, 'counts'>> & { counts?: Partial<Job['counts']> } = {}): Job => ({
  id: 'job-1',
  kind: { resource: 'accounts', operation: 'edit' },
  state: 'done',
  total: 12,
  verified: { yes: 0, no: 0 },
  facts: {},
  failure: null,
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: '2026-11-20T10:02:00Z',
  endedAt: '2026-11-20T10:03:00Z',
  checkedAt: null,
  isChecking: false,
  checkFailure: null,
  ...overrides,
  counts: { ...zeroCounts(rowState.options), ...counts },
});

export const sampleEditRow = ({
  input,
  ...overrides
}: Partial<Omit<JobRow, 'input'>> & { input?: Partial<EditLine> } = {}): JobRow => ({
  index: 0,
  state: 'done',
  issue: null,
  responseIds: [],
  verified: null,
  ...overrides,
  input: {
    key: '101',
    title: 'Harbor Trust',
    subtitle: '4471-2093 · Pershing',
    line: null,
    fields: [{ field: 'required_cash', before: '0.10', after: '5000.00' }],
    ...input,
  } satisfies EditLine,
});
