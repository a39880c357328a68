import { implement } from '@orpc/server';
import { feeStructuresContract, type FeeSettings } from '#contract/features/fee-structures/calls';
import { DEFAULT_FEE_CHANGE, type FeeChangeThresholds } from '#contract/features/fee-structures/schemas';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import type { Workspace } from '../../workspace/open/workspace';

type FeeSettingsDeps = Pick<Workspace, 'feeSettings' | 'activity' | 'transaction' | 'team'>;

/** Retires a fee structure or restores it, and logs the change unless nothing changed. */
export function setRetired(
  { feeSettings, activity, transaction, team }: FeeSettingsDeps,
  { key, isRetired }: { readonly key: string; readonly isRetired: boolean },
  at: Date = new Date(),
): FeeSettings {
  return transaction(() => {
    if (feeSettings.get().retired.some((retirement) => retirement.key === key) === isRetired)
      return feeSettings.get();
    if (isRetired) feeSettings.retire(key, team.userName, at.toISOString());
    else feeSettings.restore(key);
    const kind = isRetired ? 'structure-retire' : 'structure-restore';
    activity.note({ kind, count: 1, facts: { fee_structure_id: key } });
    return feeSettings.get();
  });
}

/**
 * Sets the firm's maximum rate in percent, or removes it (null), and logs the change unless nothing changed.
 */
export function setCeiling(
  { feeSettings, activity, transaction }: FeeSettingsDeps,
  ceiling: string | null,
): FeeSettings {
  return transaction(() => {
    const { ceiling: previous } = feeSettings.get();
    if (previous === ceiling) return feeSettings.get();
    feeSettings.setCeiling(ceiling);
    const kind = ceiling === null ? 'rate-ceiling-remove' : 'rate-ceiling-set';
    activity.note({ kind, count: 1, facts: { ceiling, ceiling_before: previous } });
    return feeSettings.get();
  });
}

/** Sets the thresholds of fee changes, or the default ones (null), and logs the change unless nothing changed. */
export function setFeeChange(
  { feeSettings, activity, transaction }: FeeSettingsDeps,
  thresholds: FeeChangeThresholds | null,
): FeeSettings {
  return transaction(() => {
    const before = feeSettings.get().feeChange ?? DEFAULT_FEE_CHANGE;
    const after = thresholds ?? DEFAULT_FEE_CHANGE;
    if (before.percent === after.percent && before.dollars === after.dollars) return feeSettings.get();
    feeSettings.setFeeChange(thresholds);
    activity.note({
      kind: 'fee-thresholds-set',
      count: 1,
      facts: { percent: after.percent, dollars: after.dollars },
    });
    return feeSettings.get();
  });
}

/** Creates the calls for retired fee structures and the firm's limits of the open connection. */
export function feeStructuresRouter(connections: OpenConnections) {
  const os = implement(feeStructuresContract).use(declareFailures);
  const workspace = () => connections.current.workspace;
  return os.router({
    settings: os.settings.handler(() => workspace().feeSettings.get()),
    retire: os.retire.handler(({ input }) => setRetired(workspace(), input)),
    setFeeChange: os.setFeeChange.handler(({ input }) => setFeeChange(workspace(), input)),
    setCeiling: os.setCeiling.handler(({ input }) => setCeiling(workspace(), input.ceiling)),
  });
}
