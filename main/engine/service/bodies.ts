import { z } from 'zod';
import { newAdvisorCode } from '../../../preload/contract/calls/advisor-codes';
import type { Field } from '../../../preload/contract/fields';
import { resources } from '../../../preload/contract/resources';
import { assignment } from '../../../preload/contract/resources/billing-groups';
import { tier } from '../../../preload/contract/resources/fee-structures';

/**
 * What is sent. Bodies are closed: a field the service does not document, or a code it does not know, is a mistake
 * of ours and is stopped before it leaves.
 */

type Having<K extends string> = Readonly<Record<K, Field>>;
type Written<F extends Having<K>, K extends string> = { [P in K]: F[P]['write'] };

const written = <K extends string, F extends Having<K>>(fields: F, names: readonly K[]): Written<F, K> =>
  Object.fromEntries(names.map((name) => [name, fields[name].write])) as Written<F, K>;

/** The richer form of a condition (wire facts A, filters). */
const condition = z.strictObject({
  any_or_all: z.enum(['any', 'all']).optional(),
  conditions: z
    .array(
      z.strictObject({
        value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
        op: z.enum(['eq', 'contains', 'gte', 'lte']),
      }),
    )
    .min(1),
});

type Filtered<F extends Having<K>, K extends string> = {
  [P in K]: z.ZodOptional<z.ZodUnion<[z.ZodNullable<F[P]['write']>, typeof condition]>>;
};

/** Any of the named fields, exact or with conditions; several combine with AND. */
const filterBy = <K extends string, F extends Having<K>, X extends z.ZodRawShape>(
  fields: F,
  names: readonly K[],
  extra: X,
) => {
  const shape = Object.fromEntries(
    names.map((name) => [name, z.union([fields[name].write.nullable(), condition]).optional()]),
  ) as Filtered<F, K>;
  return z.strictObject({ ...shape, ...extra });
};

const texts = z.array(z.string()).optional();
const ids = z.array(z.int()).optional();

export const filters = {
  /** Spec 4.2: the fields of section 2.1. */
  accounts: filterBy(
    resources.accounts.fields,
    [
      'id',
      'name',
      'firm_id',
      'inception_date',
      'close_date',
      'status',
      'number',
      'custodian',
      'city',
      'zip_code',
      'acct_type',
      'is_tax_deferred',
      'is_taxable',
      'payment_source',
      'advisor_code',
      'household_id',
    ],
    {},
  ),
  /** Spec 4.4. */
  relatedPersons: filterBy(
    resources.relatedPersons.fields,
    [
      'id',
      'account_id',
      'type',
      'first_name',
      'last_name',
      'middle_initial',
      'date_of_birth',
      'entity_name',
      'email',
      'tax_id_token',
    ],
    { account_ids: ids },
  ),
  /** Spec 4.5, deprecated. */
  legacyMappings: filterBy(
    resources.legacyMappings.fields,
    [
      'account_id',
      'legacy_rep_code',
      'legacy_account_number',
      'partner_master_number',
      'partner_account_number',
    ],
    {
      account_ids: ids,
      legacy_rep_codes: texts,
      legacy_account_numbers: texts,
      partner_master_numbers: texts,
      partner_account_numbers: texts,
    },
  ),
  /** Spec 4.6. */
  billingGroups: filterBy(
    resources.billingGroups.fields,
    ['id', 'name', 'slug', 'household_id', 'firm_id'],
    {},
  ),
  assetAdjustments: filterBy(
    resources.assetAdjustments.fields,
    ['id', 'name', 'slug', 'adjustment_type', 'security_ids', 'level', 'firm_id'],
    {},
  ),
  feeUploadFiles: filterBy(
    resources.feeUploadFiles.fields,
    [
      'id',
      'firm_id',
      'end_date',
      'num_files',
      'num_custodians',
      'num_accounts',
      'num_households',
      'total_annual_debit',
      'total_period_debit',
    ],
    {},
  ),
  /** Wire facts: its scalar fields and the id. */
  feeStructures: filterBy(
    resources.feeStructures.fields,
    [
      'id',
      'firm_id',
      'created_by_user_id',
      'name',
      'slug',
      'calculation_type',
      'collection_type',
      'frequency',
      'quarter_cycle',
      'balance_type',
      'flat_rate',
      'flat_dollar_fee',
    ],
    {},
  ),
} as const;

const group = written(resources.billingGroups.fields, [
  'name',
  'firm_id',
  'slug',
  'household_id',
  'minimum_ids',
]);
/** Spec 4.6. */
const billingGroup = z.strictObject({
  name: group.name,
  firm_id: group.firm_id,
  slug: group.slug.optional(),
  household_id: group.household_id.nullish(),
  minimum_ids: z.array(z.int().nullable()).nullish(),
  assignments: z.array(assignment).nullish(),
});

const adjustment = written(resources.assetAdjustments.fields, [
  'name',
  'slug',
  'adjustment_type',
  'level',
  'firm_id',
  'weight',
  'security_ids',
]);
/** Spec 4.6; `security_ids` from section 2.7 and the wire facts' example. */
const assetAdjustment = z.strictObject({
  ...adjustment,
  slug: adjustment.slug.optional(),
  security_ids: adjustment.security_ids.optional(),
});

const fee = written(resources.feeStructures.fields, [
  'firm_id',
  'name',
  'slug',
  'calculation_type',
  'collection_type',
  'frequency',
  'quarter_cycle',
  'balance_type',
  'flat_rate',
  'flat_dollar_fee',
  'created_by_user_id',
]);
/** Spec 4.6. */
const feeStructure = z.strictObject({
  firm_id: fee.firm_id,
  name: fee.name,
  slug: fee.slug.optional(),
  calculation_type: fee.calculation_type,
  collection_type: fee.collection_type,
  frequency: fee.frequency,
  quarter_cycle: fee.quarter_cycle.nullish(),
  balance_type: fee.balance_type,
  flat_rate: fee.flat_rate.nullish(),
  flat_dollar_fee: fee.flat_dollar_fee.nullish(),
  tiers: z.array(tier).nullish(),
  created_by_user_id: fee.created_by_user_id.nullish(),
});

export const creations = {
  advisorCode: newAdvisorCode,
  billingGroup,
  assetAdjustment,
  feeStructure,
} as const;

/**
 * The body of a PUT (spec 4.2, 4.6): the record as it was read, unknown fields, nulls and unknown codes included,
 * because only the edited fields may differ from what the service has (wire facts B1, B5, B9). What an edit may
 * contain is checked field by field before it is laid over the record, so here only the id is asked for.
 */
export const wholeRecord = z.looseObject({ id: z.union([z.int(), z.string()]) });

export const idList = z.strictObject({ ids: z.array(z.int()).min(1) });
export const removedAssignment = z.strictObject({ id: z.int(), group_id: z.int() });
export const taxIdTokens = z.strictObject({ tax_id_tokens: z.array(z.string()).min(1) });

/** Spec 5.1. */
export const tokenForm = z.discriminatedUnion('grant_type', [
  z.strictObject({ grant_type: z.literal('password'), username: z.string(), password: z.string() }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);
