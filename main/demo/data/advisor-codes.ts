import type { RecordOf } from '#contract/resources';
import { dayNumberOf, isoDateTime } from './calendar';
import type { CodePools } from './code-pools';
import { DEMO_CUSTODIANS } from './custodians';
import { FIRM_IDS } from './firms';
import { draw, TRAIT, type Seed } from './random';

export type AdvisorCode = RecordOf<'advisorCodes'>;

export const FIRST_CODE_ID = 801;

/** Returns the mapped advisor codes of all firms (spec 2.5). A sandbox application also has one code per firm. */
export function demoAdvisorCodes(
  seed: Seed,
  pools: CodePools,
  application: 'production' | 'sandbox',
): AdvisorCode[] {
  const mapped = pools.flatMap((pool, position) =>
    pool.codes
      .filter((code) => code.isMapped)
      .map((code) => ({
        code: code.code,
        firm_id: code.firm,
        source: DEMO_CUSTODIANS[position]?.code ?? 'SWB',
      })),
  );
  const sandbox =
    application === 'sandbox'
      ? FIRM_IDS.map((firm) => ({ code: `SBX-F${firm}`, firm_id: firm, source: 'SWB' as const }))
      : [];
  return [...mapped, ...sandbox].map((code, position) => {
    const drawn = draw(seed, position, TRAIT.advisorCode + 1); // `TRAIT.advisorCode` itself draws the codes' texts
    const created = dayNumberOf('2018-01-08') + (drawn % 2900); // to December 2025
    return {
      object: 'org.advisor_code',
      id: FIRST_CODE_ID + position,
      ...code,
      created_at_utc: isoDateTime(created, drawn),
      updated_at_utc: isoDateTime(created, drawn),
    };
  });
}
