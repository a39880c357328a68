import { z } from 'zod';
import { apiKeyBody, apiKeyCreated, apiKeyListed } from '../../../preload/contract/resources/api-keys';
import { roiRequest, roiRequestBody } from '../../../preload/contract/resources/roi-requests';
import { taxId, taxIdExchange, taxIds } from '../../../preload/contract/resources/tax-ids';
import { archive, listOf, recordOf, removal, valueOf, valuesOf } from './answers';
import { creations, filters, idList, removedAssignment, taxIdTokens, tokenForm, wholeRecord } from './bodies';
import { ask, get, post, put, remove, type Endpoint } from './endpoint';

const whole = wholeRecord;
const wholes = z.array(wholeRecord).min(1);
const { advisorCode, billingGroup, assetAdjustment, feeStructure } = creations;

/** A neighbor: what is needed of firms and households to name them. */
const named = z.looseObject({ id: z.union([z.number(), z.string()]), name: z.string().nullish() });

/** THE TABLE: every endpoint the client knows, by section of the specification. */
export const endpoints = {
  // 4.2 Accounts
  'accounts.list': get('4.2', '/account-management/accounts', listOf('accounts')),
  'accounts.putMany': put('4.2', '/account-management/accounts', wholes, listOf('accounts')),
  'accounts.get': get('4.2', '/account-management/accounts/{id}', recordOf('accounts'), { paged: true }),
  'accounts.put': put('4.2', '/account-management/accounts/{id}', whole, recordOf('accounts')),
  'accounts.filter': ask('4.2', '/account-management/accounts/filter', filters.accounts, listOf('accounts')),

  // 4.3 Tax ids: one by one the value stands in the address, where proxies log it; screens use the bulk ones (B11)
  'taxIds.tokenizeOne': ask('4.3', '/account-management/tax-id/{taxid}', null, valueOf(taxId)),
  'taxIds.tokenize': ask('4.3', '/account-management/tax-id', taxIds, valuesOf(taxId)),
  'taxIds.exchangeOne': ask(
    '4.3',
    '/account-management/tax-id/exchange/{tax_id_token}',
    null,
    valueOf(taxIdExchange),
  ),
  'taxIds.exchange': ask('4.3', '/account-management/tax-id/exchange', taxIdTokens, valuesOf(taxIdExchange)),

  // 4.4 Related persons
  'relatedPersons.list': get('4.4', '/account-management/related-persons', listOf('relatedPersons')),
  'relatedPersons.filter': ask(
    '4.4',
    '/account-management/related-persons/filter',
    filters.relatedPersons,
    listOf('relatedPersons'),
  ),

  // 4.5 Legacy mappings, advisor codes, release of information
  'legacyMappings.list': get(
    '4.5',
    '/account-management/legacy-to-partner-migrations',
    listOf('legacyMappings'),
    { deprecated: true },
  ),
  'legacyMappings.filter': ask(
    '4.5',
    '/account-management/legacy-to-partner-migrations/filter',
    filters.legacyMappings,
    listOf('legacyMappings'),
    { deprecated: true },
  ),
  'advisorCodes.list': get('4.5', '/org/advisor-codes', listOf('advisorCodes')),
  'advisorCodes.create': post('4.5', '/org/advisor-codes', advisorCode, recordOf('advisorCodes')),
  'advisorCodes.remove': remove('4.5', '/org/advisor-codes/{id}', removal),
  'advisorCodes.createMany': post(
    '4.5',
    '/org/advisor-codes/create-many',
    z.array(advisorCode).min(1),
    listOf('advisorCodes'),
  ),
  'advisorCodes.removeMany': post('4.5', '/org/advisor-codes/delete-many', idList, removal),
  'roiRequests.send': post('4.5', '/org/roi-requests/send-request', roiRequestBody, valuesOf(roiRequest), {
    paged: true,
  }),

  // 4.6 Billing: groups
  'billingGroups.list': get('4.6', '/billing/groups', listOf('billingGroups')),
  'billingGroups.putMany': put('4.6', '/billing/groups', wholes, listOf('billingGroups')),
  'billingGroups.create': post('4.6', '/billing/groups', billingGroup, recordOf('billingGroups'), {
    paged: true,
  }),
  'billingGroups.get': get('4.6', '/billing/groups/{id}', recordOf('billingGroups'), { paged: true }),
  'billingGroups.put': put('4.6', '/billing/groups/{id}', whole, recordOf('billingGroups')),
  'billingGroups.remove': remove('4.6', '/billing/groups/{id}', removal, { paged: true }),
  'billingGroups.createMany': post(
    '4.6',
    '/billing/groups/create-many',
    z.array(billingGroup).min(1),
    listOf('billingGroups'),
  ),
  'billingGroups.filter': ask(
    '4.6',
    '/billing/groups/filter',
    filters.billingGroups,
    listOf('billingGroups'),
  ),
  'billingGroups.removeMany': post('4.6', '/billing/groups/delete-many', idList, removal),
  'billingGroups.removeAssignment': post(
    '4.6',
    '/billing/groups/remove-assignment',
    removedAssignment,
    removal,
    {
      deprecated: true,
    },
  ),
  'billingGroups.createFromHouseholds': post(
    '4.6',
    '/billing/groups/create-from-households',
    null,
    listOf('billingGroups'),
    { deprecated: true },
  ),

  // 4.6 Billing: asset adjustments
  'assetAdjustments.list': get('4.6', '/billing/asset-adjustments', listOf('assetAdjustments')),
  'assetAdjustments.putMany': put('4.6', '/billing/asset-adjustments', wholes, listOf('assetAdjustments')),
  'assetAdjustments.create': post(
    '4.6',
    '/billing/asset-adjustments',
    assetAdjustment,
    recordOf('assetAdjustments'),
  ),
  'assetAdjustments.get': get('4.6', '/billing/asset-adjustments/{id}', recordOf('assetAdjustments')),
  'assetAdjustments.put': put('4.6', '/billing/asset-adjustments/{id}', whole, recordOf('assetAdjustments')),
  'assetAdjustments.remove': remove('4.6', '/billing/asset-adjustments/{id}', removal),
  'assetAdjustments.createMany': post(
    '4.6',
    '/billing/asset-adjustments/create-many',
    z.array(assetAdjustment).min(1),
    listOf('assetAdjustments'),
  ),
  'assetAdjustments.removeMany': post('4.6', '/billing/asset-adjustments/delete-many', idList, removal),
  'assetAdjustments.filter': ask(
    '4.6',
    '/billing/asset-adjustments/filter',
    filters.assetAdjustments,
    listOf('assetAdjustments'),
  ),

  // 4.6 Billing: fee upload files
  'feeUploadFiles.list': get('4.6', '/billing/fee-upload-files', listOf('feeUploadFiles')),
  'feeUploadFiles.get': get('4.6', '/billing/fee-upload-files/{id}', recordOf('feeUploadFiles')),
  'feeUploadFiles.filter': ask(
    '4.6',
    '/billing/fee-upload-files/filter',
    filters.feeUploadFiles,
    listOf('feeUploadFiles'),
  ),
  'feeUploadFiles.download': ask('4.6', '/billing/fee-upload-files/download/{id}', null, archive, {
    pace: 'download',
  }),

  // 4.6 Billing: fee structures; by id and many from the wire facts
  'feeStructures.list': get('4.6', '/billing/fee-structures', listOf('feeStructures')),
  'feeStructures.putMany': put('4.6', '/billing/fee-structures', wholes, listOf('feeStructures')),
  'feeStructures.create': post('4.6', '/billing/fee-structures', feeStructure, recordOf('feeStructures')),
  'feeStructures.get': get('wire', '/billing/fee-structures/{id}', recordOf('feeStructures')),
  'feeStructures.put': put('wire', '/billing/fee-structures/{id}', whole, recordOf('feeStructures')),
  'feeStructures.remove': remove('wire', '/billing/fee-structures/{id}', removal),
  'feeStructures.createMany': post(
    'wire',
    '/billing/fee-structures/create-many',
    z.array(feeStructure).min(1),
    listOf('feeStructures'),
  ),
  'feeStructures.removeMany': post('wire', '/billing/fee-structures/delete-many', idList, removal),
  'feeStructures.filter': ask(
    'wire',
    '/billing/fee-structures/filter',
    filters.feeStructures,
    listOf('feeStructures'),
  ),

  // 4.7 and 5 Authentication
  'oauth.token': post('5.1', '/oauth2/token', tokenForm, valueOf(z.looseObject({})), {
    at: 'auth',
    signIn: true,
    effect: 'read',
    pace: 'sign',
  }),
  'apiKeys.create': post('5.2', '/auth-management/api-keys', apiKeyBody, valueOf(apiKeyCreated), {
    at: 'auth',
  }),
  'apiKeys.list': get('4.7', '/auth-management/api-keys', valuesOf(apiKeyListed), {
    at: 'auth',
    paged: true,
  }),
  'apiKeys.get': get('wire', '/auth-management/api-keys/{id}', valueOf(apiKeyListed), { at: 'auth' }),
  'apiKeys.remove': remove('4.7', '/auth-management/api-keys/{id}', removal, { at: 'auth' }),

  // Neighbors that are often present (wire facts A): probed once, lived without where they answer 403 or 404
  'firms.list': get('wire', '/org/firms', valuesOf(named), { paged: true, pace: 'list' }),
  'households.list': get('wire', '/reporting/households', valuesOf(named), { paged: true, pace: 'list' }),
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
