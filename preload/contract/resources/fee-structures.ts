import { z } from 'zod';
import { EMPTY } from '../format-value';
import { choice, id, integer, items, money, openEnum, percent, text } from '../fields';
import { resource } from '../resource';
import { editableInCreate, editableName, internalStamps } from './common-fields';

const CALCULATION_TYPE = {
  R: 'Flat rate',
  A: 'Flat account fee',
  G: 'Flat group fee',
  D: 'Drop through',
  T: 'Tiered fee',
  F: 'Favor fee',
} as const;
/** A flat rate of 0 has no meaning if the fee does not use it. */
const ZERO_RATE_LABELS = { T: 'Tiered', D: 'Drop through', A: EMPTY, G: EMPTY, F: EMPTY } as const;
/** Known only from the wire facts; the specification omits the table (2.11). */
const COLLECTION_TYPE = { R: 'Arrears', D: 'Advance', P: 'Advance with proration' } as const;
/** M and Q are in the specification (2.9), the others in the wire facts. */
const FEE_FREQUENCY = { D: 'Daily', W: 'Weekly', M: 'Monthly', Q: 'Quarterly', Y: 'Yearly' } as const;
const BALANCE_TYPE = {
  E: 'End of period balance',
  A: 'Average daily balance',
  P: 'Ending period balance adjusted for flows',
  C: 'Ending period balance adjusted for flows less cash',
} as const;

/** Undocumented code tables and types (spec 2.11). */
const cycle = z.union([z.string(), z.int()]);
const CYCLE = { help: 'Optional code; ask your provider.', editable: true, nullable: true } as const;

/** Spec 2.9. */
export const feeStructures = resource({
  name: 'feeStructures',
  singular: 'fee structure',
  plural: 'fee structures',
  section: '2.9',
  key: ['id'],
  title: ['name'],
  subtitle: ['calculation_type'],
  head: ['calculation_type', 'flat_rate', 'flat_dollar_fee', 'frequency', 'collection_type', 'firm_id'],
  sort: { field: 'name', descending: false },
  service: {
    path: '/billing/fee-structures',
    section: '4.6',
    operations: ['list', 'filter', 'get', 'put', 'putMany', 'create', 'createMany', 'remove', 'removeMany'],
    wire: ['filter', 'get', 'put', 'createMany', 'remove', 'removeMany'],
  },
  fields: {
    name: editableName,
    calculation_type: choice('Calculation', CALCULATION_TYPE, {
      ...editableInCreate,
      column: 130,
      shown: true,
      required: true,
    }),
    flat_rate: percent('Rate', {
      ...editableInCreate,
      earlierLabels: ['Flat rate'],
      column: 100,
      shown: true,
      range: [0, 99],
      zeroLabels: { where: 'calculation_type', labels: ZERO_RATE_LABELS },
    }),
    flat_dollar_fee: money('Flat fee', { ...editableInCreate, column: 100, shown: true, nullable: true }),
    frequency: choice('Frequency', FEE_FREQUENCY, {
      ...editableInCreate,
      column: 100,
      shown: true,
      required: true,
      writes: ['M', 'Q'],
    }),
    collection_type: openEnum('Collection', COLLECTION_TYPE, {
      ...editableInCreate,
      column: 160,
      shown: true,
      required: true,
    }),
    balance_type: choice('Balance type', BALANCE_TYPE, {
      ...editableInCreate,
      earlierLabels: ['Balance'],
      column: 220,
      shown: true,
      required: true,
    }),
    tiers: items(
      'Tiers',
      {
        id: id('Tier ID'),
        min_balance: money('From', { required: true }),
        max_balance: money('To', { required: true, nullable: true, emptyLabel: 'and above' }),
        rate: percent('Rate', { required: true }),
        fee_structure_id: id('Fee structure'),
      },
      { editable: true, create: true, nullable: true },
    ),
    quarter_cycle: integer('Quarter cycle', { ...editableInCreate, ...CYCLE, column: 100 }),
    semi_annual_cycle: {
      ...text('Semi-annual cycle', { ...CYCLE, column: 130 }),
      write: cycle,
    },
    annual_cycle: { ...text('Annual cycle', { ...CYCLE, column: 110 }), write: cycle },
    firm_id: id('Firm', { names: 'firms', column: 180, filter: true, create: true, required: true }),
    id: id('Fee structure ID', { column: 110, shown: true, filter: true }),
    slug: text('Short ID', { internal: true, column: 180, filter: true, create: true }),
    created_by_user_id: id('Created by (legacy field)', {
      internal: true,
      deprecated: true,
      filter: true,
      create: true,
      nullable: true,
    }),
    ...internalStamps,
  },
  links: [
    {
      label: 'Accounts with this fee structure',
      to: 'accounts',
      fromField: 'id',
      toField: 'fee_structures_ids',
    },
  ],
});
