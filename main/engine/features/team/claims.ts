import type { ClaimSubject } from '#contract/features/team/schemas';
import { addBusinessDays, localDay, startOfLocalDay } from '#contract/dates';
import { pause } from '../../service/clock';
import { claimKey } from './saved-work/topics/claims';
import { currentClaims } from './current-claims';
import { teamProblemError, TeamProblemError } from './database-problems';
import type { Team } from './team';

/** Maximum wait for the database to show whether a colleague claimed it first. */
const SYNC_TIMEOUT_MS = 3_000;

/** Returns the same time of day on the next business day, by this computer's time zone. */
export function oneBusinessDayAfter(at: Date): Date {
  const end = startOfLocalDay(addBusinessDays(localDay(at), 1));
  end.setHours(at.getHours(), at.getMinutes(), at.getSeconds(), at.getMilliseconds());
  return end;
}

const claimsOf = ({ deps: { clock, workspace }, membership, self }: Team) =>
  currentClaims({ store: workspace.team, membership, self: self.member, now: clock.now() });

function share(
  team: Team,
  subjects: readonly ClaimSubject[],
  value: { readonly until: string } | null,
): void {
  const { clock, workspace } = team.deps;
  const at = new Date(clock.now()).toISOString();
  const items = subjects.map((subject) => ({ key: claimKey(subject), value }));
  workspace.transaction(() => workspace.team.share('claim', items, at));
  team.publish();
}

/**
 * Claims subjects for this member. Fails with `claimed` if a colleague was first. Without the database, the claim waits
 * on this computer, and the order of the log decides later.
 */
export async function claimSubjects(team: Team, subjects: readonly ClaimSubject[]): Promise<void> {
  const { self } = team;
  const { clock, closed } = team.deps;
  expectFree(team, subjects, self.member);
  share(team, subjects, { until: oneBusinessDayAfter(new Date(clock.now())).toISOString() });
  const syncing = team.syncToEnd().catch((error: unknown) => {
    if (!(error instanceof TeamProblemError)) throw error;
  });
  await Promise.race([syncing, pause(clock, SYNC_TIMEOUT_MS, closed)]);
  expectFree(team, subjects, self.member);
}

function expectFree(team: Team, subjects: readonly ClaimSubject[], self: string): void {
  const keys = new Set(subjects.map(claimKey));
  const other = claimsOf(team).find((claim) => claim.member !== self && keys.has(claimKey(claim)));
  if (other) throw teamProblemError('claimed', { facts: { name: other.name } });
}

/** Releases this member's claims. */
export function releaseClaims(team: Team, subjects: readonly ClaimSubject[]): void {
  const own = new Set(claimsOf(team).flatMap((claim) => (claim.isSelf ? [claimKey(claim)] : [])));
  share(
    team,
    subjects.filter((subject) => own.has(claimKey(subject))),
    null,
  );
}
