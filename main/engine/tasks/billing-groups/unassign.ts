import { assignmentLine, type AssignmentLine } from '../../../../preload/contract/calls/billing-groups';
import { readAssignments } from '../../../../preload/contract/domain/assignments';
import { textAt } from '../../../../preload/contract/exact-json/patch';
import { defineJob, type AnyJobKind } from '../../jobs/kind';
import { judgeRemoved } from '../../service/judge-write';
import type { RecreateParts } from './recreate';

/**
 * Taking assignments out of groups by the older call (spec 4.6, deprecated there), one by one: only for those that a PUT
 * of the group did not take out.
 */
export function unassigning({ service, lists }: RecreateParts): AnyJobKind {
  const read = new Map<string, string>();

  async function groupNow(group: string, signal: AbortSignal): Promise<string> {
    const { raw } = await service.call('billingGroups.get', { path: { id: group }, signal });
    read.set(group, raw);
    return raw;
  }

  return defineJob<AssignmentLine>({
    name: 'billingGroups.unassign',
    input: assignmentLine,
    of: 'billingGroups',
    chunk: 1,
    whenRefused: 'one-by-one',
    confirmed: true,
    activity: 'assignment-remove',
    logged: () => ({}),

    async send([line], signal) {
      if (!line) return [];
      const body = { id: Number(line.assignment), group_id: Number(line.group) };
      const answer = await service.call('billingGroups.removeAssignment', { body, signal });
      return judgeRemoved(answer, [line.assignment]).map((judged) =>
        judged.state === 'confirmed'
          ? { state: 'done', answer: [line.assignment] }
          : {
              state: judged.state,
              remark: { code: judged.says.length > 0 ? 'message' : 'unnamed', reasons: [...judged.says] },
            },
      );
    },
    async look(lines, signal) {
      const groups = new Map<string, ReadonlySet<string | null>>();
      for (const { group } of lines)
        if (!groups.has(group)) {
          const assigned = readAssignments(textAt(await groupNow(group, signal), ['assignments']));
          groups.set(group, new Set(assigned.map(({ id }) => id)));
        }
      return lines.map(({ group, assignment }) => !groups.get(group)?.has(assignment));
    },
    takeUp: (lines) =>
      lists.put([...new Set(lines.map(({ group }) => group))].flatMap((group) => read.get(group) ?? [])),
  });
}
