import { date, id, items, dateTime, text } from '../fields';
import { resource } from '../resource';

const person = { group: 'Person' };
const contact = { group: 'Contact' };

/** Spec 2.3. `type` is text or a number; phones and addresses come only from some custodians. */
export const relatedPersons = resource({
  name: 'relatedPersons',
  singular: 'related person',
  plural: 'related people',
  section: '2.3',
  key: ['id'],
  title: ['first_name', 'last_name', 'entity_name'],
  subtitle: ['type'],
  head: ['type', 'account_id', 'email'],
  sort: { field: 'last_name', descending: false },
  service: {
    path: '/account-management/related-persons',
    section: '4.4',
    operations: ['list', 'filter'],
    plurals: { account_ids: 'account_id' },
    changedAt: 'updated_at_utc',
  },
  fields: {
    last_name: text('Last name', {
      ...person,
      column: 140,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
    first_name: text('First name', { ...person, column: 120, shown: true, search: true, filter: true }),
    middle_initial: text('Middle initial', { ...person, column: 60, filter: true }),
    entity_name: text('Entity name', { ...person, column: 200, shown: true, search: true, filter: true }),
    type: text('Relation', {
      repeats: true,
      ...person,
      maybeCode: true,
      column: 160,
      shown: true,
      search: true,
      filter: true,
    }),
    account_id: id('Account', {
      ...person,
      names: 'accounts',
      column: 240,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
    date_of_birth: date('Date of birth', { ...person, column: 110, filter: true }),
    email: text('Email', { ...contact, column: 220, shown: true, search: true, filter: true }),
    phone_numbers: items('Phone numbers', { phone_number: text('Number'), type: text('Type') }, contact),
    addresses: items(
      'Addresses',
      {
        address_1: text('Address'),
        address_2: text('Address line 2'),
        city: text('City'),
        state: text('State'),
        postal_code: text('Postal code'),
        country: text('Country'),
        type: text('Type'),
      },
      contact,
    ),
    tax_id_token: text('Tax ID token', { ...person, column: 150, filter: true, secret: true }),
    id: id('Person ID', { ...person, column: 90, filter: true }),
    created_at_utc: dateTime('Created', { internal: true, group: 'Dates' }),
    updated_at_utc: dateTime('Updated', { internal: true, group: 'Dates', column: 165, nightly: true }),
  },
  links: [
    { label: 'Account', to: 'accounts', fromField: 'account_id', toField: 'id' },
    {
      label: 'Other people on this account',
      to: 'relatedPersons',
      fromField: 'account_id',
      toField: 'account_id',
    },
  ],
});
