import { DAY_MS } from '#contract/dates';
import type { TeamInvitation } from '#contract/features/team/calls';
import type { Membership } from './membership';
import type { InvitationRow, TeamStore } from './saved-work/team-store';
import type { SharedInvitation } from './saved-work/topics/invitations';

/** Days for which an expired invitation stays on the list. */
const EXPIRED_DAYS = 7;

interface InvitationDeps {
  readonly store: TeamStore;
  readonly membership: Membership;
  /** The ID of this member. */
  readonly self: string;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** An invitation as the team's log and this computer know it. */
export interface KnownInvitation {
  readonly summary: Omit<TeamInvitation, 'words'>;
  /** The member who wrote it. */
  readonly inviter: string;
  /** The member who withdrew it; null if none did. */
  readonly withdrawer: string | null;
  /** Opens the colleague's request: on the inviter's computer only. */
  readonly row: InvitationRow | null;
}

/**
 * Returns the invitations that were not used, in the order in which they expire: withdrawn ones until they expire, and
 * others for some days more.
 */
export function knownInvitations({ store, membership, self, now }: InvitationDeps): KnownInvitation[] {
  const nameOf = (member: string) => membership.member(member)?.name ?? '';
  const rows = new Map(store.invitations().map((row) => [row.id, row]));
  const stateOf = (inviter: string, expires: string): TeamInvitation['state'] => {
    if (Date.parse(expires) <= now) return 'expired';
    return membership.roleOf(inviter) === 'admin' ? 'open' : 'inviter-left';
  };
  const ids = new Set([...store.items.keysOf('invitation'), ...rows.keys()]);
  return [...ids]
    .flatMap((id): KnownInvitation[] => {
      const row = rows.get(id) ?? null;
      const items = store.items
        .inOrder('invitation', id)
        .flatMap(({ member, value }) => (value ? [{ member, value: value as SharedInvitation }] : []));
      const [first] = items;
      const facts = first?.value ?? row;
      // Without facts: an earlier version wrote it and it was used or withdrawn since, or the log is being read again.
      if (!facts || items.some(({ value }) => value.state === 'used')) return [];
      const inviter = first?.member ?? self;
      const withdrawal = items.find(({ value }) => value.state === 'withdrawn');
      const end = Date.parse(facts.expires) + (withdrawal ? 0 : EXPIRED_DAYS * DAY_MS);
      if (end <= now) return [];
      return [
        {
          summary: {
            id,
            name: facts.name,
            role: facts.role as TeamInvitation['role'],
            expires: facts.expires,
            invitedBy: nameOf(inviter),
            isOwn: row !== null,
            state: withdrawal ? 'withdrawn' : stateOf(inviter, facts.expires),
            withdrawnBy: withdrawal ? nameOf(withdrawal.member) : null,
          },
          inviter,
          withdrawer: withdrawal?.member ?? null,
          row,
        },
      ];
    })
    .sort(({ summary: a }, { summary: b }) => a.expires.localeCompare(b.expires) || a.id.localeCompare(b.id));
}
