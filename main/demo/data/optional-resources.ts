import type { ResourceName } from '#contract/resources';
import type { DemoRow } from '../table';
import { demoBillingReports, demoInvoices } from './billing-runs';
import type { Book } from './book';
import { isoDateTime, dayNumberOf } from './calendar';
import { MAIN_FIRM } from './firms';
import { draw, TRAIT, type Seed } from './random';
import { BILLING_MINIMUMS } from './references';
import { slugify } from './slug';
import { FIRST_SPLIT_ID, SPLIT_RECIPIENTS } from './splits';

/** Generators for the optional resources of the demo firm (wire facts A). */
export const OPTIONAL_RESOURCES = {
  /** Referenced by `minimum_ids` of billing groups; `BILLING_MINIMUMS.count` of them. */
  billingMinimums: (seed) =>
    ['Household', 'Institutional', 'Legacy', 'Retirement Plan', 'Starter', 'Trust', 'Wealth'].map(
      (name, position) => {
        const drawn = draw(seed, position, TRAIT.smallList);
        const isShare = position % 3 === 2;
        const created = isoDateTime(dayNumberOf('2018-03-01') + (drawn % 2000), drawn);
        return {
          object: 'billing.minimum',
          id: BILLING_MINIMUMS.first + position,
          name: `${name} Minimum`,
          firm_id: MAIN_FIRM,
          value: isShare ? (1 + (drawn % 4)) * 0.25 : (1 + (drawn % 8)) * 125,
          value_type: isShare ? 'P' : 'F',
          created_at_utc: created,
          updated_at_utc: created,
        };
      },
    ),
  /** Referenced by `billing_splits_ids` of accounts. */
  billingSplits: (seed) =>
    SPLIT_RECIPIENTS.map((name, position) => {
      const drawn = draw(seed, 100 + position, TRAIT.smallList);
      const created = isoDateTime(dayNumberOf('2018-03-01') + (drawn % 2000), drawn);
      return {
        object: 'billing.split',
        id: FIRST_SPLIT_ID + position,
        name: `${name} Split`,
        firm_id: MAIN_FIRM,
        percentage: (1 + (drawn % 9)) * 5,
        splitter_name: name,
        splitter_slug: slugify(name),
        created_at_utc: created,
        updated_at_utc: created,
      };
    }),
} as const satisfies Partial<Record<ResourceName, (seed: Seed) => DemoRow[]>>;

export type OptionalResourceName = keyof typeof OPTIONAL_RESOURCES;

/** Resources derived from the accounts; slow to generate for large firms. */
export const BILLING_RUNS = {
  billingReports: demoBillingReports,
  invoices: demoInvoices,
} as const satisfies Partial<Record<ResourceName, (book: Book) => DemoRow[]>>;
