import type { ColleaguesWork } from '#contract/features/team/calls';
import type { Workspace } from '../../workspace/open/workspace';
import type { Team } from './team';

/** Returns what colleagues did since the last visit, by name; records this visit. */
export function colleaguesWorkSince(
  workspace: Pick<Workspace, 'visits' | 'team'>,
  { membership }: Pick<Team, 'membership'>,
  now: Date,
): ColleaguesWork {
  const { self } = workspace.team;
  const since = self ? workspace.visits.recordVisit(now) : null;
  if (!self || since === null) return { since: null, colleagues: [] };
  const byName = new Map<string, { topic: string; count: number }[]>();
  for (const { member, topic, count } of workspace.team.workSince(since, self.member)) {
    const name = membership.member(member)?.name;
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), { topic, count }]);
  }
  const colleagues = [...byName].map(([name, work]) => ({ name, work }));
  return { since, colleagues: colleagues.sort((a, b) => a.name.localeCompare(b.name)) };
}
