import { createHash } from 'node:crypto';
import type { PlacedEntry, SignedEntry } from '#engine/features/team/entry';
import {
  MAX_CHUNK_BYTES,
  type JoinRequest,
  type LogDatabase,
  type RangeDigest,
  type ReadPosition,
  type StoredNumber,
} from '#engine/features/team/log-database';

/** When the connection is lost: before the database has the entries, or before its response arrives. */
export type ConnectionLoss = 'request' | 'response';

/** A model of the team's log in PostgreSQL, whose connection can be lost. */
export class MemoryLog implements LogDatabase {
  rows: PlacedEntry[] = [];
  readonly members = new Set<string>();
  readonly requests: JoinRequest[] = [];
  /** Loses the connection during the next append. */
  loseConnectionAt: ConnectionLoss | null = null;
  #lastPlace = 0;

  /** Goes back to an older copy: entries after it are lost, and their places are used again. */
  goBackTo(count: number): void {
    this.rows = this.rows.slice(0, count);
    this.#lastPlace = this.rows.at(-1)?.place ?? 0;
  }

  register(member: string): Promise<void> {
    this.members.add(member);
    return Promise.resolve();
  }

  /** Called once, after the next entries were sealed and before the database has them. */
  beforeAppend: (() => Promise<void>) | null = null;

  async append(entries: readonly SignedEntry[], read: ReadPosition): Promise<readonly StoredNumber[] | null> {
    const { beforeAppend } = this;
    this.beforeAppend = null;
    await beforeAppend?.();
    const { loseConnectionAt } = this;
    this.loseConnectionAt = null;
    if (loseConnectionAt === 'request') throw new Error('connection lost');
    const stored = this.#append(entries, read);
    if (loseConnectionAt === 'response') throw new Error('connection lost');
    return stored;
  }

  #append(entries: readonly SignedEntry[], { place, epoch }: ReadPosition): readonly StoredNumber[] | null {
    if (this.rows.some((row) => row.place > place && row.epoch > epoch)) return null;
    const rowOf = ({ member, number }: SignedEntry) =>
      this.rows.find((row) => row.member === member && row.number === number);
    const isFree = entries.every((entry) => rowOf(entry)?.signature.equals(entry.signature) ?? true);
    for (const entry of isFree ? entries : [])
      if (!rowOf(entry)) this.rows.push({ ...entry, place: (this.#lastPlace += 1) });
    return entries.flatMap((entry) => rowOf(entry) ?? []);
  }

  read(after: number, limit: number): Promise<readonly PlacedEntry[]> {
    const following = this.rows.filter(({ place }) => place > after).slice(0, limit);
    let bytes = 0;
    const isIncluded = ({ body }: PlacedEntry) => (bytes += body.length) - body.length < MAX_CHUNK_BYTES;
    return Promise.resolve(following.filter(isIncluded));
  }

  digest(after: number, upTo: number): Promise<RangeDigest> {
    const rows = this.rows.filter(({ place }) => place > after && place <= upTo);
    const hash = createHash('sha256');
    for (const { signature, body, previous, epoch } of rows) {
      const number = Buffer.alloc(4);
      number.writeInt32BE(epoch);
      hash
        .update(signature)
        .update(createHash('sha256').update(body).digest())
        .update(previous)
        .update(number);
    }
    return Promise.resolve({ count: rows.length, digest: hash.digest('hex') });
  }

  requestJoin(request: JoinRequest): Promise<void> {
    if (!this.requests.some(({ invitation }) => invitation === request.invitation))
      this.requests.push(request);
    return Promise.resolve();
  }

  joinRequests(invitations: readonly string[]): Promise<readonly JoinRequest[]> {
    return Promise.resolve(this.requests.filter(({ invitation }) => invitations.includes(invitation)));
  }
}
