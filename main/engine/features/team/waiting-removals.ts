import type { WaitingRemoval } from '#contract/features/team/calls';
import { idBytes } from './bytes';
import { readContent } from './content';
import { openEntry } from './entry';
import type { Ledger } from './ledger';
import type { TeamStore } from './saved-work/team-store';

interface WaitingRemovalDeps {
  readonly store: TeamStore;
  readonly ledger: Ledger;
}

/**
 * Returns the removals that this member made and that can't be sent: a failover lost the removed colleague's admission, too, and
 * the admin who wrote it has not sent it again.
 */
export function waitingRemovals({ store, ledger }: WaitingRemovalDeps): WaitingRemoval[] {
  const { self } = store;
  if (self?.state !== 'member' || self.isRefolding) return [];
  const { membership } = ledger;
  return store
    .unsealedRemovals()
    .filter(({ member }) => !membership.member(member))
    .map(({ member, count }) => {
      const admission = lostAdmission({ store, ledger }, member);
      const author = admission && membership.member(admission.by);
      return {
        member,
        count,
        name: admission?.name ?? null,
        admittedBy: author?.name ?? null,
        // The log refuses an admission that is not by an admin.
        mayComeBack: author === undefined || membership.roleOf(author.id) === 'admin',
      };
    });
}

/** Returns the name and the author of a lost admission; undefined if this computer does not have the entry. */
function lostAdmission(
  { store, ledger }: WaitingRemovalDeps,
  member: string,
): { readonly name: string; readonly by: string } | undefined {
  const { team = '', member: self = '' } = store.self ?? {};
  for (const row of store.displacedNaming(idBytes(member), self)) {
    const key = ledger.teamKeys.get(row.epoch);
    const text = key && openEntry({ ...row, team }, key);
    const read = text === undefined ? undefined : readContent(text);
    if (read?.ok && read.content.kind === 'admitted' && read.content.member === member)
      return { name: read.content.name, by: row.member };
  }
  return undefined;
}
