import { choice, id, moment, number, text } from '../fields';
import { resource } from '../resource';

/**
 * Neighbors of the specification (wire facts A): often there, never needed. A refresh asks for them quietly; where a
 * service does not have them, nothing of them is seen. One entry here is the whole of such a resource.
 */
export const neighbors = {
  /** What stands behind the `minimum_ids` of billing groups. */
  billingMinimums: resource({
    name: 'billingMinimums',
    one: 'billing minimum',
    many: 'billing minimums',
    section: 'wire',
    key: ['id'],
    title: ['name'],
    subtitle: ['id'],
    sort: { field: 'name', descending: false },
    service: { path: '/billing/minimums', section: 'wire', operations: ['list'], optional: true },
    fields: {
      name: text('Name', { column: 240, shown: true, search: true, filter: true, index: true }),
      value: number('Value', { column: 110, shown: true, filter: true }),
      value_type: choice(
        'Value type',
        { F: 'Fixed amount', P: 'Percentage' },
        { column: 130, shown: true, filter: true },
      ),
      firm_id: id('Firm', { column: 80, shown: true, filter: true }),
      id: id('Minimum ID', { column: 110, shown: true, filter: true, search: true }),
      created_at_utc: moment('Created', { column: 165 }),
      updated_at_utc: moment('Updated', { column: 165, dataDate: true }),
    },
    links: [
      { label: 'Billing groups with this minimum', to: 'billingGroups', here: 'id', there: 'minimum_ids' },
    ],
  }),
} as const;
