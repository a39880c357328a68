import { expect, it } from 'vitest';
import { knownInvitations } from '#engine/features/team/invitations';
import type { SharedInvitation } from '#engine/features/team/saved-work/topics/invitations';
import { teamOfTwo, type Writer } from './writers';

const NOW = Date.parse('2026-11-28T09:00:00Z');
const DAY_MS = 86_400_000;

const invitationOf = (name: string, days: number, state: SharedInvitation['state']): SharedInvitation => ({
  name,
  role: 'member',
  expires: new Date(NOW + days * DAY_MS).toISOString(),
  state,
});

/** Returns each invitation as a computer knows it. */
const invitationsOf = ({ store, sync, id: self }: Writer) =>
  knownInvitations({ store, membership: sync.ledger.membership, self, now: NOW }).map(
    ({ summary: { name, state, invitedBy, withdrawnBy } }) => [name, state, invitedBy, withdrawnBy],
  );

/** Anna and Ben are admins. */
async function twoAdmins() {
  const team = await teamOfTwo();
  team.anna.store.enqueue({ kind: 'role', member: team.ben.id, role: 'admin' });
  await team.syncAll();
  const share = ({ store }: Writer, key: string, value: SharedInvitation) =>
    store.share('invitation', [{ key, value }]);
  return { ...team, share };
}

it('shows every admin which invitations are open, withdrawn or expired', async () => {
  const { anna, ben, syncAll, share } = await twoAdmins();
  share(anna, 'a', invitationOf('Open', 3, 'open'));
  share(anna, 'b', invitationOf('Withdrawn', 2, 'open'));
  share(anna, 'c', invitationOf('Used', 2, 'open'));
  share(anna, 'd', invitationOf('Expired', -6, 'open'));
  share(anna, 'e', invitationOf('Expired long ago', -8, 'open'));
  share(anna, 'f', invitationOf('Off the list', -6, 'open'));
  await syncAll();
  share(ben, 'b', invitationOf('Withdrawn', 2, 'withdrawn'));
  share(ben, 'f', invitationOf('Off the list', -6, 'withdrawn'));
  share(anna, 'c', invitationOf('Used', 2, 'used'));
  await syncAll();
  expect(invitationsOf(anna)).toEqual([
    ['Expired', 'expired', 'Anna', null],
    ['Withdrawn', 'withdrawn', 'Anna', 'Ben'],
    ['Open', 'open', 'Anna', null],
  ]);
  expect(invitationsOf(ben)).toEqual(invitationsOf(anna));
});

it('marks an invitation as unusable once its inviter is no longer an admin', async () => {
  const { anna, ben, syncAll, share } = await twoAdmins();
  share(ben, 'a', invitationOf('Kim', 3, 'open'));
  await syncAll();
  anna.store.enqueue({ kind: 'role', member: ben.id, role: 'member' });
  await syncAll();
  expect(invitationsOf(anna)).toEqual([['Kim', 'inviter-left', 'Ben', null]]);
});

it('ignores an invitation written by a member who is not an admin', async () => {
  const { anna, ben, syncAll } = await teamOfTwo();
  ben.store.share('invitation', [{ key: 'a', value: invitationOf('Kim', 3, 'open') }]);
  await syncAll();
  expect(invitationsOf(anna)).toEqual([]);
  expect(anna.issues()).toEqual([expect.stringMatching(/^not-allowed Ben/)]);
});
