import { z } from 'zod';
import { apiKeyBody, createdApiKey, listedApiKey } from '#contract/resources/api-keys';
import { aumResponse, aumBody } from '#contract/resources/aum';
import { listedJob, sourceDataResponse, sourceDataBody } from '#contract/resources/service-status';
import { roiRequest, roiRequestBody } from '#contract/resources/roi-requests';
import { security, securityFilter } from '#contract/resources/securities';
import { taxId, taxIdExchange, taxIds } from '#contract/resources/tax-ids';
import {
  archiveResponse,
  listResponse,
  removalResponse,
  valueResponse,
  rowsOf,
  valuesResponse,
} from './parse-response';
import { removedAssignment, taxIdTokens, tokenForm } from './bodies';
import { queryEndpoint, get, post, deleteEndpoint, type Endpoint } from './endpoint';
import { resourceEndpoints } from './resource-endpoints';

/** Every endpoint of the client: first those derived from the resources, then the others. */
export const endpoints = {
  ...resourceEndpoints,

  // 4.3 Tax IDs: the single calls put the value in the address, where proxies log it; screens use the bulk
  // calls (B11)
  'taxIds.tokenizeOne': queryEndpoint(
    '4.3',
    '/account-management/tax-id/{taxid}',
    null,
    valueResponse(taxId),
  ),
  'taxIds.tokenize': queryEndpoint('4.3', '/account-management/tax-id', taxIds, valuesResponse(taxId)),
  'taxIds.exchangeOne': queryEndpoint(
    '4.3',
    '/account-management/tax-id/exchange/{tax_id_token}',
    null,
    valueResponse(taxIdExchange),
  ),
  'taxIds.exchange': queryEndpoint(
    '4.3',
    '/account-management/tax-id/exchange',
    taxIdTokens,
    valuesResponse(taxIdExchange),
  ),

  // 4.5 Release of information
  'roiRequests.send': post(
    '4.5',
    '/org/roi-requests/send-request',
    roiRequestBody,
    valuesResponse(roiRequest),
    {
      paged: true,
    },
  ),

  // 4.6 Billing: calls of single kinds of objects
  'billingGroups.removeAssignment': post(
    '4.6',
    '/billing/groups/remove-assignment',
    removedAssignment,
    removalResponse,
    {
      deprecated: true,
    },
  ),
  'billingGroups.createFromHouseholds': post(
    '4.6',
    '/billing/groups/create-from-households',
    null,
    listResponse('billingGroups'),
    { deprecated: true },
  ),
  'feeUploadFiles.download': queryEndpoint(
    '4.6',
    '/billing/fee-upload-files/download/{id}',
    null,
    archiveResponse,
    {
      limits: 'download',
    },
  ),

  // 4.7 and 5 Authentication
  'oauth.token': post('5.1', '/oauth2/token', tokenForm, valueResponse(z.looseObject({})), {
    base: 'auth',
    signIn: true,
    effect: 'read',
    limits: 'signIn',
  }),
  'apiKeys.create': post('5.2', '/auth-management/api-keys', apiKeyBody, valueResponse(createdApiKey), {
    base: 'auth',
  }),
  'apiKeys.list': get('4.7', '/auth-management/api-keys', rowsOf(listedApiKey), {
    base: 'auth',
    paged: true,
  }),
  'apiKeys.get': get('wire', '/auth-management/api-keys/{id}', valueResponse(listedApiKey), { base: 'auth' }),
  'apiKeys.remove': deleteEndpoint('4.7', '/auth-management/api-keys/{id}', removalResponse, {
    base: 'auth',
  }),

  // Securities have no list (wire facts A): names are looked up by ID or text, and are optional
  'securities.search': get('wire', '/data/custodian/securities/search/{q}', rowsOf(security), {
    optional: true,
  }),
  'securities.filter': queryEndpoint(
    'wire',
    '/data/custodian/securities/filter',
    securityFilter,
    rowsOf(security),
    {
      paged: true,
      optional: true,
    },
  ),

  // Balances for a date, the state of last night's data, and running jobs (wire facts A)
  'analytics.aumByAccount': queryEndpoint(
    'wire',
    '/analytics/aum/by-account',
    aumBody,
    valueResponse(aumResponse),
    { optional: true, limits: 'list' },
  ),
  'status.sourceData': queryEndpoint(
    'wire',
    '/status/source-data',
    sourceDataBody,
    valueResponse(sourceDataResponse),
    { optional: true },
  ),
  'serviceJobs.running': get('wire', '/jobs/', rowsOf(listedJob), {
    optional: true,
    paged: true,
    limits: 'quick',
  }),
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
