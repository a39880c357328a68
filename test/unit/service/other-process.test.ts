import { expect, it } from 'vitest';
import { Service } from '#engine/service/client';
import type { Reachability } from '#contract/calls/live';
import { fail, failureOf } from '#contract/failure';

/** Creates a client of a service that issues a new token at each sign-in, and records what the client reports. */
function createTestService() {
  let signIns = 0;
  const states: Reachability[] = [];
  const unauthorized: string[] = [];
  const service = new Service({
    fetch: () => Promise.resolve(Response.json({ IdToken: `token-${(signIns += 1)}`, ExpiresIn: 3600 })),
    baseUrl: 'https://service.example/v2',
    authUrl: 'https://auth.example',
    credential: { kind: 'password', username: 'ann', password: 'secret' },
    onReachability: (reachability) => states.push(reachability),
    onUnauthorized: ({ kind }) => unauthorized.push(kind),
  });
  return { service, states, unauthorized };
}

it('gives work in another process a bearer token, never the password', async () => {
  const { service } = createTestService();
  const access = await service.runInOtherProcess((given) => Promise.resolve(given));
  expect(access).toEqual({
    baseUrl: 'https://service.example/v2',
    authUrl: 'https://auth.example',
    bearer: 'token-1',
    hasResponded: true, // the sign-in reached the service
  });
});

it('renews a refused bearer token once, and repeats the work', async () => {
  const { service, unauthorized } = createTestService();
  const bearers: string[] = [];
  const refuseFirst = (times: number) => (access: { bearer: string }) => {
    bearers.push(access.bearer);
    return bearers.length > times ? Promise.resolve('done') : Promise.reject(fail('credential-refused'));
  };
  expect(await service.runInOtherProcess(refuseFirst(1))).toBe('done');
  expect([bearers, unauthorized]).toEqual([['token-1', 'token-2'], []]);
  bearers.length = 0;
  const problem: unknown = await service.runInOtherProcess(refuseFirst(9)).catch((error: unknown) => error);
  expect([failureOf(problem).kind, bearers.length, unauthorized]).toEqual([
    'credential-refused',
    2,
    ['credential-refused'],
  ]);
});

it("updates the service's reachability from the outcome of the work", async () => {
  const { service, states } = createTestService();
  await service.runInOtherProcess(() => Promise.reject(fail('timeout'))).catch(() => undefined);
  await service.runInOtherProcess(() => Promise.reject(fail('offline'))).catch(() => undefined);
  await service.runInOtherProcess(() => Promise.resolve('done'));
  // The first state is from the sign-in, which precedes the work.
  expect(states).toEqual(['reachable', 'unreachable', 'offline', 'reachable']);
});
