import { describe, expect, it } from 'vitest';
import { RESOURCE_NAMES, resourceNamed, resources, SECRET_FIELDS } from '#contract/resources';
import { SCREENS } from '#contract/screens';

const namesOf = (fields: object, matches: (field: never) => unknown): string[] =>
  Object.entries(fields)
    .filter(([, field]) => matches(field as never))
    .map(([name]) => name)
    .sort();
const namesIn = (text: string): string[] => text.trim().split(/\s+/).sort();

/**
 * Fields of the request bodies in the specification (2.1, 4.4 to 4.6) and, for fee structures, in the wire
 * facts.
 */
const FILTERED = {
  accounts: `id name firm_id inception_date close_date status number custodian city zip_code acct_type is_tax_deferred
    is_taxable payment_source advisor_code household_id`,
  relatedPersons: `id account_id type first_name last_name middle_initial date_of_birth entity_name email tax_id_token`,
  legacyMappings: `account_id legacy_rep_code legacy_account_number partner_master_number partner_account_number`,
  billingGroups: `id name slug household_id firm_id`,
  assetAdjustments: `id name slug adjustment_type security_ids level firm_id`,
  feeUploadFiles: `id firm_id end_date num_files num_custodians num_accounts num_households total_annual_debit
    total_period_debit`,
  feeStructures: `id firm_id created_by_user_id name slug calculation_type collection_type frequency quarter_cycle
    balance_type flat_rate flat_dollar_fee`,
} as const;
const CREATED = {
  advisorCodes: 'firm_id code source',
  billingGroups: 'name slug household_id firm_id minimum_ids assignments',
  assetAdjustments: 'name slug adjustment_type level firm_id weight security_ids',
  feeStructures: `firm_id name slug calculation_type collection_type frequency quarter_cycle balance_type flat_rate
    flat_dollar_fee tiers created_by_user_id`,
} as const;
const EDITED = {
  accounts: `benchmarks_ids fee_structures_ids billing_splits_ids notes nickname household_id target_allocation_id
    first_performance_date payment_source first_billable_date investment_model_id required_cash
    unsupervised_securities_ids buy_securities_ids sell_securities_ids do_not_buy_securities_ids
    do_not_sell_securities_ids required_cash_frequency`,
  billingGroups: 'name minimum_ids household_id assignments',
  assetAdjustments: 'name adjustment_type level security_ids weight',
  feeStructures: `name calculation_type collection_type frequency quarter_cycle balance_type flat_rate flat_dollar_fee
    semi_annual_cycle annual_cycle tiers`,
} as const;

describe('resource descriptors', () => {
  it.each(Object.entries(FILTERED))('mark the filter fields of %s', (name, fields) => {
    const descriptor = resources[name as keyof typeof FILTERED];
    expect(namesOf(descriptor.fields, ({ filter }: { filter?: boolean }) => filter)).toEqual(namesIn(fields));
  });

  it.each(Object.entries(CREATED))('mark the create fields of %s', (name, fields) => {
    const descriptor = resources[name as keyof typeof CREATED];
    expect(namesOf(descriptor.fields, ({ create }: { create?: boolean }) => create)).toEqual(namesIn(fields));
  });

  it.each(Object.entries(EDITED))('mark the editable fields of %s', (name, fields) => {
    const descriptor = resources[name as keyof typeof EDITED];
    expect(namesOf(descriptor.fields, ({ editable }: { editable?: boolean }) => editable)).toEqual(
      namesIn(fields),
    );
  });

  it('define a column for every editable field except tiers, which have a separate table', () => {
    const hidden = RESOURCE_NAMES.flatMap((name) =>
      namesOf(
        resourceNamed(name).fields,
        ({ editable, column }: { editable?: boolean; column?: number }) => editable && column === undefined,
      ),
    );
    expect(hidden).toEqual(['tiers']);
  });

  it('show ten account columns by default', () => {
    const { fields } = resources.accounts;
    expect(namesOf(fields, ({ shown }: { shown?: boolean }) => shown)).toEqual(
      namesIn(
        'name number status custodian advisor_code acct_type household_id payment_source city inception_date',
      ),
    );
  });

  it('know all labels of fee structure frequencies, and write those in the specification', () => {
    const { labels, write } = resources.feeStructures.fields.frequency;
    expect(labels).toEqual({ D: 'Daily', W: 'Weekly', M: 'Monthly', Q: 'Quarterly', Y: 'Yearly' });
    expect(['M', 'Q'].every((code) => write.safeParse(code).success)).toBe(true);
    expect(['D', 'W', 'Y', 'X'].some((code) => write.safeParse(code).success)).toBe(false);
  });

  it('give a reason only for fields that cannot be edited', () => {
    for (const name of RESOURCE_NAMES)
      expect(
        namesOf(
          resourceNamed(name).fields,
          ({ readOnly, editable }: { readOnly?: string; editable?: boolean }) => readOnly && editable,
        ),
      ).toEqual([]);
  });

  it('put a replaced list right below the task that they name', () => {
    const replaced = RESOURCE_NAMES.filter((name) => resourceNamed(name).belowTask);
    expect(replaced).toEqual(['legacyMappings']);
    const commands = SCREENS.map(({ command }) => command);
    for (const name of replaced)
      expect(commands[commands.indexOf(`go-${name}`) - 1]).toBe(`go-${resourceNamed(name).belowTask}`);
  });

  it('name the fields that hold a tax ID token', () => {
    expect([...SECRET_FIELDS]).toEqual(['tax_id_token']);
  });
});
