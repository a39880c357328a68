import type { RoiMethod, RoiState } from '#contract/features/roi/calls';
import type { CustodianCode } from '#contract/fields';

/** A stored request; JSON texts are unchanged. */
export type StoredRequest = {
  id: string;
  draft: string;
  content: string;
  custodian: CustodianCode;
  way: RoiMethod;
  json: string;
  state: RoiState;
  started: string;
  day: string;
  ended: string | null;
  answer: string | null;
  failure: string | null;
  replaces: string | null;
  found: string | null;
  follow_up: string | null;
  closed: 'granted' | 'refused' | null;
  closed_at: string | null;
  /** Time of the backup that it was restored from (ISO, UTC); null if none. */
  restored: string | null;
  /** The colleague who sent it, by member ID; null: this computer. */
  member: string | null;
  /** Facts that only a team has (SharedFacts, as JSON). */
  shared: string | null;
};
export type StoredNote = {
  id: number;
  at: string;
  text: string;
  /** Its ID in the team's log, and who wrote it. */
  uid: string | null;
  author: string | null;
};
