import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  NO_RULES,
  approvalRules,
  type ApprovalRule,
  type ApprovalRules,
  type ApprovedKind,
} from '#contract/features/team/approvals';
import { fail } from '#contract/failure';
import { jobKindText } from '#contract/job';
import type { Db } from '#engine/sqlite/open-database';
import {
  APPROVAL_STATES,
  APPROVAL_TOPIC,
  approvalRowsKey,
  approvedKindOf,
  RULES_KEY,
  type ApprovalRequest,
  type ApprovalRow,
} from './topics/approvals';
import type { ItemReader } from './topics/shared-topic';

const storedRow = z.object({
  id: z.string(),
  subject: z.string(),
  requester: z.string(),
  at: z.string(),
  state: z.enum(APPROVAL_STATES),
  decider: z.string().nullable(),
  decided: z.string().nullable(),
  answer: z.string().nullable(),
});
/** A request for approval, as far as the log was read. */
export type StoredApproval = z.output<typeof storedRow> & { readonly request: ApprovalRequest };

/** Returns the canonical text of a row: equal texts are equal changes. */
export const canonicalRow = ({ key, title, subtitle, fields }: ApprovalRow): string =>
  JSON.stringify([
    key,
    title,
    subtitle,
    fields.map(({ field, before, after }) => [field, before ?? null, after]),
  ]);

/** Returns the SHA-256 over the canonical text of what is approved: its kind, and every row in its order. */
export function changesDigest(kind: ApprovedKind, rows: readonly ApprovalRow[]): string {
  const hash = createHash('sha256').update(JSON.stringify(jobKindText(kind)));
  for (const row of rows) hash.update('\n').update(canonicalRow(row));
  return hash.digest('hex');
}

/** Returns the rules that apply to this number of rows of a kind. */
export function rulesFor(
  { records, removals, feeStructures, advisorCodes, recreations, leftovers, periods }: ApprovalRules,
  { resource, operation }: ApprovedKind,
  count: number,
): ApprovalRule[] {
  if (operation === 'sign') return periods ? ['periods'] : [];
  if (operation === 'recreate') return recreations ? ['recreations'] : [];
  if (operation === 'unassign') return leftovers ? ['leftovers'] : [];
  return [
    ...(records !== null && count > records ? ['records' as const] : []),
    ...(removals && operation === 'remove' ? ['removals' as const] : []),
    ...(feeStructures && resource === 'feeStructures' ? ['feeStructures' as const] : []),
    ...(advisorCodes && resource === 'advisorCodes' ? ['advisorCodes' as const] : []),
  ];
}

/** Returns the rows of a request; undefined unless they have its hash. */
export function requestedRows(
  items: ItemReader,
  id: string,
  request: ApprovalRequest,
): ApprovalRow[] | undefined {
  const rows: ApprovalRow[] = [];
  for (let part = 0; part < request.parts; part += 1) {
    const { data } = APPROVAL_TOPIC.value.safeParse(items.latest('approval', approvalRowsKey(id, part)));
    if (data?.kind !== 'rows') return undefined; // a colleague's entry may claim any number of parts
    for (const row of data.rows) rows.push(row);
  }
  return changesDigest(approvedKindOf(request), rows) === request.digest ? rows : undefined;
}

/** Requests for approval with the rows that they ask for, and the rules. */
export class ApprovalStore {
  readonly #items: ItemReader;
  readonly #all;
  readonly #unused;
  readonly #subjects;
  readonly #byId;

  constructor(db: Db, items: ItemReader) {
    this.#items = items;
    this.#all = db.prepare<[], Record<string, unknown>>('SELECT * FROM team_approval ORDER BY at, id');
    this.#unused = db.prepare<[], Record<string, unknown>>(
      "SELECT * FROM team_approval WHERE state IN ('asked', 'approved', 'declined') ORDER BY at, id",
    );
    this.#subjects = db.prepare<[string], { readonly subject: string; readonly id: string }>(
      'SELECT subject, id FROM team_approval WHERE requester = ? ORDER BY at, id',
    );
    this.#byId = db.prepare<[string], Record<string, unknown>>('SELECT * FROM team_approval WHERE id = ?');
  }

  get rules(): ApprovalRules {
    return approvalRules.safeParse(this.#items.latest('approval-rules', RULES_KEY)).data ?? NO_RULES;
  }

  list(): StoredApproval[] {
    return this.#all.all().map(storedOf);
  }

  /** Returns the requests that were neither withdrawn nor used. */
  unused(): StoredApproval[] {
    return this.#unused.all().map(storedOf);
  }

  /** Returns the IDs of a member's latest requests, one for each subject. */
  latestOf(requester: string): ReadonlySet<string> {
    const latest = new Map(this.#subjects.all(requester).map(({ subject, id }) => [subject, id]));
    return new Set(latest.values());
  }

  find(id: string): StoredApproval | undefined {
    const row = this.#byId.get(id);
    return row && storedOf(row);
  }

  /** Returns whether the newest entry about a request waits on this computer. */
  isWaiting(id: string): boolean {
    return this.#items.newestFirst('approval', id)[0]?.place === null;
  }

  /** Returns the rows of a request. Fails with `changed-since` unless they have the hash of the request. */
  rows({ id, request }: Pick<StoredApproval, 'id' | 'request'>): ApprovalRow[] {
    const rows = requestedRows(this.#items, id, request);
    if (!rows) throw fail('changed-since', { cause: 'the rows of a request do not match its hash' });
    return rows;
  }
}

const storedOf = (row: Record<string, unknown>): StoredApproval => ({
  ...storedRow.parse(row),
  request: APPROVAL_TOPIC.value.parse(JSON.parse(String(row['request']))) as ApprovalRequest,
});
