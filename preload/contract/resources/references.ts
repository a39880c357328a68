import { boolean, choice, date, id, ids, text } from '../fields';
import { resource } from '../resource';
import { internalStamps, named } from './common-fields';

/**
 * Optional, read-only resources that provide names for IDs (wire facts A). One entry here defines such a resource.
 */

const list = (path: string) =>
  ({ path, section: 'wire', operations: ['list'], optional: true }) as const satisfies object;
const name = text('Name', { column: 260, shown: true, search: true, index: true });
const firm = id('Firm', { column: 180, names: 'firms' });
const STATUS = { active: 'Active', inactive: 'Inactive', closed: 'Closed' } as const;
const PARTITION = { D: 'Daily', W: 'Weekly', M: 'Monthly', Q: 'Quarterly', Y: 'Yearly' } as const;

export const references = {
  households: resource({
    name: 'households',
    singular: 'household',
    plural: 'households',
    screen: 'household',
    ...named,
    subtitle: ['status', 'id'],
    head: ['id', 'status', 'inception_date', 'firm_id'],
    service: list('/reporting/households'),
    fields: {
      name,
      id: id('Household ID', { column: 110, shown: true, search: true }),
      short_name: text('Short name', { column: 160, search: true }),
      status: choice('Status', STATUS, { column: 100, shown: true, filter: true }),
      inception_date: date('Inception', { column: 110, shown: true }),
      close_date: date('Closed on', { column: 110 }),
      first_account_reporting_date: date('First account reporting', { column: 150 }),
      last_account_reporting_date: date('Last account reporting', { column: 150, nightly: true }),
      benchmarks_ids: ids('Benchmarks', { column: 180, names: 'benchmarks' }),
      firm_id: firm,
      ...internalStamps,
    },
    links: [
      { label: 'Accounts of the household', to: 'accounts', fromField: 'id', toField: 'household_id' },
      {
        label: 'Billing groups of the household',
        to: 'billingGroups',
        fromField: 'id',
        toField: 'household_id',
      },
    ],
  }),

  firms: resource({
    name: 'firms',
    singular: 'firm',
    plural: 'firms',
    ...named,
    service: list('/org/firms'),
    fields: {
      name,
      id: id('Firm ID', { column: 100, shown: true, search: true }),
      parent_firm_id: id('Parent firm', { column: 200, shown: true, names: 'firms' }),
      is_active: boolean('Active', { column: 90, shown: true }),
      is_billing_active: boolean('Billing active', { column: 120, shown: true }),
      billing_partition_option: choice('Billing partition', PARTITION, { column: 130, shown: true }),
      ...internalStamps,
    },
    links: [
      { label: 'Accounts of the firm', to: 'accounts', fromField: 'id', toField: 'firm_id' },
      { label: 'Advisor codes of the firm', to: 'advisorCodes', fromField: 'id', toField: 'firm_id' },
    ],
  }),

  benchmarks: resource({
    name: 'benchmarks',
    singular: 'benchmark',
    plural: 'benchmarks',
    ...named,
    reference: true,
    service: list('/reporting/benchmarks'),
    fields: {
      name,
      id: id('Benchmark ID', { column: 120, shown: true, search: true }),
      firm_id: firm,
      ...internalStamps,
    },
    links: [
      { label: 'Accounts with this benchmark', to: 'accounts', fromField: 'id', toField: 'benchmarks_ids' },
    ],
  }),

  targetAllocations: resource({
    name: 'targetAllocations',
    singular: 'target allocation',
    plural: 'target allocations',
    ...named,
    reference: true,
    service: list('/reporting/target-allocations'),
    fields: {
      name,
      id: id('Target allocation ID', { column: 150, shown: true, search: true }),
      firm_id: firm,
      ...internalStamps,
    },
    links: [
      {
        label: 'Accounts with this target allocation',
        to: 'accounts',
        fromField: 'id',
        toField: 'target_allocation_id',
      },
    ],
  }),

  investmentModels: resource({
    name: 'investmentModels',
    singular: 'investment model',
    plural: 'investment models',
    ...named,
    reference: true,
    service: list('/investment-management/models'),
    fields: {
      name,
      id: id('Investment model ID', { column: 150, shown: true, search: true }),
      firm_id: firm,
      ...internalStamps,
    },
    links: [
      {
        label: 'Accounts with this investment model',
        to: 'accounts',
        fromField: 'id',
        toField: 'investment_model_id',
      },
    ],
  }),
} as const;
