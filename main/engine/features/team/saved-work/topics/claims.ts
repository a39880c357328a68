import { z } from 'zod';
import { claimSubject, type ClaimSubject } from '#contract/features/team/schemas';
import type { Db } from '#engine/sqlite/open-database';
import { parsedKey, sharedTopic, type ItemReader, type TopicState } from './shared-topic';

const claimContent = z.object({
  /** When it ends unless it is released (ISO, UTC). */
  until: z.iso.datetime(),
});
type ClaimContent = z.output<typeof claimContent>;

/** A claim as stored. */
export interface ClaimRow {
  readonly key: string;
  readonly member: string;
  readonly since: string;
  readonly until: string;
}

/** Returns the key of a subject. */
export const claimKey = ({ kind, id }: ClaimSubject): string => JSON.stringify([kind, id]);
/** Returns the subject of a key; null if another version wrote it. */
export function claimSubjectOf(key: string): ClaimSubject | null {
  const [kind, id] = parsedKey(z.array(z.unknown()), key) ?? [];
  const parsed = claimSubject.safeParse({ kind, id });
  return parsed.success ? parsed.data : null;
}

/** "I'm on this": the first claim in the log holds until it is released or ends, or its member leaves the team. */
export const CLAIM_TOPIC = sharedTopic({
  name: 'claim',
  value: claimContent,
  maxItems: 500,
  open: (db, items) => new Claims(db, items),
});

class Claims implements TopicState {
  readonly #items: ItemReader;
  readonly #put;
  readonly #remove;
  readonly #hasLeft;

  constructor(db: Db, items: ItemReader) {
    this.#items = items;
    this.#put = db.prepare<ClaimRow>(
      'INSERT OR REPLACE INTO team_claim (key, member, since, until) VALUES (@key, @member, @since, @until)',
    );
    this.#remove = db.prepare<[string]>('DELETE FROM team_claim WHERE key = ?');
    this.#hasLeft = db.prepare<{ member: string; place: number }>(
      `SELECT 1 FROM team_membership WHERE abs(place) < @place
         AND (json_extract(content, '$.kind') = 'left' AND member = @member
           OR json_extract(content, '$.kind') = 'removed' AND json_extract(content, '$.member') = @member)`,
    );
  }

  settle(key: string): void {
    let holder: Omit<ClaimRow, 'key'> | null = null;
    for (const { member, at, place, value } of this.#items.inOrder('claim', key)) {
      const claim = value as ClaimContent | null;
      // Compares the times of the authors' clocks, so that every computer comes to the same result.
      const isFree =
        holder === null ||
        holder.member === member ||
        Date.parse(at) >= Date.parse(holder.until) ||
        this.#isFormerMember(holder.member, place ?? Infinity);
      if (!isFree) continue;
      if (claim) holder = { member, since: at, until: claim.until };
      else if (holder?.member === member) holder = null;
    }
    if (holder) this.#put.run({ key, ...holder });
    else this.#remove.run(key);
  }

  #isFormerMember(member: string, place: number): boolean {
    return this.#hasLeft.get({ member, place }) !== undefined;
  }
}
