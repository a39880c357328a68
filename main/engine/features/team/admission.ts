import { z } from 'zod';
import { broughtWork, teamRole } from '#contract/features/team/schemas';
import type { TeamStore } from './saved-work/team-store';
import { readContent } from './content';
import { isSignedBy, openEntry, wrapsOf, type PlacedEntry } from './entry';
import { unwrapTeamKey, type MemberKeys } from './member-keys';

/** The contents of the invitation that a joiner needs until they are admitted. */
export const joiningState = z.object({
  invitation: z.string(),
  role: teamRole,
  expires: z.string(),
  inviter: z.object({ member: z.string(), name: z.string(), sign: z.string(), seal: z.string() }),
  /** The work from before the team that is shared. */
  bring: z.array(broughtWork).default([]),
  /** The sealed request to join, in Base64, to send it again; null if an earlier version joined. */
  request: z.string().nullable().default(null),
  /** The inviter says that the invitation was withdrawn. */
  isWithdrawn: z.boolean().default(false),
});
export type JoiningState = z.output<typeof joiningState>;

/** Entries searched at a time. */
const CHUNK = 500;

interface Admission {
  readonly keys: ReadonlyMap<number, Buffer>;
}

/**
 * Searches the entries read so far for this computer's admission: signed by the colleague who wrote the invitation,
 * for exactly the keys of this computer. Entries before it cannot be read without the keys that it brings.
 */
export function findAdmission(store: TeamStore, keys: MemberKeys): Admission | undefined {
  const { self } = store;
  if (!self || self.joining === null) return undefined;
  const { inviter } = joiningState.parse(JSON.parse(self.joining));
  const signer = Buffer.from(inviter.sign, 'hex');
  let after = self.folded;
  for (let rows = store.placed(after, CHUNK); rows.length > 0; rows = store.placed(after, CHUNK)) {
    for (const row of rows) {
      after = row.place;
      if (row.member !== inviter.member) continue;
      const entry = { ...row, team: self.team };
      if (!wrapsOf(entry).some(({ member }) => member === self.member) || !isSignedBy(entry, signer))
        continue;
      const admitted = readAdmission(entry, self.member, keys);
      if (admitted) return admitted;
    }
    store.changeSelf({ folded: after });
  }
  return undefined;
}

function readAdmission(entry: PlacedEntry, self: string, keys: MemberKeys): Admission | undefined {
  const teamKeys = new Map<number, Buffer>();
  for (const wrap of wrapsOf(entry)) {
    const key = wrap.member === self ? unwrapTeamKey(entry.team, wrap, keys) : undefined;
    if (key) teamKeys.set(wrap.epoch, key);
  }
  const key = teamKeys.get(entry.epoch);
  const text = key && openEntry(entry, key);
  const read = text === undefined ? undefined : readContent(text);
  if (!read?.ok || read.content.kind !== 'admitted') return undefined;
  const { member, sign, seal } = read.content;
  const isOwn =
    member === self && sign === keys.public.sign.toString('hex') && seal === keys.public.seal.toString('hex');
  return isOwn ? { keys: teamKeys } : undefined;
}
