import { z } from 'zod';
import { id, ids, moment, parts, text } from '../fields';
import { resource } from '../resource';

export const assignment = z.looseObject({
  id: z.int().optional(),
  account_id: z.int(),
  group_id: z.int().optional(),
  fee_location: z.int(),
  fee_location_option: z.string().optional(),
});

/** Spec 2.6. `assignments` may come as an object, an array or null. */
export const billingGroups = resource({
  name: 'billingGroups',
  one: 'billing group',
  many: 'billing groups',
  section: '2.6',
  key: ['id'],
  title: ['name'],
  subtitle: ['id'],
  sort: { field: 'name', descending: false },
  fields: {
    name: text('Name', { column: 240, shown: true, search: true, filter: true, editable: true, index: true }),
    household_id: id('Household', {
      column: 110,
      shown: true,
      search: true,
      filter: true,
      editable: true,
      index: true,
    }),
    assignments: parts('Assigned accounts', z.array(assignment), {
      column: 160,
      shown: true,
      editable: true,
    }),
    minimum_ids: ids('Billing minimums', { column: 135, shown: true, editable: true }),
    firm_id: id('Firm', { column: 80, shown: true, filter: true }),
    id: id('Group id', { column: 90, shown: true, filter: true }),
    slug: text('Slug', { column: 200, filter: true }),
    created_at_utc: moment('Created', { column: 165 }),
    updated_at_utc: moment('Updated', { column: 165, dataDate: true }),
  },
  links: [
    { label: 'Assigned accounts', to: 'accounts', here: 'assignments', there: 'id' },
    { label: 'Accounts of the household', to: 'accounts', here: 'household_id', there: 'household_id' },
  ],
});
