import type { Db } from '../sqlite/open-database';
import { roiContactStore } from './roi-contacts';
import { roiDraftStore } from './roi-drafts';
import { roiRequestStore } from './roi-requests';

export type RoiStore = ReturnType<typeof roiStore>;

/** Release-of-information requests: drafts, what was sent and what became of it, people and addresses used before. */
export function roiStore(db: Db, now: () => Date = () => new Date()) {
  const drafts = roiDraftStore(db, now);
  const contacts = roiContactStore(db);
  return { drafts, contacts, requests: roiRequestStore(db, drafts, contacts, now) };
}
