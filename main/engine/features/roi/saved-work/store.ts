import type { Db } from '#engine/sqlite/open-database';
import { roiContactStore } from './contacts';
import { roiDraftStore } from './drafts';
import { roiPlannedStore } from './planned';
import { RoiRequestStore } from './requests';
import type { ShareRoiLists } from './share-lists';
import type { ShareRequest } from './shared-request';

export type RoiStore = ReturnType<typeof roiStore>;

/**
 * Release-of-information requests: drafts, plans, sent requests and their outcomes, and known contacts and
 * addresses.
 */
export function roiStore(
  db: Db,
  now: () => Date = () => new Date(),
  share: ShareRequest = () => undefined,
  lists?: ShareRoiLists,
) {
  const drafts = roiDraftStore(db, now, lists?.beginDraft);
  const contacts = roiContactStore(db, lists);
  const planned = roiPlannedStore(db, now, lists?.planned);
  return { drafts, contacts, planned, requests: new RoiRequestStore(db, drafts, contacts, { now, share }) };
}
