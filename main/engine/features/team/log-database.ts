import type { PlacedEntry, SignedEntry } from './entry';

/** Approximate maximum number of bytes that are read, compared or sent at a time. */
export const MAX_CHUNK_BYTES = 4_000_000;

/** What the database has under a member's number after an append. */
export interface StoredNumber {
  readonly number: number;
  readonly place: number;
  readonly signature: Buffer;
}

/** How far the writer has read the log: the last place, and the epoch of the newest team key. */
export interface ReadPosition {
  readonly place: number;
  /** 0 counts every entry after the place as one with a newer key. */
  readonly epoch: number;
}

/** A range of places as one hash. */
export interface RangeDigest {
  readonly count: number;
  readonly digest: string;
}

export interface JoinRequest {
  readonly invitation: string;
  readonly member: string;
  readonly body: Buffer;
}

/** The shared log in the team's database. Every call may fail; a failed append may still have been executed. */
export interface LogDatabase {
  /**
   * Announces that this login writes for a member; repeating it does nothing. Fails with `other-login` if another login
   * does.
   */
  register(member: string): Promise<void>;
  /**
   * Appends entries of one member in their order, all or none, and returns what the database has under their
   * numbers: an entry that is there already stays, and if one there has other bytes, none is added. Null if an entry
   * that was not read has a newer team key.
   */
  append(entries: readonly SignedEntry[], read: ReadPosition): Promise<readonly StoredNumber[] | null>;
  /** Returns entries after a place, in order: at most `limit`, and none after their bodies reach MAX_CHUNK_BYTES. */
  read(after: number, limit: number): Promise<readonly PlacedEntry[]>;
  /** Returns count and hash of the entries in a range of places. */
  digest(after: number, upTo: number): Promise<RangeDigest>;
  /** Puts a sealed request to join; only the first one of an invitation counts. */
  requestJoin(request: JoinRequest): Promise<void>;
  joinRequests(invitations: readonly string[]): Promise<readonly JoinRequest[]>;
}
