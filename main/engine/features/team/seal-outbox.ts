import type { OutboxRow, TeamStore } from './saved-work/team-store';
import { isMembership, readContent, type EntryContent } from './content';
import { chainStart, entryHash, sealEntry } from './entry';
import type { Ledger } from './ledger';
import { newTeamKey, wrapTeamKey, type MemberKeys, type WrappedTeamKey } from './member-keys';
import type { TeamKey } from './team-keyring';

/** Maximum number of entries sealed in one transaction. */
const MAX_ENTRIES = 100;
/** Approximate maximum number of characters of their content. */
const MAX_LENGTH = 2_000_000;

interface SealDeps {
  readonly store: TeamStore;
  readonly ledger: Ledger;
  readonly keys: MemberKeys;
  readonly now: () => Date;
}

/** Returns the key that encrypts an entry, and the wrapped team keys that the entry hands out. */
function keyAndWraps({ store, ledger, keys }: SealDeps, content: EntryContent, newest: TeamKey) {
  // Every member must be able to read a membership change, so its key is one that all have.
  const current = isMembership(content) ? (ledger.begunKey ?? newest) : newest;
  const { team = '', member: self = '' } = store.self ?? {};
  const wrap = ({ epoch, key }: TeamKey, member: string, seal: Buffer): WrappedTeamKey =>
    wrapTeamKey(key, { team, epoch, member }, seal);
  if (content.kind === 'founded') return { ...current, wraps: [wrap(current, self, keys.public.seal)] };
  if (content.kind === 'admitted') {
    const seal = Buffer.from(content.seal, 'hex');
    return {
      ...current,
      wraps: [...ledger.teamKeys]
        .filter(([epoch]) => epoch <= current.epoch)
        .map(([epoch, key]) => wrap({ epoch, key }, content.member, seal)),
    };
  }
  if (content.kind !== 'removed') return { ...current, wraps: [] };
  // This entry and all later ones have a key that the removed member does not get.
  const newKey = { epoch: ledger.membership.epoch + 1, key: newTeamKey() };
  const staying = ledger.membership.active.filter(({ id }) => id !== content.member);
  return { ...newKey, wraps: staying.map((member) => wrap(newKey, member.id, member.keys.seal)) };
}

/**
 * Seals the next content of the outbox into entries, and stores them before they are sent: an entry whose outcome is
 * unknown is sent again with the same bytes. If a power failure loses them, an entry that was sent is read back before
 * its content is sealed again. Content that changes the members is sealed alone, because the keys change; it is dropped
 * if the log no longer permits it, such as the removal of a member whom another admin removed.
 */
export function sealOutbox(deps: SealDeps): void {
  const { store, ledger } = deps;
  const { self } = store;
  const { currentKey } = ledger;
  if (!self || !currentKey) return;
  store.repeatableTransaction(() => {
    let number = store.lastNumber(self.member);
    const lastEntry = number === 0 ? undefined : store.entry(self.member, number);
    let previous = lastEntry
      ? entryHash({ ...lastEntry, team: self.team })
      : chainStart(self.team, self.member);
    let sealed = 0;
    for (const row of store.unsealed(MAX_ENTRIES, MAX_LENGTH)) {
      const readable = contentOf(deps, row);
      // A failover lost the member's admission, too: the removal waits until the admission is sent again.
      if (readable?.content.kind === 'removed' && !ledger.membership.member(readable.content.member))
        continue;
      const changesMembers = readable !== undefined && isMembership(readable.content);
      if (changesMembers && sealed > 0) break;
      const isDropped =
        !readable || // another version queued it, in a form that this one cannot read
        (isMembership(readable.content) && !ledger.membership.allows(self.member, readable.content));
      if (isDropped) {
        if (!readable) store.noteUnsharedRow(row);
        store.dropFromOutbox(row.id, self.member);
        continue;
      }
      number += 1;
      sealed += 1;
      const { epoch, key, wraps } = keyAndWraps(deps, readable.content, currentKey);
      const header = { team: self.team, member: self.member, number, epoch, previous };
      const entry = sealEntry({ ...header, text: readable.text, wraps, teamKey: key }, deps.keys);
      const { team: _, ...stored } = entry;
      store.putEntry({ ...stored, place: null });
      store.setSealed(row.seq, number);
      previous = entryHash(entry);
      if (changesMembers) break;
    }
  });
}

/**
 * Returns the text of an entry with the content of an outbox row; undefined if this version cannot read it. Content
 * keeps the time that it has, such as when shared work was written; else it gets the current time.
 */
function contentOf(
  { store, now }: SealDeps,
  row: OutboxRow,
): { readonly text: string; readonly content: EntryContent } | undefined {
  const text = JSON.stringify({
    at: now().toISOString(),
    ...JSON.parse(row.content),
    id: row.id,
    head: store.activityHead(),
  });
  const read = readContent(text);
  return read.ok ? { text, content: read.content } : undefined;
}
