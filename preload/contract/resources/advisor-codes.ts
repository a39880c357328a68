import { advisorCodeText, choice, CUSTODIANS, id, dateTime, text } from '../fields';
import { resource } from '../resource';

/** Spec 4.5: the required fields of a new code. */
const requiredInCreate = { create: true, required: true } as const;

/** Spec 2.5. */
export const advisorCodes = resource({
  name: 'advisorCodes',
  singular: 'advisor code',
  plural: 'advisor codes',
  ownJobs: true,
  section: '2.5',
  key: ['id'],
  title: ['code'],
  subtitle: ['source'],
  sort: { field: 'code', descending: false },
  service: {
    path: '/org/advisor-codes',
    section: '4.5',
    operations: ['list', 'create', 'createMany', 'remove', 'removeMany'],
  },
  fields: {
    code: {
      ...text('Code', {
        ...requiredInCreate,
        column: 140,
        shown: true,
        search: true,
        filter: true,
        index: true,
      }),
      write: advisorCodeText,
    },
    source: choice('Custodian', CUSTODIANS, {
      ...requiredInCreate,
      column: 160,
      shown: true,
      search: true,
      filter: true,
    }),
    firm_id: id('Firm', { ...requiredInCreate, names: 'firms', column: 180, shown: true, filter: true }),
    id: id('Code ID', { column: 90, shown: true }),
    created_at_utc: dateTime('Created', { column: 165, shown: true }),
    updated_at_utc: dateTime('Updated', { column: 165, nightly: true }),
  },
  links: [
    {
      label: 'Accounts with this code',
      to: 'accounts',
      fromField: 'code',
      toField: 'advisor_codes',
      within: { fromField: 'source', toField: 'custodian' },
    },
  ],
});
