import { boolean, choice, date, id, ids, integer, money, number, percent, text } from '../fields';
import { OPERATIONS } from '../operations';
import { resource } from '../resource';
import { editableInCreate, editableName, firmInCreate, named, stamps } from './common-fields';

const READ_ONLY = ['list'] as const;

/**
 * Resources that many services have and none is required to have: the "neighboring endpoints" of wire facts A. Paths are
 * from the wire facts; writes work as in spec 4.6. A refresh probes each one; the app hides what a service lacks.
 */
export const optionalResources = {
  /** Referenced by `minimum_ids` of billing groups. */
  billingMinimums: resource({
    name: 'billingMinimums',
    singular: 'billing minimum',
    plural: 'billing minimums',
    ...named,
    service: { path: '/billing/minimums', section: 'wire', operations: OPERATIONS, optional: true },
    fields: {
      name: editableName,
      value: number('Value', { ...editableInCreate, column: 110, shown: true, required: true }),
      value_type: choice(
        'Value type',
        { F: 'Fixed amount', P: 'Percentage' },
        { ...editableInCreate, column: 130, shown: true, required: true },
      ),
      firm_id: firmInCreate,
      id: id('Minimum ID', { column: 110, shown: true, filter: true, search: true }),
      ...stamps,
    },
    links: [
      {
        label: 'Billing groups with this minimum',
        to: 'billingGroups',
        fromField: 'id',
        toField: 'minimum_ids',
      },
    ],
  }),

  /** Referenced by `billing_splits_ids` of accounts. */
  billingSplits: resource({
    name: 'billingSplits',
    singular: 'billing split',
    plural: 'billing splits',
    ...named,
    subtitle: ['splitter_name'],
    service: { path: '/billing/splits', section: 'wire', operations: OPERATIONS, optional: true },
    fields: {
      name: editableName,
      percentage: percent('Percentage', { ...editableInCreate, column: 110, shown: true, required: true }),
      splitter_name: text('Splitter', { ...editableInCreate, column: 200, shown: true, search: true }),
      splitter_slug: text('Splitter short ID', { ...editableInCreate, column: 180 }),
      firm_id: firmInCreate,
      id: id('Split ID', { column: 110, shown: true, filter: true, search: true }),
      ...stamps,
    },
    links: [
      { label: 'Accounts with this split', to: 'accounts', fromField: 'id', toField: 'billing_splits_ids' },
    ],
  }),

  /** The billing run that a fee upload file belongs to. */
  billingReports: resource({
    name: 'billingReports',
    singular: 'billing report',
    plural: 'billing reports',
    section: 'wire',
    key: ['id'],
    title: ['billing_date'],
    subtitle: ['id'],
    sort: { field: 'billing_date', descending: true },
    service: { path: '/billing/reports', section: 'wire', operations: READ_ONLY, optional: true },
    fields: {
      billing_date: date('Billing date', { column: 110, shown: true, search: true, index: true }),
      snapshot_date: date('Balances as of', { column: 120, shown: true }),
      run_date: date('Run on', { column: 110, shown: true }),
      fee_upload_file_id: id('Fee upload file', { column: 150, shown: true, names: 'feeUploadFiles' }),
      n_accounts: integer('Accounts', { column: 100, shown: true }),
      n_groups: integer('Billing groups', { column: 115, shown: true }),
      period_debit: money('Fees for the period', { column: 140, shown: true }),
      custodian_billed_period_debit: money('Billed at custodians', { column: 150, shown: true }),
      direct_billed_period_debit: money('Billed directly', { column: 130, shown: true }),
      annual_debit: money('Annual fees', { column: 130, shown: true }),
      account_ids: ids('Accounts billed', { column: 160 }),
      firm_id: id('Firm', { names: 'firms', column: 180 }),
      id: id('Report ID', { column: 100, shown: true, search: true }),
      ...stamps,
    },
    links: [
      { label: 'Fee upload file', to: 'feeUploadFiles', fromField: 'fee_upload_file_id', toField: 'id' },
      { label: 'Accounts billed', to: 'accounts', fromField: 'account_ids', toField: 'id' },
      { label: 'Invoices of this report', to: 'invoices', fromField: 'id', toField: 'billing_report_id' },
    ],
  }),

  /** Fees that clients pay directly. */
  invoices: resource({
    name: 'invoices',
    singular: 'invoice',
    plural: 'invoices',
    section: 'wire',
    key: ['id'],
    title: ['client_name'],
    subtitle: ['billing_date', 'id'],
    sort: { field: 'billing_date', descending: true },
    service: { path: '/billing/invoices', section: 'wire', operations: READ_ONLY, optional: true },
    fields: {
      client_name: text('Client', { column: 240, shown: true, search: true, index: true }),
      billing_date: date('Billing date', { column: 110, shown: true, index: true }),
      due_date: date('Due on', { column: 110, shown: true }),
      is_paid: boolean('Marked paid', { column: 110, shown: true }),
      period_debit: money('Fees for the period', { column: 140, shown: true, summable: true }),
      annual_debit: money('Annual fees', { column: 130, shown: true }),
      account_ids: ids('Accounts', { column: 220, shown: true, names: 'accounts' }),
      household_id: id('Household', { column: 220, shown: true, names: 'households', index: true }),
      billing_report_id: id('Billing report', { column: 130, names: 'billingReports', index: true }),
      firm_id: id('Firm', { names: 'firms', column: 180 }),
      id: id('Invoice ID', { column: 100, shown: true, search: true }),
      ...stamps,
    },
    links: [
      { label: 'Accounts invoiced', to: 'accounts', fromField: 'account_ids', toField: 'id' },
      { label: 'Billing report', to: 'billingReports', fromField: 'billing_report_id', toField: 'id' },
    ],
  }),

  /** The balances that custodians last reported; they change every night. */
  latestBalances: resource({
    name: 'latestBalances',
    singular: 'latest balance',
    plural: 'latest balances',
    section: 'wire',
    key: ['account_id'],
    title: ['account_number'],
    subtitle: ['reported_date'],
    sort: { field: 'account_number', descending: false },
    service: {
      path: '/data/source/account-balances/latest',
      section: 'wire',
      operations: READ_ONLY,
      optional: true,
    },
    isNightly: true,
    fields: {
      account_number: text('Account number', {
        column: 130,
        shown: true,
        search: true,
        searchBySuffix: true,
        index: true,
      }),
      account_id: id('Account', { column: 260, shown: true, names: 'accounts', index: true }),
      total_value: money('Value', { column: 150, shown: true, nightly: true }),
      cash_value: money('Cash', { column: 140, shown: true, nightly: true }),
      securities_value: money('Securities', { column: 150, shown: true, nightly: true }),
      reported_date: date('Balance date', { column: 120, shown: true, nightly: true }),
    },
    links: [{ label: 'Account', to: 'accounts', fromField: 'account_id', toField: 'id' }],
  }),
} as const;
