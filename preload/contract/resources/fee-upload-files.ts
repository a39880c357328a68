import { date, id, integer, dateTime, money, texts } from '../fields';
import { resource } from '../resource';

/** Spec 2.8. */
export const feeUploadFiles = resource({
  name: 'feeUploadFiles',
  singular: 'fee upload file',
  plural: 'fee upload files',
  section: '2.8',
  key: ['id'],
  title: ['end_date'],
  subtitle: ['id'],
  sort: { field: 'end_date', descending: true },
  service: {
    path: '/billing/fee-upload-files',
    section: '4.6',
    operations: ['list', 'filter', 'get'],
  },
  fields: {
    end_date: date('Period end', { column: 110, shown: true, search: true, filter: true, index: true }),
    num_files: integer('Files', { column: 80, summable: true, shown: true, filter: true }),
    num_custodians: integer('Custodians', { column: 100, shown: true, filter: true }),
    num_accounts: integer('Accounts', { column: 100, shown: true, filter: true }),
    num_households: integer('Households', { column: 110, shown: true, filter: true }),
    total_period_debit: money('Total fees', { column: 130, summable: true, shown: true, filter: true }),
    total_annual_debit: money('Annual fees', { column: 130, shown: true, filter: true }),
    firm_id: id('Firm', { names: 'firms', column: 180, filter: true }),
    id: id('File ID', { column: 90, shown: true, filter: true, search: true }),
    file_keys: texts('Files in the archive'),
    created_at_utc: dateTime('Created', { column: 180, shown: true }),
    updated_at_utc: dateTime('Updated', { column: 165, nightly: true }),
  },
  links: [{ label: 'Billing report', to: 'billingReports', fromField: 'id', toField: 'fee_upload_file_id' }],
});
