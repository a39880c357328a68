import { readTiers, type Tiers, type TierFault } from '#contract/fees/tiers';
import { decimalOf, plain } from '#contract/fees/decimal';
import { risingTiers } from '#contract/fees/ladder';
import { isCalculation, FIELDS_USED } from '#contract/fees/structure';
import type { Cell } from '#contract/query';
import type { FirmContext } from '../firm-facts';
import type { FoundIssue } from '../finding-facts';
import { recordRule, sharedValueRule, type Rule } from '../rule';
import { distinctTexts, isInUse, cellItems, cellText } from '../cell-values';

/** Defines a rule that checks a structure by the number of open accounts that use it. */
const usageRule = <Id extends 'structure-unused' | 'structure-retired'>(
  isFound: (uses: number, key: string, firm: FirmContext) => boolean,
): Rule<Id> => ({
  begin(firm) {
    const uses = firm.uses();
    return {
      row(structure) {
        const key = String(structure.key);
        const count = uses.get(key) ?? 0;
        return isFound(count, key, firm) ? { uses: count } : null;
      },
    };
  },
});

/** No open account uses the structure. A retired one need not be used. */
export const structureUnused = usageRule<'structure-unused'>(
  (uses, key, { retired }) => uses === 0 && !retired.has(key),
);
/** Open accounts still use the retired structure. */
export const structureRetired = usageRule<'structure-retired'>(
  (uses, key, { retired }) => uses > 0 && retired.has(key),
);

/** Returns true if the structure's calculation uses this field; an unknown calculation may use any. */
function isUsed(calculation: Cell, field: 'flat_rate' | 'flat_dollar_fee' | 'tiers'): boolean {
  const code = cellText(calculation);
  return code === null || !isCalculation(code) || FIELDS_USED[code].includes(field);
}

/** Compares tiers by content: IDs and number formats make no difference. */
const tiersContent = (json: Cell): string => {
  const { tiers, faults } = readTiers(cellText(json) ?? undefined);
  return JSON.stringify([tiers.map(({ min, max, rate }) => [min, max, rate]), faults]);
};

/** Structures that differ only in name; one of them may be a mistake. */
export const structureAlike = sharedValueRule<'structure-alike'>({
  value: (structure) =>
    JSON.stringify([
      structure.calculation_type,
      isUsed(structure.calculation_type, 'flat_rate') ? structure.flat_rate : null,
      isUsed(structure.calculation_type, 'flat_dollar_fee') ? structure.flat_dollar_fee : null,
      isUsed(structure.calculation_type, 'tiers') ? tiersContent(structure.tiers) : null,
      structure.firm_id,
      structure.collection_type,
      structure.frequency,
      structure.balance_type,
      structure.quarter_cycle,
      structure.semi_annual_cycle,
      structure.annual_cycle,
    ]),
  judge: (alike) => ({ structures: alike.map(({ key }) => key) }),
});

/** Returns a structure's tiers if its calculation uses them, else null. */
const tiersUsed = ({
  calculation_type,
  tiers,
}: {
  readonly calculation_type: Cell;
  readonly tiers: Cell;
}): Tiers | null => (isUsed(calculation_type, 'tiers') ? readTiers(cellText(tiers) ?? undefined) : null);

/** A rate exceeds the firm's maximum. */
export const rateAboveCeiling = recordRule<'rate-above-ceiling'>((structure, { ceiling }) => {
  if (ceiling === null) return null;
  const flat = isUsed(structure.calculation_type, 'flat_rate') ? decimalOf(structure.flat_rate) : null;
  const rates = [flat, ...(tiersUsed(structure)?.tiers ?? []).map(({ rate }) => decimalOf(rate))];
  const above = rates.flatMap((rate) => (rate?.gt(ceiling) ? [plain(rate)] : []));
  return above.length > 0 ? { rates: distinctTexts(above), ceiling } : null;
});

/** Returns a fault as a fact: its code and the tier number, from 1. */
const faultFact = (fault: TierFault): string =>
  'index' in fault ? `${fault.code} ${fault.index + 1}` : fault.code;

/** A balance would match no tier, or two. Touching tiers count the same as tiers a cent apart. */
export const tiersFaulty = recordRule<'tiers-faulty'>((structure) => {
  const faults = (tiersUsed(structure)?.faults ?? []).filter(({ code }) => code !== 'touch');
  return faults.length > 0 ? { faults: faults.map(faultFact) } : null;
});

/**
 * Larger balances pay a higher rate; also checked in tiers that touch or have gaps, if their order is known.
 */
export const tiersRise = recordRule<'tiers-rise'>((structure) => {
  const { tiers = [] } = tiersUsed(structure) ?? {};
  const higher = tiers.some(({ min }) => min === null) ? [] : risingTiers(tiers);
  return higher.length > 0 ? { tiers: higher.map((index) => String(index + 1)) } : null;
});

/** Its balance does not count toward a group's breakpoint. */
export const breakpointAlone: Rule<'breakpoint-alone'> = {
  begin(firm) {
    const withBreakpoints = firm.byFees((cell): FoundIssue => {
      const structures = cellItems(cell).filter((id) => {
        const calculation = firm.structures.get(id)?.calculation;
        return calculation === 'T' || calculation === 'D';
      });
      return structures.length > 0 ? { structures } : null;
    });
    return {
      condition: { groups: 'none' },
      row: ({ status, fee_structures_ids }) => (isInUse(status) ? withBreakpoints(fee_structures_ids) : null),
    };
  },
};
