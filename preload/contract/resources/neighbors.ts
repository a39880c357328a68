import { choice, id, moment, number, percent, text } from '../fields';
import { resource } from '../resource';

const ALL_OPERATIONS = [
  'list',
  'filter',
  'get',
  'put',
  'putMany',
  'create',
  'createMany',
  'remove',
  'removeMany',
] as const;

/** Filterable, editable, and part of the create body: paths from the wire facts, shapes as in 4.6. */
const editableInCreate = { filter: true, editable: true, create: true } as const;

/**
 * Neighboring endpoints (wire facts A): often present, never required. A refresh probes them quietly; if
 * missing, the app shows nothing of them. One entry here defines such a resource.
 */
export const neighbors = {
  /** Referenced by `minimum_ids` of billing groups. */
  billingMinimums: resource({
    name: 'billingMinimums',
    one: 'billing minimum',
    plural: 'billing minimums',
    section: 'wire',
    key: ['id'],
    title: ['name'],
    subtitle: ['id'],
    sort: { field: 'name', descending: false },
    service: { path: '/billing/minimums', section: 'wire', operations: ALL_OPERATIONS, optional: true },
    fields: {
      name: text('Name', {
        ...editableInCreate,
        column: 240,
        shown: true,
        search: true,
        index: true,
        required: true,
      }),
      value: number('Value', { ...editableInCreate, column: 110, shown: true, required: true }),
      value_type: choice(
        'Value type',
        { F: 'Fixed amount', P: 'Percentage' },
        { ...editableInCreate, column: 130, shown: true, required: true },
      ),
      firm_id: id('Firm', {
        names: 'firms',
        column: 180,
        shown: true,
        filter: true,
        create: true,
        required: true,
      }),
      id: id('Minimum ID', { column: 110, shown: true, filter: true, search: true }),
      created_at_utc: moment('Created', { column: 165 }),
      updated_at_utc: moment('Updated', { column: 165, nightly: true }),
    },
    links: [
      { label: 'Billing groups with this minimum', to: 'billingGroups', here: 'id', there: 'minimum_ids' },
    ],
  }),

  /** Referenced by `billing_splits_ids` of accounts. */
  billingSplits: resource({
    name: 'billingSplits',
    one: 'billing split',
    plural: 'billing splits',
    section: 'wire',
    key: ['id'],
    title: ['name'],
    subtitle: ['splitter_name'],
    sort: { field: 'name', descending: false },
    service: { path: '/billing/splits', section: 'wire', operations: ALL_OPERATIONS, optional: true },
    fields: {
      name: text('Name', {
        ...editableInCreate,
        column: 240,
        shown: true,
        search: true,
        index: true,
        required: true,
      }),
      percentage: percent('Percentage', { ...editableInCreate, column: 110, shown: true, required: true }),
      splitter_name: text('Splitter', { ...editableInCreate, column: 200, shown: true, search: true }),
      splitter_slug: text('Splitter short ID', { ...editableInCreate, column: 180 }),
      firm_id: id('Firm', {
        names: 'firms',
        column: 180,
        shown: true,
        filter: true,
        create: true,
        required: true,
      }),
      id: id('Split ID', { column: 110, shown: true, filter: true, search: true }),
      created_at_utc: moment('Created', { column: 165 }),
      updated_at_utc: moment('Updated', { column: 165, nightly: true }),
    },
    links: [{ label: 'Accounts with this split', to: 'accounts', here: 'id', there: 'billing_splits_ids' }],
  }),
} as const;
