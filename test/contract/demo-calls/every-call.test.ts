import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type DemoService } from '#main/demo/index';
import { Service } from '#engine/service/client';
import { endpoints } from '#engine/service/endpoints';
import { accountChecks } from './accounts';
import { assetAdjustmentChecks } from './asset-adjustments';
import { billingGroupChecks } from './billing-groups';
import { feeChecks } from './fees';
import { keyChecks } from './keys';
import { undocumentedChecks } from './undocumented';
import { organizationChecks } from './organization';
import { taxIdChecks } from './tax-ids';
import { firstRecord, numericIdOf, idPath, FIRST_TWO_RECORDS, type CallChecks } from './call-check';

/** The checks of all calls, by sections of the specification. */
const CHECKS_BY_SECTION: readonly CallChecks[] = [
  accountChecks,
  taxIdChecks,
  organizationChecks,
  billingGroupChecks,
  assetAdjustmentChecks,
  feeChecks,
  keyChecks,
  undocumentedChecks,
];
const CHECKS = CHECKS_BY_SECTION.flatMap((checks) => Object.entries(checks));

describe('the endpoint table against the demo firm', () => {
  let demo: DemoService;
  let service: Service;
  let owner: Service;

  beforeAll(async () => {
    demo = await startDemo({ accounts: 500, seed: 7, application: 'production' });
    const { baseUrl, authUrl, apiKey, username, password } = demo;
    const address = { fetch: globalThis.fetch, baseUrl, authUrl };
    service = new Service({ ...address, credential: { kind: 'api-key', key: apiKey } });
    owner = new Service({ ...address, credential: { kind: 'password', username, password } });
  });
  afterAll(() => demo.close());

  for (const [name, check] of CHECKS) it(name, () => check(service, owner));

  it('oauth.token: signs in an owner on the first call', async () => {
    const { baseUrl, authUrl, username, password } = demo;
    const credential = { kind: 'password', username, password } as const;
    const fresh = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    expect((await fresh.call('accounts.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  });

  it('checks every call exactly once', () => {
    const callNames = Object.keys(endpoints).filter((name) => name !== 'oauth.token');
    expect(CHECKS.map(([name]) => name).sort()).toEqual(callNames.sort());
  });

  it("returns the service's reasons for a refusal", async () => {
    const account = await firstRecord(service, 'accounts.list');
    await expect(
      service.call('accounts.put', { ...idPath(account), body: { id: numericIdOf(account) } }),
    ).rejects.toMatchObject({
      failure: {
        kind: 'refused',
        status: 400,
        reasons: expect.arrayContaining([expect.any(String)]) as unknown,
      },
    });
  });

  it('distinguishes a refused key from a missing record', async () => {
    const { baseUrl, authUrl } = demo;
    const credential = { kind: 'api-key', key: 'wrong-key' } as const;
    const withWrongKey = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    await expect(withWrongKey.call('accounts.list')).rejects.toMatchObject({
      failure: { kind: 'credential-refused', status: 401 },
    });
    await expect(service.call('accounts.get', { path: { id: 1 } })).rejects.toMatchObject({
      failure: { kind: 'not-found', status: 404 },
    });
  });

  it('refuses an undocumented body before it is sent', async () => {
    const body = { status: 'open' } as unknown as { status: 'closed' };
    await expect(service.call('accounts.filter', { body })).rejects.toMatchObject({
      failure: { kind: 'refused', cause: 'stopped before sending' },
    });
    const unknown = { color: 'red' } as unknown as { status: 'closed' };
    await expect(service.call('accounts.filter', { body: unknown })).rejects.toMatchObject({
      failure: { kind: 'refused', cause: 'stopped before sending' },
    });
  });
});
