import { id, text } from '../fields';
import { resource } from '../resource';

/** Spec 2.4, deprecated there. The records have no ID. */
export const legacyMappings = resource({
  name: 'legacyMappings',
  singular: 'legacy mapping',
  plural: 'legacy mappings',
  section: '2.4',
  // All fields: two mappings may differ only in the rep code.
  key: [
    'account_id',
    'legacy_account_number',
    'partner_account_number',
    'legacy_rep_code',
    'partner_master_number',
  ],
  title: ['legacy_account_number'],
  subtitle: ['partner_account_number'],
  sort: { field: 'legacy_account_number', descending: false },
  deprecated: true,
  belowTask: 'advisorCodes',
  service: {
    path: '/account-management/legacy-to-partner-migrations',
    section: '4.5',
    operations: ['list', 'filter'],
    plurals: {
      account_ids: 'account_id',
      legacy_rep_codes: 'legacy_rep_code',
      legacy_account_numbers: 'legacy_account_number',
      partner_master_numbers: 'partner_master_number',
      partner_account_numbers: 'partner_account_number',
    },
  },
  fields: {
    legacy_account_number: text('Old account number', {
      column: 160,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
    legacy_rep_code: text('Old rep code', {
      column: 120,
      shown: true,
      search: true,
      filter: true,
      repeats: true,
    }),
    partner_account_number: text('New account number', {
      column: 160,
      shown: true,
      search: true,
      filter: true,
    }),
    partner_master_number: text('Master number', { column: 140, shown: true, search: true, filter: true }),
    account_id: id('Account', {
      names: 'accounts',
      column: 200,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
  },
  links: [{ label: 'Account', to: 'accounts', fromField: 'account_id', toField: 'id' }],
});
