import { choice, CUSTODIANS, date, id, money, openEnum, percent, text, type Field } from '../../fields';
import { feeStructures } from '../../resources/fee-structures';
import { RATE_RANGE } from '../../fees/ladder';

const { collection_type, frequency } = feeStructures.fields;

/** The columns of a spreadsheet of agreed terms; the first four identify the account or household. */
export const AGREED_TERMS_FIELDS = {
  number: text('Account number', { aliases: ['number', 'account'] }),
  custodian: choice('Custodian', CUSTODIANS),
  id: id('Account ID', { aliases: ['id', 'account_id'] }),
  household_id: id('Household', { names: 'households', aliases: ['household_id', 'household_name'] }),
  date: date('Agreement date', { required: true, aliases: ['date', 'signed', 'agreed_on'] }),
  structure: id('Fee structure', { names: 'feeStructures', aliases: ['fee_structure_id', 'structure'] }),
  rate: percent('Rate', { range: RATE_RANGE, aliases: ['flat_rate', 'fee_rate'] }),
  tiers: text('Tiers', { aliases: ['tier_schedule'] }),
  flat_dollars: money('Flat dollars', { aliases: ['flat_fee', 'flat_dollar_fee'] }),
  collection: openEnum('Collection', collection_type.labels, { aliases: ['collection_type'] }),
  frequency: choice('Frequency', frequency.labels, { aliases: ['billing_frequency'] }),
  reference: text('Reference', { aliases: ['document', 'agreement'] }),
} as const satisfies Readonly<Record<string, Field>>;
export type AgreedTermsField = keyof typeof AGREED_TERMS_FIELDS;

/** The columns that identify the account or household. */
export const AGREED_TERMS_KEYS: readonly AgreedTermsField[] = ['number', 'custodian', 'id', 'household_id'];
