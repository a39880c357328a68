import type { TeamClaim } from '#contract/features/team/calls';
import { claimSubjectOf } from './saved-work/topics/claims';
import type { TeamStore } from './saved-work/team-store';
import type { Membership } from './membership';

interface ClaimDeps {
  readonly store: Pick<TeamStore, 'claims'>;
  readonly membership: Membership;
  /** The ID of this member. */
  readonly self: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Returns the current claims, without those of colleagues who left the team. */
export function currentClaims({ store, membership, self, now }: ClaimDeps): TeamClaim[] {
  return store.claims(new Date(now).toISOString()).flatMap(({ key, ...claim }) => {
    const subject = claimSubjectOf(key);
    const name = membership.member(claim.member)?.name;
    if (!subject || name === undefined || membership.roleOf(claim.member) === null) return [];
    return [{ ...subject, ...claim, name, isSelf: claim.member === self }];
  });
}
