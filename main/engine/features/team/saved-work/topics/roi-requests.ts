import type { Db } from '#engine/sqlite/open-database';
import type { StoredRequest } from '#engine/features/roi/saved-work/stored-request';
import {
  requestOfChanges,
  roiRequestChange,
  type RoiRequestChange,
} from '#engine/features/roi/saved-work/shared-request';
import {
  sharedRequestReader,
  sharedRequestWriter,
} from '#engine/features/roi/saved-work/shared-request-rows';
import { selfQuery } from './by-member';
import { sharedTopic, type ItemReader, type SharedItem, type TopicState } from './shared-topic';

/** ROI requests, by their IDs: each entry is one change, and all of them together are the request. */
export const ROI_REQUEST_TOPIC = sharedTopic({
  name: 'roi-request',
  value: roiRequestChange,
  maxItems: 4,
  broughtAs: 'roi-requests',
  attribute: (change, { author }) => ({ ...change, by: author }),
  open: (db, items) => new RoiRequestState(db, items),
});

class RoiRequestState implements TopicState {
  readonly #db: Db;
  readonly #items: ItemReader;
  readonly #self;
  readonly #reader;
  readonly #writer;

  constructor(db: Db, items: ItemReader) {
    this.#db = db;
    this.#items = items;
    this.#self = selfQuery(db);
    this.#reader = sharedRequestReader(db);
    this.#writer = sharedRequestWriter(db);
  }

  settle(id: string): void {
    const changes = this.#items.inOrder('roi-request', id) as SharedItem<RoiRequestChange>[];
    const request = requestOfChanges(changes);
    const self = this.#self.get()?.member;
    if (request)
      this.#writer.write(id, request, { self, isShared: changes.some(({ place }) => place !== 0) });
    else
      this.#writer.remove(
        id,
        changes.some(({ member, value }) => value === null && member === self),
      );
  }

  itemsBeforeTeam() {
    const by = this.#self.get()?.name ?? '';
    return this.#db
      .prepare<[], StoredRequest>('SELECT * FROM roi_request WHERE member IS NULL ORDER BY started, rowid')
      .all()
      .map((stored) => ({
        key: stored.id,
        value: this.#reader.completeRequest(stored, by),
        at: stored.started,
      }));
  }
}
