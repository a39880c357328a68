import type { ShareStructureMarks } from '../../fee-structures/saved-work/structure-marks';
import type { TeamStore } from './team-store';
import { FIRM_LIMIT_KEYS } from './topics/structure-marks';

/** Shares marks on fee structures, and the firm's limits, with the team. */
export const shareStructureMarks = (team: TeamStore): ShareStructureMarks => ({
  retired: (key, value) => team.share('retired-structure', [{ key, value }]),
  ceiling: (value) => team.share('firm-limit', [{ key: FIRM_LIMIT_KEYS.ceiling, value }]),
  feeChange: (value) => team.share('firm-limit', [{ key: FIRM_LIMIT_KEYS.feeChange, value }]),
});
