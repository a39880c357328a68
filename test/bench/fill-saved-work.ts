import { createHash, randomUUID } from 'node:crypto';
import type { Workspace } from '#engine/workspace/open/workspace';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { openTestWorkspace } from '#test/support/saved-work';

/** Amount of work that users of a large firm save over several years. */
export const SAVED_WORK_SIZES = {
  views: 5_000,
  requests: 2_000,
  lines: 200_000,
  edits: 500,
  rowsOfEach: 100,
  drafts: 500,
  savedFiles: 2_000,
  marks: 20_000,
};
/** Number of log entries per transaction: one transaction each would wait for the disk once per entry. */
const BATCH = 5_000;
const FACTS = { custodian: 'PER', field: 'nickname' };

/** Fills a connection's workspace with SAVED_WORK_SIZES, as the app writes it. */
export function fillSavedWork(file: string, key: string, note: string): void {
  const workspace = openTestWorkspace(file, key, { note, connection: () => 'Bench' });
  writeViews(workspace);
  writeRequests(workspace);
  writeEdits(workspace);
  writeFiles(workspace);
  writeMarks(workspace);
  for (let left = SAVED_WORK_SIZES.lines; left > 0; left -= BATCH)
    workspace.transaction(() => {
      for (let index = 0; index < Math.min(left, BATCH); index += 1)
        workspace.activity.note({ kind: 'records-copy', count: index, facts: FACTS });
    });
  workspace.close();
}

function writeViews({ views, transaction }: Workspace): void {
  const query = {
    search: '',
    filters: [{ op: 'in' as const, field: 'custodian', values: ['PER'] }],
    sort: { field: 'number', descending: false },
  };
  transaction(() => {
    for (let index = 0; index < SAVED_WORK_SIZES.views; index += 1)
      views.save({ resource: 'accounts', name: `Accounts of team ${index}`, query });
  });
}

const CONTENT: RoiDraftContent = {
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB'],
  advisorName: 'Ann Lee',
  firmName: 'Harborview Wealth',
  senderName: 'Tom Park',
  cc: [],
  replyTo: [],
  typed: { codes: '', cc: '', replyTo: '' },
};

/** Writes ROI requests, half of them open. */
function writeRequests({ roi: { drafts, requests }, transaction }: Workspace): void {
  transaction(() => {
    for (let index = 0; index < SAVED_WORK_SIZES.requests; index += 1) {
      const codes = [`C${index % 400}`];
      const content = { ...CONTENT, codes };
      const { request } = requests.begin({
        draft: drafts.create(content).id,
        content,
        custodian: 'PER',
        json: JSON.stringify({
          custodian: 'PER',
          advisor_codes: codes,
          owner_name: 'Ann Lee',
          firm_name: 'Harborview Wealth',
          sender_name: 'Tom Park',
          cc_emails: [],
          reply_to_emails: [],
        }),
        codes,
        followUp: '2026-01-05',
        since: '9999-01-01', // no earlier request counts, because codes repeat
        shownEarlier: [],
        accountKeys: [],
      });
      requests.end(request.id, { state: 'sent', response: { status: 'Sent' } });
      requests.addNote(request.id, 'Called them.');
      if (index % 2 === 0) requests.close(request.id, 'granted');
    }
  });
}

const rowOf = (index: number) => ({
  key: String(index),
  title: `Account ${index}`,
  subtitle: `0000${index}`,
  line: null,
  fields: [{ field: 'nickname', before: '"Old"', after: '"New"' }],
});

function writeEdits({ jobs, drafts }: Workspace): void {
  const rows = Array.from({ length: SAVED_WORK_SIZES.rowsOfEach }, (_, index) => rowOf(index));
  for (let number = 0; number < SAVED_WORK_SIZES.edits; number += 1) {
    const planned = rows.map((input) => ({ input, state: 'planned' as const, issue: null }));
    const facts = { resource: 'accounts', names: 'nickname', fields: 'Nickname' };
    const id = jobs.create({ resource: 'accounts', operation: 'edit' }, planned, facts);
    jobs.begin(id, { kind: 'record-edit', count: rows.length, facts });
    jobs.markInFlight(
      id,
      rows.map((_, index) => index),
    );
    jobs.settle(
      id,
      rows.map((_, index) => ({ index, state: 'done' as const, verified: true as const })),
    );
    jobs.end(id, () => ({
      state: 'done',
      failure: null,
      outcome: 'done',
      result: { count: rows.length, facts: {} },
    }));
  }
  for (let number = 0; number < SAVED_WORK_SIZES.drafts; number += 1)
    drafts.create(
      {
        resource: 'accounts',
        kind: 'edit',
        origin: 'bulk',
        edits: [{ op: 'set', field: 'nickname', json: '"New"' }],
      },
      rows.map(({ fields, ...row }) => ({
        ...row,
        state: 'ready' as const,
        issue: null,
        fields: fields.map((field) => ({ ...field, issue: null })),
      })),
    );
}

function writeFiles({ feeFiles, transaction }: Workspace): void {
  transaction(() => {
    for (let index = 0; index < SAVED_WORK_SIZES.savedFiles; index += 1) {
      const pending = feeFiles.begin(`/fees/${index}.part`, `/fees/fees-${index}.zip`, String(index), null);
      const sha256 = createHash('sha256').update(String(index)).digest('hex');
      feeFiles.register(pending, { sha256, bytes: 4_000, files: 3, issues: [] });
    }
  });
}

function writeMarks({ reviews }: Workspace): void {
  const at = new Date().toISOString();
  const mark = {
    state: 'reviewed',
    print: '0',
    reason: null,
    until: null,
    note: null,
    user: 'bench',
    owner: null,
    at,
  } as const;
  const rule = 'no-billing-group';
  reviews.write(
    Array.from({ length: SAVED_WORK_SIZES.marks }, () => {
      const key = randomUUID();
      return { rule, key, mark: { rule, key, ...mark } };
    }),
  );
}
