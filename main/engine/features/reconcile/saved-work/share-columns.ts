import type { TeamStore } from '../../team/saved-work/team-store';
import { feeColumnsKey, isShareableKey, sharedColumnsOf } from '../../team/saved-work/topics/fee-columns';
import type { ShareColumns } from './fee-columns';

/** Shares confirmed columns with the team. Those of a viewer stay on this computer. */
export const shareFeeColumns =
  (team: TeamStore): ShareColumns =>
  (custodian, columns) => {
    const key = feeColumnsKey(custodian, columns);
    if (team.isViewer || !isShareableKey(key)) return;
    team.share('fee-columns', [{ key, value: sharedColumnsOf(columns, team.self?.memberName ?? '') }]);
  };
