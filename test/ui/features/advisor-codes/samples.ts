import type { CodeLine } from '#contract/features/advisor-codes/schemas';
import type { CodeRow } from '#contract/features/advisor-codes/calls';
import { rowState, type Job, type JobRow } from '#contract/job';

const NONE = Object.fromEntries(rowState.options.map((state) => [state, 0])) as Job['counts'];

export const sampleCodesJob = ({
  counts,
  ...overrides
}: Partial<Omit<Job, 'counts'>> & { counts?: Partial<Job['counts']> } = {}): Job => ({
  id: 'job-1',
  kind: { resource: 'advisorCodes', operation: 'create' },
  state: 'planned',
  total: 1,
  verified: { yes: 0, no: 0 },
  facts: { accounts: 0, custodian: 'PER', custodians: 1 },
  failure: null,
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: null,
  endedAt: null,
  checkedAt: null,
  isChecking: false,
  checkFailure: null,
  ...overrides,
  counts: { ...NONE, ...counts },
});

export const rowWith = ({
  input,
  ...overrides
}: Partial<Omit<JobRow, 'input'>> & { input?: Partial<CodeLine> } = {}): JobRow => ({
  index: 0,
  state: 'planned',
  issue: null,
  responseIds: [],
  verified: null,
  ...overrides,
  input: {
    number: 1,
    custodian: 'PER',
    code: 'NEW-1',
    firmId: '39',
    accounts: 0,
    record: null,
    ...input,
  } satisfies CodeLine,
});

export const sampleCodeRow = (overrides: Partial<CodeRow> = {}): CodeRow => ({
  key: '801',
  state: 'mapped',
  record: '801',
  custodian: 'PER',
  code: '7AB',
  firmId: '39',
  accounts: 12,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: null,
  ...overrides,
});
