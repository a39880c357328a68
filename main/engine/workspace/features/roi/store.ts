import type { Db } from '#engine/sqlite/open-database';
import { roiContactStore } from './contacts';
import { roiDraftStore } from './drafts';
import { RoiRequestStore } from './requests';

export type RoiStore = ReturnType<typeof roiStore>;

/**
 * Release-of-information requests: drafts, sent requests and their outcomes, and known contacts and
 * addresses.
 */
export function roiStore(db: Db, now: () => Date = () => new Date()) {
  const drafts = roiDraftStore(db, now);
  const contacts = roiContactStore(db);
  return { drafts, contacts, requests: new RoiRequestStore(db, drafts, contacts, now) };
}
