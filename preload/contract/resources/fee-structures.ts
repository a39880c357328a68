import { z } from 'zod';
import { choice, id, integer, moment, money, parts, percent, text } from '../fields';
import { resource } from '../resource';

export const CALCULATION_TYPE = {
  R: 'Flat rate',
  A: 'Flat account fee',
  G: 'Flat group fee',
  D: 'Drop through',
  T: 'Tiered fee',
  F: 'Favor fee',
} as const;
export const COLLECTION_TYPE = { R: 'Arrears', D: 'Advance', P: 'Advance with proration' } as const;
export const FEE_FREQUENCY = { M: 'Monthly', Q: 'Quarterly' } as const;
export const BALANCE_TYPE = {
  E: 'End of period balance',
  A: 'Average daily balance',
  P: 'Ending period balance adjusted for flows',
  C: 'Ending period balance adjusted for flows less cash',
} as const;

export const tier = z.looseObject({
  id: z.int().optional(),
  min_balance: z.number(),
  max_balance: z.number().nullable(),
  rate: z.number(),
  fee_structure_id: z.int().optional(),
});

/** Spec 2.9. */
export const feeStructures = resource({
  name: 'feeStructures',
  one: 'fee structure',
  many: 'fee structures',
  section: '2.9',
  key: ['id'],
  title: ['name'],
  subtitle: ['calculation_type'],
  sort: { field: 'name', descending: false },
  fields: {
    name: text('Name', { column: 240, shown: true, search: true, filter: true, editable: true, index: true }),
    calculation_type: choice('Calculation', CALCULATION_TYPE, {
      column: 130,
      shown: true,
      filter: true,
      editable: true,
    }),
    flat_rate: percent('Flat rate', { column: 90, shown: true, filter: true, editable: true }),
    flat_dollar_fee: money('Flat fee', { column: 100, shown: true, filter: true, editable: true }),
    frequency: choice('Frequency', FEE_FREQUENCY, { column: 100, shown: true, filter: true, editable: true }),
    collection_type: choice('Collection', COLLECTION_TYPE, {
      column: 160,
      shown: true,
      filter: true,
      editable: true,
    }),
    balance_type: choice('Balance', BALANCE_TYPE, { column: 220, shown: true, filter: true, editable: true }),
    tiers: parts('Tiers', z.array(tier), { editable: true }),
    quarter_cycle: integer('Quarter cycle', { column: 100, filter: true, editable: true }),
    semi_annual_cycle: text('Semi-annual cycle', { editable: true }),
    annual_cycle: text('Annual cycle', { editable: true }),
    firm_id: id('Firm', { column: 80, filter: true }),
    id: id('Fee structure id', { column: 110, shown: true, filter: true }),
    slug: text('Slug', { column: 180, filter: true }),
    created_by_user_id: id('Created by (deprecated)'),
    created_at_utc: moment('Created', { column: 165 }),
    updated_at_utc: moment('Updated', { column: 165, dataDate: true }),
  },
  links: [
    { label: 'Accounts with this fee structure', to: 'accounts', here: 'id', there: 'fee_structures_ids' },
  ],
});
