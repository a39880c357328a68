import type { ResourceName } from '#contract/resources';
import type { DemoRow } from '../table';
import { dayNumberOf, isoDateTime } from './calendar';
import { FIRMS, MAIN_FIRM } from './firms';
import { draw, TRAIT, type Seed } from './random';

/** The ID ranges that accounts and billing groups reference (wire facts A): first ID and count. */
export const BENCHMARKS = { first: 700, count: 900 } as const;
export const TARGET_ALLOCATIONS = { first: 300, count: 24 } as const;
export const INVESTMENT_MODELS = { first: 100, count: 40 } as const;
export const BILLING_MINIMUMS = { first: 40, count: 7 } as const;

const EQUITY = [
  'S&P 500',
  'Russell 1000',
  'Russell 3000',
  'MSCI ACWI',
  'MSCI World',
  'MSCI EAFE',
  'CRSP US Total Market',
  'Dow Jones US Dividend 100',
  'Nasdaq 100',
] as const;
const BONDS = [
  'Bloomberg US Aggregate',
  'Bloomberg Municipal',
  'ICE 1–3 Year Treasury',
  'Bloomberg US Corporate',
  'FTSE 3-Month T-Bill',
] as const;
const EQUITY_PERCENTS = Array.from({ length: 20 }, (_, step) => 100 - step * 5);

function benchmarkName(position: number): string {
  const equityPercent = EQUITY_PERCENTS[position % EQUITY_PERCENTS.length] ?? 100;
  const mix = Math.floor(position / EQUITY_PERCENTS.length);
  const equity = EQUITY[mix % EQUITY.length] ?? '';
  const bonds = BONDS[Math.floor(mix / EQUITY.length) % BONDS.length] ?? '';
  // All-equity names repeat for each kind of bond: real firms have duplicate benchmarks too.
  return equityPercent === 100 ? equity : `${equityPercent}% ${equity} / ${100 - equityPercent}% ${bonds}`;
}

const PROFILES = ['Conservative', 'Moderate', 'Balanced', 'Growth', 'Aggressive', 'Income'] as const;
const VARIANTS = ['', ' Tax-Aware', ' ESG', ' Retirement'] as const;
const allocationName = (position: number): string =>
  `${PROFILES[position % PROFILES.length] ?? ''}${VARIANTS[Math.floor(position / PROFILES.length) % VARIANTS.length] ?? ''}`;

const STYLES = [
  'Core',
  'Dividend',
  'Index',
  'Global',
  'Quality',
  'Small Cap',
  'Muni',
  'Alternatives',
] as const;
const modelName = (position: number): string =>
  `${STYLES[position % STYLES.length] ?? ''} Model ${Math.floor(position / STYLES.length) + 1}`;

const namedRecords =
  (
    { first, count }: { first: number; count: number },
    object: string,
    nameOf: (position: number) => string,
  ) =>
  (seed: Seed): DemoRow[] =>
    Array.from({ length: count }, (_, position) => {
      const created = isoDateTime(
        dayNumberOf('2017-01-09') + (draw(seed, first + position, TRAIT.smallList) % 2500),
        position,
      );
      return {
        object,
        id: first + position,
        name: nameOf(position),
        firm_id: MAIN_FIRM,
        created_at_utc: created,
        updated_at_utc: created,
      };
    });

/** Generators for the optional resources that other records reference by ID (wire facts A). */
export const REFERENCES = {
  firms: (seed) =>
    FIRMS.map((firm, position) => ({
      object: 'org.firm',
      ...firm,
      is_active: true,
      is_billing_active: firm.id === MAIN_FIRM,
      billing_partition_option: 'Q',
      created_at_utc: isoDateTime(
        dayNumberOf('2015-02-02') + (draw(seed, position, TRAIT.smallList) % 900),
        position,
      ),
    })),
  benchmarks: namedRecords(BENCHMARKS, 'reporting.benchmark', benchmarkName),
  targetAllocations: namedRecords(TARGET_ALLOCATIONS, 'reporting.target_allocation', allocationName),
  investmentModels: namedRecords(INVESTMENT_MODELS, 'investment_management.model', modelName),
} as const satisfies Partial<Record<ResourceName, (seed: Seed) => DemoRow[]>>;
