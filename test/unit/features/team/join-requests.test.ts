import { expect, it } from 'vitest';
import { joiningState } from '#engine/features/team/admission';
import { JoinRequests } from '#engine/features/team/join-requests';
import { knownInvitations, type KnownInvitation } from '#engine/features/team/invitations';
import type { SharedInvitation } from '#engine/features/team/saved-work/topics/invitations';
import { teamOfTwo, Writer } from './writers';

const NOW = Date.parse('2026-11-28T09:00:00Z');

const invitationsOf = ({ store, sync, id: self }: Writer): KnownInvitation[] =>
  knownInvitations({ store, membership: sync.ledger.membership, self, now: NOW });
const stateOf = ({ store }: Writer) => joiningState.parse(JSON.parse(store.self?.joining ?? ''));

/** Anna and Ben are admins; Kim waits with an invitation of Anna. */
async function kimWaits() {
  const team = await teamOfTwo();
  const { log, anna, ben, syncAll } = team;
  anna.store.enqueue({ kind: 'role', member: ben.id, role: 'admin' });
  const kim = new Writer('Kim');
  kim.join(anna.store.self?.team ?? '', anna, []);
  const { invitation } = stateOf(kim);
  const share = ({ store }: Writer, state: SharedInvitation['state']) =>
    store.share('invitation', [
      { key: invitation, value: { name: 'Kim', role: 'member', expires: '2026-12-05T09:00:00Z', state } },
    ]);
  share(anna, 'open');
  await syncAll();
  const exchange = (writer: Writer, invitations = () => invitationsOf(writer)) =>
    new JoinRequests({ store: writer.store, keys: () => writer.keys, invitations }).exchange(log);
  /** Signs the notice as a member who claims to have written an invitation. */
  const announceAs = (writer: Writer, id: string) => {
    const claimed = { summary: { id }, inviter: writer.id, withdrawer: writer.id, row: null };
    return exchange(writer, () => [claimed as unknown as KnownInvitation]);
  };
  return { ...team, kim, invitation, share, exchange, announceAs };
}

it.each(['anna', 'ben'] as const)(
  'shows a waiting colleague that the invitation was withdrawn, here by %s',
  async (who) => {
    const { kim, share, syncAll, exchange, ...admins } = await kimWaits();
    await exchange(admins.anna);
    await exchange(kim);
    expect(stateOf(kim).isWithdrawn).toBe(false);
    share(admins[who], 'withdrawn');
    await syncAll();
    for (const writer of [admins.anna, admins.ben, kim]) await exchange(writer);
    expect(stateOf(kim).isWithdrawn).toBe(true);
  },
);

it('ignores a notice that the inviter did not sign, or signed for another invitation', async () => {
  const { log, anna, ben, kim, invitation, exchange, announceAs } = await kimWaits();
  await announceAs(ben, invitation);
  const forged = log.requests.find(({ body }) => body.length > 0);
  await exchange(kim);
  expect(stateOf(kim).isWithdrawn).toBe(false);
  await announceAs(anna, kim.id);
  const other = log.requests.findLast(({ body }) => body.length > 0);
  if (!forged || !other) throw new Error('No notice');
  log.requests.splice(0, log.requests.length, { ...other, invitation: forged.invitation });
  await exchange(kim);
  expect(stateOf(kim).isWithdrawn).toBe(false);
  log.requests.splice(0);
  await announceAs(anna, invitation);
  await exchange(kim);
  expect(stateOf(kim).isWithdrawn).toBe(true);
});

it('announces a withdrawal again once the database may have lost it, not in every exchange', async () => {
  const { log, anna, kim, share, syncAll, exchange } = await kimWaits();
  share(anna, 'withdrawn');
  await syncAll();
  const announcer = new JoinRequests({
    store: anna.store,
    keys: () => anna.keys,
    invitations: () => invitationsOf(anna),
  });
  await announcer.exchange(log);
  const announced = [...log.requests];
  expect(announced).toHaveLength(2); // the invitation is used up, and its notice is signed
  log.requests.splice(0);
  await announcer.exchange(log);
  expect(log.requests).toEqual([]);
  announcer.announceAgain();
  await announcer.exchange(log);
  expect(log.requests).toEqual(announced);
  await exchange(kim);
  expect(stateOf(kim).isWithdrawn).toBe(true);
});

it('sends the request of a waiting colleague again if the database lost it, unless withdrawn', async () => {
  const { log, anna, kim, invitation, exchange, announceAs } = await kimWaits();
  const body = Buffer.from('sealed');
  kim.store.changeSelf({ joining: JSON.stringify({ ...stateOf(kim), request: body.toString('base64') }) });
  for (let times = 0; times < 2; times += 1) await exchange(kim);
  expect(log.requests).toEqual([{ invitation, member: kim.id, body }]);
  log.requests.splice(0);
  await announceAs(anna, invitation);
  // Only the signed notice is left, without the empty request that uses up the invitation.
  const notices = log.requests.splice(0).filter(({ body }) => body.length > 0);
  log.requests.push(...notices);
  await exchange(kim);
  expect(log.requests).toEqual(notices);
});

it('joins by an admission even after the notice', async () => {
  const { log, anna, kim, invitation, exchange, announceAs } = await kimWaits();
  await announceAs(anna, invitation);
  await exchange(kim);
  anna.admit(kim);
  await anna.run(log);
  await kim.run(log);
  expect(kim.store.self?.state).toBe('member');
});
