import { choice, CUSTODIANS, id, moment, text } from '../fields';
import { resource } from '../resource';

/** Spec 2.5. */
export const advisorCodes = resource({
  name: 'advisorCodes',
  one: 'advisor code',
  many: 'advisor codes',
  section: '2.5',
  key: ['id'],
  title: ['code'],
  subtitle: ['source'],
  sort: { field: 'code', descending: false },
  fields: {
    code: text('Code', { column: 140, shown: true, search: true, filter: true, index: true }),
    source: choice('Custodian', CUSTODIANS, { column: 160, shown: true, search: true, filter: true }),
    firm_id: id('Firm', { column: 80, shown: true, filter: true }),
    id: id('Code id', { column: 90, shown: true }),
    created_at_utc: moment('Created', { column: 165, shown: true }),
    updated_at_utc: moment('Updated', { column: 165, dataDate: true }),
  },
  links: [{ label: 'Accounts with this code', to: 'accounts', here: 'code', there: 'advisor_codes' }],
});
