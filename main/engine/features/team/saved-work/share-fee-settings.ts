import type { ShareFeeSettings } from '../../fee-structures/saved-work/fee-settings';
import type { TeamStore } from './team-store';
import { FIRM_LIMIT_KEYS } from './topics/fee-settings';

/** Shares retired fee structures and the firm's limits with the team. */
export const shareFeeSettings = (team: TeamStore): ShareFeeSettings => ({
  retired: (key, value) => team.share('retired-structure', [{ key, value }]),
  ceiling: (value) => team.share('firm-limit', [{ key: FIRM_LIMIT_KEYS.ceiling, value }]),
  feeChange: (value) => team.share('firm-limit', [{ key: FIRM_LIMIT_KEYS.feeChange, value }]),
});
