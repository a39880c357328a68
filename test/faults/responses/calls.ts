import type { Endpoint } from '#engine/service/endpoint';
import { endpoints, type EndpointName } from '#engine/service/endpoints';
import { resources } from '#contract/resources';

/** The body that creates a record, by resource. Endpoints that are not in `BODY_BY_ENDPOINT` get their body by verb. */
const CREATED: Record<string, object> = {
  advisorCodes: { firm_id: 39, code: 'AB1', source: 'PER' },
  billingGroups: { name: 'A', slug: 'a', household_id: 1, firm_id: 39, minimum_ids: [], assignments: [] },
  assetAdjustments: { name: 'A', slug: 'a', adjustment_type: 'e', level: 'a', firm_id: 39, weight: 1 },
  feeStructures: {
    firm_id: 39,
    name: 'A',
    slug: 'a',
    calculation_type: 'R',
    collection_type: 'R',
    frequency: 'Q',
    quarter_cycle: 1,
    balance_type: 'E',
    flat_rate: 1,
    flat_dollar_fee: null,
    tiers: [],
  },
  billingMinimums: { name: 'A', value: 1, value_type: 'F', firm_id: 39 },
  billingSplits: { name: 'A', percentage: 1, splitter_name: 'B', firm_id: 39 },
};
const BODY_BY_ENDPOINT: Partial<Record<EndpointName, unknown>> = {
  'taxIds.tokenize': ['123456789'],
  'taxIds.exchange': { tax_id_tokens: ['token-1'] },
  'billingGroups.removeAssignment': { id: 1, group_id: 1 },
  'apiKeys.create': { name: 'Firm Desk' },
  'roiRequests.send': {
    custodian: 'PER',
    advisor_codes: ['AB1'],
    owner_name: 'Ann Lee',
    firm_name: 'Harborview',
    sender_name: 'Tom Park',
    cc_emails: ['cc@example.invalid'],
    reply_to_emails: ['re@example.invalid'],
  },
};

function bodyOf(name: EndpointName): unknown {
  const [resource = '', verb = ''] = name.split('.');
  if (name in BODY_BY_ENDPOINT) return BODY_BY_ENDPOINT[name];
  if (verb === 'create') return CREATED[resource];
  if (verb === 'createMany') return [CREATED[resource]];
  if (verb === 'removeMany') return { ids: [1] };
  if (verb === 'put') return { id: 1 };
  if (verb === 'putMany') return [{ id: 1 }];
  return {};
}

export interface Call {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly options: object;
}

/** Every call except the sign-in, which the client sends by itself. */
export const CALLS: readonly Call[] = (Object.keys(endpoints) as EndpointName[])
  .filter((name) => name !== 'oauth.token')
  .map((name) => {
    const endpoint: Endpoint = endpoints[name];
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const path = Object.fromEntries(names.map((name) => [name, 1]));
    return {
      name,
      endpoint,
      options: {
        ...(names.length > 0 ? { path } : {}),
        ...(endpoint.body === null ? {} : { body: bodyOf(name) }),
      },
    };
  });

/** Returns records of a resource as in a correct list, numbered from `first`. */
export const correctRecords = (resource: keyof typeof resources, first = 1): object[] =>
  Array.from({ length: 30 }, (_, index) => ({
    ...Object.fromEntries(resources[resource].key.map((name) => [name, first + index])),
    name: `Item ${first + index}`,
  }));
