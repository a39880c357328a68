import type { RecordOf } from '#contract/resources';
import { dayNumberOf, isoDateTime } from './calendar';
import { FIRMS, MAIN_FIRM } from './firms';
import { redraw, draw, TRAIT, type Seed } from './random';
import { SECURITIES } from './securities';
import { slugify } from './slug';

export type AssetAdjustment = RecordOf<'assetAdjustments'>;

export const FIRST_ADJUSTMENT_ID = 401;

const SUBJECTS = [
  'Apple',
  'Cash & Sweep',
  'Money Market Funds',
  'Berkshire Hathaway',
  'Employer Stock',
  'Private Placements',
  'Annuities',
  'Real Estate Limited Partnerships',
  'Treasury Bills under 90 Days',
  'Concentrated Positions',
  'Legacy Mutual Funds',
  'Microsoft',
  'Unsupervised Assets',
  'Life Insurance',
  'Certificates of Deposit',
  'Crypto (Eaglebrook)',
  'Precious Metals',
] as const;

/**
 * Returns a few dozen firm-wide and account-level adjustments (spec 2.7). Only an acquired firm has firm-wide ones:
 * with them, no expected fee can be calculated.
 */
export function demoAssetAdjustments(seed: Seed): AssetAdjustment[] {
  const count = 26 + (draw(seed, 0, TRAIT.adjustment) % 14);
  return Array.from({ length: count }, (_, position) => {
    const drawn = draw(seed, position, TRAIT.adjustment);
    const includes = drawn % 4 === 0;
    const round = Math.floor(position / SUBJECTS.length);
    const subject = SUBJECTS[position % SUBJECTS.length] ?? 'Cash';
    const isFirmWide = (drawn >>> 4) % 3 === 0;
    const name = `${includes ? 'Include' : 'Exclude'} ${subject}${round ? ` (${round + 1})` : ''}`;
    const created = dayNumberOf('2017-05-01') + (drawn % 2800);
    return {
      object: 'billing.asset_adjustment',
      id: FIRST_ADJUSTMENT_ID + position,
      name,
      slug: slugify(name),
      adjustment_type: includes ? 'i' : 'e',
      level: isFirmWide ? 'f' : 'a',
      firm_id: isFirmWide ? FIRMS[1].id : MAIN_FIRM,
      weight: (drawn >>> 7) % 5 === 0 ? 50 : 100,
      security_ids: Array.from(
        { length: 1 + (redraw(drawn, 1) % 6) },
        (_, step) => SECURITIES.first + (redraw(drawn, step + 2) % SECURITIES.count),
      ),
      created_at_utc: isoDateTime(created, drawn),
      updated_at_utc: isoDateTime(created + 90, drawn >>> 2),
    };
  });
}
