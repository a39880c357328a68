import {
  DEFAULT_FEE_CHANGE,
  type FeeChangeThresholds,
  type StructureMarks,
} from '#contract/features/fee-structures/calls';
import type { Workspace } from '../../workspace/open/workspace';

type MarkDeps = Pick<Workspace, 'structureMarks' | 'activity' | 'transaction' | 'team'>;

/** Marks a fee structure as retired or removes the mark, and logs the change unless nothing changed. */
export function setRetired(
  { structureMarks, activity, transaction, team }: MarkDeps,
  { key, retired }: { readonly key: string; readonly retired: boolean },
  at: Date = new Date(),
): StructureMarks {
  return transaction(() => {
    if (structureMarks.get().retired.some((mark) => mark.key === key) === retired)
      return structureMarks.get();
    if (retired) structureMarks.retire(key, team.userName, at.toISOString());
    else structureMarks.restore(key);
    const kind = retired ? 'structure-retire' : 'structure-restore';
    activity.note({ kind, count: 1, facts: { fee_structure_id: key } });
    return structureMarks.get();
  });
}

/**
 * Sets the firm's maximum rate in percent, or removes it (null), and logs the change unless nothing changed.
 */
export function setCeiling(
  { structureMarks, activity, transaction }: MarkDeps,
  ceiling: string | null,
): StructureMarks {
  return transaction(() => {
    const { ceiling: before } = structureMarks.get();
    if (before === ceiling) return structureMarks.get();
    structureMarks.setCeiling(ceiling);
    const kind = ceiling === null ? 'rate-ceiling-remove' : 'rate-ceiling-set';
    activity.note({ kind, count: 1, facts: { ceiling, ceiling_before: before } });
    return structureMarks.get();
  });
}

/** Sets the thresholds of fee changes, or the default ones (null), and logs the change unless nothing changed. */
export function setFeeChange(
  { structureMarks, activity, transaction }: MarkDeps,
  thresholds: FeeChangeThresholds | null,
): StructureMarks {
  return transaction(() => {
    const before = structureMarks.get().feeChange ?? DEFAULT_FEE_CHANGE;
    const after = thresholds ?? DEFAULT_FEE_CHANGE;
    if (before.percent === after.percent && before.dollars === after.dollars) return structureMarks.get();
    structureMarks.setFeeChange(thresholds);
    activity.note({
      kind: 'fee-thresholds-set',
      count: 1,
      facts: { percent: after.percent, dollars: after.dollars },
    });
    return structureMarks.get();
  });
}
