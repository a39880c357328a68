import { randomUUID } from 'node:crypto';
import type { ApprovalRules } from '#contract/features/team/approvals';
import type { TeamRole } from '#contract/features/team/schemas';
import { Approvals } from '#engine/features/team/approvals';
import { teamProblemError } from '#engine/features/team/database-problems';
import type { Clock } from '#engine/service/clock';
import type { Jobs } from '#engine/jobs/jobs';
import type { DraftService } from '#engine/records/draft-service';
import type { ApprovalContent } from '#engine/features/team/saved-work/topics/approvals';
import type { Workspace } from '#engine/workspace/open/workspace';

export const [ANNA, BEN, CLEO] = [randomUUID(), randomUUID(), randomUUID()];
const NAMES: Readonly<Record<string, string>> = { [ANNA]: 'Anna', [BEN]: 'Ben', [CLEO]: 'Cleo' };

interface FixtureDeps {
  readonly workspace: Workspace;
  readonly jobs: Pick<Jobs, 'guard' | 'get' | 'find' | 'guardedRows'>;
  readonly drafts: Pick<DraftService, 'drafts' | 'guardedRows'>;
  readonly closed: AbortSignal;
  readonly now: () => number;
  readonly after?: Clock['after'];
  /** Returns the rows that the signature of a period would cover. */
  readonly periodRows?: ConstructorParameters<typeof Approvals>[0]['periodRows'];
}

/** Turns the saved work into that of Anna, the admin of a team with Ben and Cleo and these approval rules. */
export function approvalFixture(
  {
    workspace,
    jobs,
    drafts,
    closed,
    now,
    after = () => () => undefined,
    periodRows = () => Promise.reject(new Error('no periods')),
  }: FixtureDeps,
  rules: Partial<ApprovalRules>,
) {
  workspace.team.setSelf({
    team: randomUUID(),
    member: ANNA,
    state: 'member',
    teamName: 'Harborview',
    memberName: 'Anna',
    database: { host: '127.0.0.1', port: 5_432, database: 'team', login: 'anna', ca: null },
    joining: null,
  });
  const roles: Record<string, TeamRole | null> = { [ANNA]: 'admin', [BEN]: 'member', [CLEO]: 'member' };
  const link = { isOnline: true, onSync: () => undefined as void };
  const gate = {
    syncToEnd: () => {
      if (!link.isOnline) return Promise.reject(teamProblemError('unreachable'));
      link.onSync();
      return Promise.resolve();
    },
    roleOf: (member: string) => roles[member] ?? null,
    nameOf: (member: string) => NAMES[member] ?? '',
  };
  workspace.team.gate = gate;
  let place = 0;
  /** Applies an entry of the log. */
  const log = (member: string, topic: 'approval' | 'approval-rules', key: string, value: unknown) => {
    place += 1;
    const at = new Date(now()).toISOString();
    workspace.team.items.apply(topic, [{ key, value }], { member, number: place, place, at });
  };
  log(ANNA, 'approval-rules', 'rules', {
    records: null,
    removals: false,
    feeStructures: false,
    advisorCodes: false,
    ...rules,
  });
  const { guard } = jobs;
  if (!guard) throw new Error('no guard');
  const membership = { roleOf: gate.roleOf, member: (id: string) => ({ id, name: NAMES[id] }) };
  const approvals = new Approvals({
    team: {
      self: { member: ANNA },
      membership,
      syncToEnd: gate.syncToEnd,
      expectAdmin: () => undefined,
    } as never,
    workspace,
    drafts,
    jobs,
    guard,
    periodRows,
    clock: { now, after },
    closed,
  });
  /** Approves the latest request about a draft, job or period as a colleague; returns its ID. */
  const approveRequest = (about: string, by = BEN, change: Partial<ApprovalContent> = {}): string => {
    const { id, request } =
      workspace.team.approvals.list().findLast(({ subject }) => subject === about) ?? {};
    log(ANNA, 'approval', id ?? '', request); // it arrived in the log
    const value = { kind: 'approve', digest: request?.digest, note: '', ...change };
    log(by, 'approval', id ?? '', value);
    return id ?? '';
  };
  /** Requests approval of a draft or a planned job, and approves it as a colleague. */
  const approve = (
    about: string,
    by = BEN,
    change: Partial<ApprovalContent> = {},
    kind: 'draft' | 'job' = 'draft',
  ) => {
    void approvals.requestApproval({ kind, id: about }, ''); // at once; only that of a period waits for its rows
    return approveRequest(about, by, change);
  };
  return { roles, link, approvals, approve, approveRequest, log };
}
