import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { NO_RULES } from '#contract/features/team/approvals';
import { AnsweredSignatures } from '#engine/features/team/answered-signatures';
import { changesDigest, type StoredApproval } from '#engine/features/team/saved-work/approvals';
import { coversEveryRow } from '#engine/jobs/approval-guard';
import { approvalRowsKey, type ApprovalRow } from '#engine/features/team/saved-work/topics/approvals';
import { MemoryLog } from './memory-log';
import { newTeam, Writer } from './writers';

const KIND = { resource: 'accounts', operation: 'edit' } as const;
const AT = '2026-11-28T09:00:00.000Z';
const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];
const ROWS = [{ key: '1', title: 'A', subtitle: '', fields: [] }];

/** Asks for approval of these rows; returns the request's ID. */
function requestApproval(
  writer: Writer,
  rows: readonly ApprovalRow[],
  digest = changesDigest(KIND, rows),
  parts = 1,
): string {
  const id = randomUUID();
  writer.store.share(
    'approval',
    [
      { key: approvalRowsKey(id, 0), value: { kind: 'rows', rows: [...rows] } },
      {
        key: id,
        value: {
          kind: 'request',
          subject: 'draft',
          isJob: false,
          resource: 'accounts',
          operation: 'edit',
          origin: 'bulk',
          title: null,
          rules: ['records'],
          note: '',
          total: rows.length,
          parts,
          digest,
        },
      },
    ],
    AT,
  );
  return id;
}

/** Texts that would be ambiguous if rows were joined without JSON escapes, and any others. */
const text = fc.oneof(fc.constantFrom('', 'a', '"a"', 'null', '",', '[null'), fc.string({ maxLength: 6 }));
const row: fc.Arbitrary<ApprovalRow> = fc
  .record({
    key: fc.option(text, { nil: null }),
    title: text,
    subtitle: text,
    fields: fc.array(fc.record({ field: text, before: fc.option(text, { nil: undefined }), after: text }), {
      maxLength: 3,
    }),
  })
  .map(({ fields, ...rest }) => ({
    ...rest,
    fields: fields.map(({ before, ...field }) => ({ ...field, ...(before === undefined ? {} : { before }) })),
  }));

describe('an approval', () => {
  it('covers only the approved rows; any other set of rows has another hash', async () => {
    const log = new MemoryLog();
    const [anna] = await newTeam(log, ['Anna']);
    if (!anna) throw new Error('No team');
    const rows = fc.array(row, { minLength: 1, maxLength: 5 });
    /** Rows that were approved, and rows to send: some of the same ones, the same ones in any number, or others. */
    const approvedAndSent = rows.chain((approved) =>
      fc.tuple(
        fc.constant(approved),
        fc.oneof(
          fc.shuffledSubarray(approved, { minLength: 1 }),
          fc.array(fc.constantFrom(...approved), { minLength: 1, maxLength: 5 }),
          rows,
        ),
      ),
    );
    fc.assert(
      fc.property(approvedAndSent, ([approved, sent]) => {
        const id = requestApproval(anna, approved);
        const approval = anna.store.approvals.find(id);
        if (!approval) throw new Error('No request');
        const texts = approved.map((item) => JSON.stringify(item));
        const isCovered = sent.every(
          (sentRow) =>
            sent.filter((other) => JSON.stringify(other) === JSON.stringify(sentRow)).length <=
            texts.filter((other) => other === JSON.stringify(sentRow)).length,
        );
        const isSame = JSON.stringify(sent) === JSON.stringify(approved);
        expect(coversEveryRow(anna.store.approvals, approval, sent)).toBe(isCovered);
        expect(changesDigest(KIND, sent) === approval.request.digest).toBe(isSame);
        expect(coversEveryRow(anna.store.approvals, approval, approved)).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(changesDigest(KIND, [])).not.toBe(changesDigest({ ...KIND, operation: 'remove' }, []));
  });

  it('covers nothing if the stored rows do not match its hash', async () => {
    const log = new MemoryLog();
    const [anna] = await newTeam(log, ['Anna']);
    if (!anna) throw new Error('No team');
    const rows = [{ key: '1', title: 'A', subtitle: '', fields: [{ field: 'notes', after: '"b"' }] }];
    const approval = anna.store.approvals.find(requestApproval(anna, rows, 'a'.repeat(64)));
    expect(approval && (() => coversEveryRow(anna.store.approvals, approval, rows))).toThrow(/changed-since/);
  });

  it('covers nothing if it claims more parts than there are, and only those are read', async () => {
    const [anna] = await newTeam(new MemoryLog(), ['Anna']);
    if (!anna) throw new Error('No team');
    const { approvals, items } = anna.store;
    const approval = approvals.find(requestApproval(anna, ROWS, changesDigest(KIND, ROWS), 100_000));
    const latest = vi.spyOn(items, 'latest');
    expect(() => approval && approvals.rows(approval)).toThrow(/changed-since/);
    expect(latest).toHaveBeenCalledTimes(2);
  });
});

describe('answered requests to sign periods', () => {
  it('are checked again after a check failed', async () => {
    const timer = { recheck: () => undefined as void };
    const answered = vi
      .fn((): StoredApproval[] => [])
      .mockImplementationOnce(() => {
        throw new Error('the database is closed');
      });
    const signatures = new AnsweredSignatures({
      answered,
      periodRows: () => Promise.reject(new Error('no periods')),
      clock: {
        now: () => 0,
        after: (_, then) => {
          timer.recheck = then;
          return () => undefined;
        },
      },
      closed: new AbortController().signal,
      onChange: () => undefined,
    });
    signatures.watch();
    await Promise.resolve();
    timer.recheck();
    expect(answered).toHaveBeenCalledTimes(2);
  });
});

/** A step of one of the five; repeated kinds are more frequent. */
const step = fc.record({
  who: fc.nat(4),
  what: fc.constantFrom(
    'approve',
    'approve',
    'other hash',
    'decline',
    'withdraw',
    'sent',
    'sync',
    'sync',
    'sync',
    'restart',
  ),
  request: fc.nat(2),
});
describe('five writers', () => {
  it('agree on every approval, and none is by its requester or a viewer', async () => {
    let approved = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 35 }), async (steps) => {
        const log = new MemoryLog();
        const writers = await newTeam(log, NAMES);
        const [anna, ben, , , eve] = writers;
        if (!anna || !ben || !eve) throw new Error('No team');
        anna.store.enqueue({ kind: 'role', member: eve.id, role: 'viewer' });
        const requests = [
          requestApproval(anna, ROWS),
          requestApproval(anna, ROWS),
          requestApproval(ben, ROWS),
        ];
        for (const writer of [anna, ben, ...writers]) await writer.run(log);
        for (const { who, what, request } of steps) {
          const [writer, id] = [writers[who], requests[request] ?? ''];
          if (!writer) continue;
          const digest = what === 'other hash' ? 'b'.repeat(64) : changesDigest(KIND, ROWS);
          if (what === 'sync') await writer.run(log);
          else if (what === 'restart') writer.restart();
          else if (what === 'approve' || what === 'other hash')
            writer.store.share('approval', [{ key: id, value: { kind: 'approve', digest, note: '' } }], AT);
          else if (what === 'sent')
            writer.store.share('approval', [{ key: id, value: { kind: 'sent' } }], AT);
          else writer.store.share('approval', [{ key: id, value: { kind: what, note: '' } }], AT);
        }
        for (let round = 0; round < 3; round += 1) for (const writer of writers) await writer.run(log);
        const [first = [], ...others] = writers.map((writer) => writer.store.approvals.list());
        for (const other of others) expect(other).toEqual(first);
        for (const { state, requester, decider } of first)
          if (state === 'approved' || state === 'sent') {
            approved += 1;
            expect([requester, eve.id, null]).not.toContain(decider);
          }
        anna.sync.ledger.refold();
        await anna.run(log);
        expect(anna.store.approvals.list()).toEqual(first);
      }),
      { numRuns: 8 },
    );
    expect(approved).toBeGreaterThan(0);
  }, 60_000);

  it('take rules from admins only', async () => {
    const log = new MemoryLog();
    const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
    if (!anna || !ben) throw new Error('No team');
    const rules = { ...NO_RULES, records: 10, removals: true };
    anna.store.share('approval-rules', [{ key: 'rules', value: rules }], AT);
    await anna.run(log);
    ben.store.share('approval-rules', [{ key: 'rules', value: { ...rules, removals: false } }], AT);
    await ben.run(log);
    await anna.run(log);
    for (const { store } of [anna, ben]) expect(store.approvals.rules).toEqual(rules);
    expect(anna.issues()).toEqual(['not-allowed Ben 1']);
  });
});
