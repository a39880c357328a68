import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TeamStore } from '#engine/features/team/saved-work/team-store';
import { Writer } from './writers';

/** Returns the removed members with the number of their removals, from the content of every unsealed row. */
function removalsInAllRows(store: TeamStore): { readonly member: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { content } of store.unsealed(100)) {
    const { kind, member } = JSON.parse(content) as { readonly kind: string; readonly member?: string };
    if (kind === 'removed' && member !== undefined) counts.set(member, (counts.get(member) ?? 0) + 1);
  }
  return [...counts].map(([member, count]) => ({ member, count }));
}

it('finds the removals that wait to be sealed as reading every row of the outbox does', () => {
  const anna = new Writer('Anna');
  anna.foundTeam();
  const { store } = anna;
  const [ben, cleo, dan] = [randomUUID(), randomUUID(), randomUUID()];
  store.enqueue({ kind: 'removed', member: cleo });
  anna.mark('rule', 'a', 'the account was "removed"');
  anna.mark('rule', 'b', `removed ${'x'.repeat(2_000)}`);
  store.enqueue({ kind: 'role', member: dan, role: 'removed' }); // another kind that has the word as a value
  // A removal that a failover lost is queued again as the whole text of its entry.
  const envelope = { id: randomUUID(), at: anna.now, head: { lines: 1_000_000, hash: 'f'.repeat(64) } };
  store.requeue(envelope.id, JSON.stringify({ ...envelope, kind: 'removed', member: ben }));
  store.enqueue({ kind: 'removed', member: cleo });
  store.setSealed(store.enqueue({ kind: 'removed', member: dan }), 1);
  expect(store.unsealedRemovals()).toEqual([
    { member: cleo, count: 2 },
    { member: ben, count: 1 },
  ]);
  expect(store.unsealedRemovals()).toEqual(removalsInAllRows(store));
});
