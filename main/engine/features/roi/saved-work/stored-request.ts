import type { RoiMethod, RoiState } from '#contract/features/roi/schemas';
import type { CustodianCode } from '#contract/fields';

/** A row of `roi_request`, with its JSON columns still as text. */
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
  /** When the user confirmed that a request with unknown outcome had arrived (ISO, UTC); null: not confirmed. */
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
  /** The note's ID in the team's log; null without a team. */
  uid: string | null;
  /** The colleague who wrote it; null: this computer. */
  author: string | null;
};
