import type { CodeJob, CodeLine, CodeRow } from '../../../../preload/contract/calls/advisor-codes';

const NONE: CodeJob['counts'] = {
  ready: 0,
  wrong: 0,
  asked: 0,
  done: 0,
  refused: 0,
  unknown: 0,
  'not-sent': 0,
};

export const jobOf = ({
  counts,
  ...more
}: Partial<Omit<CodeJob, 'counts'>> & { counts?: Partial<CodeJob['counts']> } = {}): CodeJob => ({
  id: 'job-1',
  kind: 'create',
  state: 'planned',
  total: 1,
  accounts: 0,
  custodian: 'PER',
  failure: null,
  endedAt: null,
  checkedAt: null,
  over: false,
  ...more,
  counts: { ...NONE, ...counts },
});

export const lineOf = (more: Partial<CodeLine> = {}): CodeLine => ({
  index: 0,
  number: 1,
  custodian: 'PER',
  code: 'NEW-1',
  firmId: '39',
  accounts: 0,
  state: 'ready',
  remark: null,
  confirmed: null,
  ...more,
});

export const rowOf = (more: Partial<CodeRow> = {}): CodeRow => ({
  key: '801',
  state: 'mapped',
  record: '801',
  custodian: 'PER',
  code: '7AB',
  firmId: '39',
  accounts: 12,
  createdAt: '2026-01-02T00:00:00Z',
  updatedAt: null,
  ...more,
});
