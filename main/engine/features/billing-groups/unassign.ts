import { assignmentLine, type AssignmentLine } from '#contract/features/billing-groups/schemas';
import { readAssignments } from '#contract/features/billing-groups/assignments';
import { fail } from '#contract/failure';
import { textAt } from '#contract/exact-json/patch';
import { resourceNamed } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { toApprovalRow } from '../../jobs/approval-row';
import { defineJob, type AnyJobDefinition, type RowOutcome, type Verification } from '../../jobs/kind';
import { editableCoverage } from '../../records/edits/record-readings';
import { JsonText } from '../../service/calls';
import { judgeRemoved, type WriteJudgment } from '../../service/judge-write';
import type { GroupJobDeps } from './recreate';

/**
 * Defines the job that removes assignments one by one with the older request (spec 4.6, deprecated there),
 * only for those that a PUT of the group did not remove.
 */
export function unassignJob({
  service,
  lists,
  reader,
}: GroupJobDeps & { readonly reader: Pick<CacheReader, 'records'> }): AnyJobDefinition {
  const coverageOf = editableCoverage(resourceNamed('billingGroups'));
  /** Returns whether a response has every editable field of the cached record, so that it can replace it. */
  const isCompleteGroup = (group: string, raw: string): boolean => {
    const { present } = coverageOf(raw);
    const [known] = [...reader.records('billingGroups', [group])];
    return !known || [...coverageOf(known.raw).present].every((name) => present.has(name));
  };
  const latestRecords = new Map<string, string>();

  async function readGroup(group: string, signal: AbortSignal): Promise<string> {
    const { raw } = await service.call('billingGroups.get', { path: { id: group }, signal });
    latestRecords.set(group, raw);
    return raw;
  }

  return defineJob<AssignmentLine>({
    resource: 'billingGroups',
    operation: 'unassign',
    input: assignmentLine,
    chunk: 1,
    whenRefused: 'one-by-one',
    requiresConfirmation: true,
    activity: 'assignment-remove',
    logFacts: () => ({}),
    approvalRows: ({ assignment, groupName, account, accountTitle = `Account ${account}` }) => [
      toApprovalRow({ key: assignment, title: groupName, subtitle: accountTitle }),
    ],

    async send([line], signal) {
      if (!line) return [];
      // As text: IDs may be longer than a number holds exactly.
      const body = new JsonText(`{"id":${idText(line.assignment)},"group_id":${idText(line.group)}}`);
      const response = await service.call('billingGroups.removeAssignment', { body, signal });
      return judgeRemoved(response, [line.assignment]).map(outcomeOf);
    },
    async verify(lines, signal) {
      const groups = new Map<string, ReadonlySet<string | null> | null>();
      for (const { group } of lines)
        if (!groups.has(group)) {
          const text = textAt(await readGroup(group, signal), ['assignments']);
          groups.set(group, text === undefined ? null : new Set(readAssignments(text).map(({ id }) => id)));
        }
      // A response without assignments does not prove that one was removed.
      return lines.map(({ group, assignment }): Verification => {
        const assigned = groups.get(group);
        return assigned ? !assigned.has(assignment) : null;
      });
    },
    publish: (lines) =>
      lists.put(
        [...new Set(lines.map(({ group }) => group))].flatMap((group) => {
          const raw = latestRecords.get(group);
          return raw !== undefined && isCompleteGroup(group, raw) ? [raw] : [];
        }),
      ),
  });
}

/** Reports success only if the response proves it. All other rows are verified, also those reported as not removed. */
function outcomeOf(judged: WriteJudgment): RowOutcome {
  if (judged.state === 'confirmed') return { state: 'done' };
  const { state, messages } = judged;
  if (messages.length > 0) return { state: 'unknown', issue: { code: 'message', reasons: [...messages] } };
  return { state: 'unknown', issue: { code: state === 'refused' ? 'none-deleted' : 'unnamed' } };
}

/** Returns an ID as a JSON number; fails for anything else, before anything is sent. */
function idText(id: string): string {
  if (!/^\d+$/.test(id)) throw fail('refused', { cause: 'an ID is not a number' });
  return id;
}
