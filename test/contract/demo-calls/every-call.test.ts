import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type DemoService } from '../../../main/demo/index';
import { Service } from '#engine/service/client';
import { endpoints } from '#engine/service/endpoints';
import { accountScenes } from './accounts';
import { assetAdjustmentScenes } from './asset-adjustments';
import { billingGroupScenes } from './billing-groups';
import { fees } from './fees';
import { keys } from './keys';
import { neighborScenes } from './neighbors';
import { organization } from './organization';
import { taxIdScenes } from './tax-ids';
import { firstRecord, numericIdOf, idPath, FIRST_TWO_ROWS, type CallChecks } from './call-check';

/** The scenes, by sections of the specification. */
const PARTS: readonly CallChecks[] = [
  accountScenes,
  taxIdScenes,
  organization,
  billingGroupScenes,
  assetAdjustmentScenes,
  fees,
  keys,
  neighborScenes,
];
const SCENES = PARTS.flatMap((part) => Object.entries(part));

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

  for (const [name, scene] of SCENES) it(name, () => scene(service, owner));

  it('oauth.token: signs in an owner on the first call', async () => {
    const { baseUrl, authUrl, username, password } = demo;
    const credential = { kind: 'password', username, password } as const;
    const fresh = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    expect((await fresh.call('accounts.list', FIRST_TWO_ROWS)).records).toHaveLength(2);
  });

  it('covers every call with one scene, and no other calls', () => {
    const known = Object.keys(endpoints).filter((name) => name !== 'oauth.token');
    expect(SCENES.map(([name]) => name).sort()).toEqual(known.sort());
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
    const credential = { kind: 'api-key', key: 'not-a-key-of-theirs' } as const;
    const stranger = new Service({ fetch: globalThis.fetch, baseUrl, authUrl, credential });
    await expect(stranger.call('accounts.list')).rejects.toMatchObject({
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
      failure: { kind: 'refused' },
    });
  });
});
