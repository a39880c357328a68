import { id, idsOrNulls, items, text } from '../fields';
import { mergeAssignments } from '../features/billing-groups/assignments';
import { resource } from '../resource';
import { editableInCreate, editableName, firmInCreate, internalStamps, named } from './common-fields';

/**
 * The payer of an account's fee (wire facts A, billing); any other number is the ID of the paying account.
 */
const FEE_LOCATION = { '0': 'Itself', '-1': 'The group, by balance' } as const;
const FEE_LOCATION_OPTION = { S: 'Self', G: 'Group', A: 'Account' } as const;

/** Spec 2.6. `assignments` may be an object, an array or null. */
export const billingGroups = resource({
  name: 'billingGroups',
  singular: 'billing group',
  plural: 'billing groups',
  ...named,
  section: '2.6',
  head: ['household_id', 'firm_id', 'minimum_ids'],
  service: {
    path: '/billing/groups',
    section: '4.6',
    operations: ['list', 'filter', 'get', 'put', 'putMany', 'create', 'createMany', 'remove', 'removeMany'],
    paged: ['create', 'get', 'remove'],
  },
  fields: {
    name: editableName,
    household_id: id('Household', {
      ...editableInCreate,
      names: 'households',
      column: 200,
      shown: true,
      search: true,
      index: true,
      nullable: true,
    }),
    assignments: items(
      'Assigned accounts',
      {
        id: id('Assignment ID'),
        account_id: id('Account', { required: true, names: 'accounts' }),
        group_id: id('Group'),
        fee_location: id('Paid by', { required: true, labels: FEE_LOCATION, names: 'accounts' }),
        fee_location_option: text('Paid by (option)', { labels: FEE_LOCATION_OPTION }),
      },
      {
        itemKey: 'account_id',
        itemValue: 'fee_location',
        merge: mergeAssignments,
        column: 260,
        shown: true,
        editable: true,
        create: true,
        nullable: true,
      },
    ),
    minimum_ids: idsOrNulls('Billing minimums', {
      names: 'billingMinimums',
      column: 200,
      shown: true,
      editable: true,
      create: true,
      nullable: true,
    }),
    firm_id: firmInCreate,
    id: id('Group ID', { column: 90, filter: true }),
    slug: text('Short ID', { internal: true, column: 200, filter: true, create: true }),
    ...internalStamps,
  },
  links: [
    { label: 'Assigned accounts', to: 'accounts', fromField: 'assignments', toField: 'id' },
    {
      label: 'Accounts of the household',
      to: 'accounts',
      fromField: 'household_id',
      toField: 'household_id',
    },
  ],
});
