import type { Db } from '#engine/sqlite/open-database';
import type { TeamStore } from '../../team/saved-work/team-store';
import type { StoredRequest } from './stored-request';
import type { ShareRequest } from './shared-request';
import { sharedRequestReader } from './shared-request-rows';

/** Shares changes of ROI requests with the team, if there is one. Fails with `not-allowed` for a viewer. */
export function shareRoiRequests(db: Db, team: TeamStore): ShareRequest {
  return (id, change) => {
    const { self } = team;
    if (self?.state !== 'member') return;
    const by = self.memberName;
    const stored = db.prepare<[string], StoredRequest>('SELECT * FROM roi_request WHERE id = ?').get(id);
    // Shared facts prove that it was shared, even if the team's database lost its entries until they are sent again.
    const isKnown = stored === undefined || stored.shared !== null;
    if (change?.request || isKnown || team.items.hasShared('roi-request', id)) {
      // A viewer cannot share an outcome, but this computer must still store it.
      if (change?.outcome && team.isViewer) return;
      team.share('roi-request', [{ key: id, value: change && { ...change, by } }]);
      return;
    }
    // A request from before the team that was never shared: only this computer's items get it, at place 0.
    const value = sharedRequestReader(db).completeRequest(stored, by);
    const at = new Date().toISOString();
    team.items.store('roi-request', [{ key: id, value }], { member: self.member, number: 0, place: 0, at });
  };
}
