import { boolean, choice, CUSTODIANS, date, id, ids, items, dateTime, money, text, texts } from '../fields';
import { resource } from '../resource';

export const ACCOUNT_STATUS = {
  funded: 'Funded',
  papered: 'Papered',
  closed: 'Closed',
  stale: 'Stale',
} as const;
/** Color marks exceptions only: most accounts are fine. */
const STATUS_TONES = { stale: 'warn' } as const;
export const PAYMENT_SOURCE = { C: 'Custodian', D: 'Direct' } as const;
const CASH_FREQUENCY = { '': 'None', M: 'Monthly', Q: 'Quarterly', O: 'One time' } as const;

/** Takes effect in a PUT (spec 2.1). Any value can be cleared: no field is guaranteed (wire facts A). */
const edited = { editable: true, nullable: true } as const;
const identity = { group: 'Account' };
const holder = { group: 'Account holder' };
const custody = { group: 'Custodian' };
const billing = { group: 'Billing' };
const investing = { group: 'Investing' };
const securities = { names: 'securities' };
const dates = { group: 'Dates' };
const nightly = { ...dates, nightly: true };
const tax = { group: 'Tax' };
const internalField = { internal: true };

/** Spec 2.1; further read-only fields come from the wire facts. */
export const accounts = resource({
  name: 'accounts',
  singular: 'account',
  plural: 'accounts',
  section: '2.1',
  main: true,
  key: ['id'],
  title: ['name'],
  subtitle: ['number', 'custodian'],
  knownBy: 'number',
  head: ['number', 'status', 'custodian', 'household_id', 'fee_structures_ids', 'payment_source'],
  sort: { field: 'name', descending: false },
  service: {
    path: '/account-management/accounts',
    section: '4.2',
    operations: ['list', 'filter', 'get', 'put', 'putMany'],
    paged: ['get'],
    changedAt: 'updated_at_utc',
    // The list omits closed accounts: an account is removed only if both sources lack it (wire facts B8).
    sources: [{ operation: 'list' }, { operation: 'filter', body: { status: 'closed' } }],
  },
  fields: {
    name: text('Name', { ...identity, column: 240, shown: true, search: true, filter: true, index: true }),
    number: text('Number', {
      ...identity,
      column: 120,
      shown: true,
      search: true,
      searchBySuffix: true,
      filter: true,
      index: true,
    }),
    status: choice('Status', ACCOUNT_STATUS, {
      ...identity,
      tones: STATUS_TONES,
      column: 90,
      shown: true,
      search: true,
      filter: true,
    }),
    custodian: choice('Custodian', CUSTODIANS, {
      ...custody,
      column: 155,
      shown: true,
      filter: true,
      search: true,
    }),
    advisor_code: text('Advisor code', {
      ...custody,
      aliases: ['advisor_codes'],
      repeats: true,
      column: 110,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
    acct_type: text('Type', {
      ...identity,
      column: 150,
      shown: true,
      search: true,
      filter: true,
      repeats: true,
    }),
    household_id: id('Household', {
      ...identity,
      names: 'households',
      column: 250,
      shown: true,
      search: true,
      filter: true,
      index: true,
      ...edited,
    }),
    payment_source: choice('Billing method', PAYMENT_SOURCE, {
      ...billing,
      column: 120,
      shown: true,
      filter: true,
      ...edited,
    }),
    city: text('City', { ...holder, column: 130, shown: true, search: true, filter: true }),
    zip_code: text('ZIP code', { ...holder, column: 80, filter: true, search: true }),
    state: text('State', { ...holder, column: 60 }),
    inception_date: date('Inception', { ...dates, column: 100, shown: true, filter: true }),
    close_date: date('Closed on', { ...dates, column: 100, filter: true }),
    is_taxable: boolean('Taxable', { ...tax, column: 80, filter: true }),
    is_tax_deferred: boolean('Tax deferred', { ...tax, column: 100, filter: true }),
    id: id('Account ID', { ...identity, column: 90, search: true, filter: true }),
    firm_id: id('Firm', { ...identity, names: 'firms', column: 180, filter: true }),
    nickname: text('Nickname', { ...identity, mayBeAbsent: true, column: 210, search: true, ...edited }),
    display_name: text('Display name', { ...identity, ...internalField }),
    display_number: text('Display number', { ...identity, ...internalField }),
    short_name: text('Short name', { ...identity, ...internalField }),
    entity_id: text('Entity', { ...identity, ...internalField }),
    notes: text('Notes', { ...identity, ...edited, column: 220, long: true }),
    account_type_reported: text('Type as reported', { ...identity, ...internalField }),
    registration_type_reported: text('Registration as reported', { ...identity, ...internalField }),
    registration_lines_reported: texts('Registration lines', { ...identity, ...internalField }),
    is_account: boolean('Is an account', { ...identity, ...internalField }),
    is_household: boolean('Is a household', { ...identity, ...internalField }),
    is_active: boolean('Active', { ...identity, ...internalField }),
    is_closed: boolean('Closed', { ...identity, ...internalField }),
    is_pledged_account: boolean('Pledged', identity),
    restrictions: items('Restrictions', { code: text('Code'), description: text('Description') }, identity),
    address_1: text('Address', holder),
    address_2: text('Address line 2', holder),
    address_3: text('Address line 3', holder),
    country: text('Country', holder),
    custodian_name: text('Name at the custodian', custody),
    has_custodian_name: boolean('Has a custodian name', { ...custody, ...internalField }),
    /** All codes of the account, even if only the older single field has one. */
    advisor_codes: texts('All advisor codes', { ...custody, aliases: ['advisor_code'], column: 150 }),
    source_margin_indicator: text('Margin indicator', { ...custody, ...internalField }),
    prime_brokerage_indicator: text('Prime brokerage indicator', { ...custody, ...internalField }),
    fee_structures_ids: ids('Fee structures', {
      ...billing,
      names: 'feeStructures',
      aliases: ['fee_structure_ids'],
      usuallyOne: true,
      column: 200,
      ...edited,
    }),
    billing_splits_ids: ids('Billing splits', {
      ...billing,
      ...edited,
      aliases: ['billing_split_ids'],
      names: 'billingSplits',
      column: 180,
    }),
    is_direct_billed: boolean('Billed directly', { ...billing, ...internalField }),
    is_custodian_billed: boolean('Billed at the custodian', { ...billing, ...internalField }),
    first_billable_date: date('First billable date', { ...billing, column: 120, ...edited }),
    benchmarks_ids: ids('Benchmarks', {
      ...investing,
      ...edited,
      names: 'benchmarks',
      aliases: ['benchmark_ids'],
      column: 200,
    }),
    target_allocation_id: id('Target allocation', {
      ...investing,
      ...edited,
      names: 'targetAllocations',
      column: 180,
    }),
    investment_model_id: id('Investment model', {
      ...investing,
      ...edited,
      names: 'investmentModels',
      column: 180,
    }),
    required_cash: money('Required cash', { ...investing, column: 110, summable: true, ...edited }),
    required_cash_frequency: choice('Required cash frequency', CASH_FREQUENCY, {
      ...investing,
      earlierLabels: ['Required cash, how often'],
      ...edited,
      column: 150,
    }),
    unsupervised_securities_ids: ids('Unsupervised securities', {
      ...investing,
      ...securities,
      ...edited,
      column: 160,
    }),
    buy_securities_ids: ids('Securities to buy', { ...investing, ...securities, ...edited, column: 140 }),
    sell_securities_ids: ids('Securities to sell', { ...investing, ...securities, ...edited, column: 140 }),
    do_not_buy_securities_ids: ids('Securities not to buy', {
      ...investing,
      ...securities,
      ...edited,
      column: 150,
    }),
    do_not_sell_securities_ids: ids('Securities not to sell', {
      ...investing,
      ...securities,
      ...edited,
      column: 150,
    }),
    tax_id_token: text('Owner tax ID (token)', { ...tax, secret: true, column: 150 }),
    first_performance_date: date('First performance date', { ...dates, ...edited, column: 140 }),
    first_funded_date: date('First funded', dates),
    first_papered_date: date('First papered', dates),
    first_cost_basis_date: date('First cost basis', { ...dates, ...internalField }),
    last_cost_basis_date: date('Last cost basis', { ...nightly, ...internalField }),
    first_positions_date: date('First positions', { ...dates, ...internalField }),
    last_positions_date: date('Last positions', { ...nightly, ...internalField }),
    first_transactions_date: date('First transactions', { ...dates, ...internalField }),
    last_transactions_date: date('Last transactions', { ...nightly, ...internalField }),
    last_reporting_date: date('Last reporting', { ...nightly, ...internalField }),
    first_quarantine_date: date('Quarantined since', {
      ...dates,
      column: 120,
      help: 'Empty: not quarantined.',
    }),
    last_portfolio_data_date: date('Last portfolio data', { ...nightly, column: 120 }),
    created_at_utc: dateTime('Created', { ...dates, ...internalField }),
    updated_at_utc: dateTime('Updated', { ...nightly, ...internalField, column: 165 }),
  },
  links: [
    { label: 'Household accounts', to: 'accounts', fromField: 'household_id', toField: 'household_id' },
    { label: 'Related people', to: 'relatedPersons', fromField: 'id', toField: 'account_id' },
    {
      label: 'Billing groups of the household',
      to: 'billingGroups',
      fromField: 'household_id',
      toField: 'household_id',
    },
    {
      label: 'Billing groups it is assigned to',
      to: 'billingGroups',
      fromField: 'id',
      toField: 'assignments',
    },
    { label: 'Fee structures', to: 'feeStructures', fromField: 'fee_structures_ids', toField: 'id' },
    {
      label: 'Advisor codes',
      to: 'advisorCodes',
      fromField: 'advisor_codes',
      toField: 'code',
      within: { fromField: 'custodian', toField: 'source' },
    },
    { label: 'Latest balance', to: 'latestBalances', fromField: 'id', toField: 'account_id' },
    { label: 'Invoices', to: 'invoices', fromField: 'id', toField: 'account_ids' },
    { label: 'Legacy mappings', to: 'legacyMappings', fromField: 'id', toField: 'account_id' },
  ],
});
