import type { Db } from '#engine/sqlite/open-database';
import { RoiContacts } from './contacts';
import { roiDraftStore } from './drafts';
import { roiPlannedStore } from './planned';
import { RoiRequestStore } from './requests';
import type { ShareRoiLists } from './share-lists';
import type { ShareRequest } from './shared-request';
import { Turnarounds } from './turnarounds';

export type RoiStore = ReturnType<typeof roiStore>;

/**
 * Stores release-of-information requests: drafts, plans, sent requests and their outcomes, and known contacts and
 * addresses.
 */
export function roiStore(
  db: Db,
  now: () => Date = () => new Date(),
  share: ShareRequest = () => undefined,
  lists?: ShareRoiLists,
) {
  const drafts = roiDraftStore(db, now, lists?.beginDraft);
  const contacts = new RoiContacts(db, lists?.contacts);
  const turnarounds = new Turnarounds(db, lists?.turnaround);
  const planned = roiPlannedStore(db, now, lists?.planned);
  return {
    drafts,
    contacts,
    turnarounds,
    planned,
    requests: new RoiRequestStore(db, drafts, contacts, { now, share }),
  };
}
