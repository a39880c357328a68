import { expect, it } from 'vitest';
import { createService } from '../../../main/engine/service/client';
import type { Contact } from '../../../preload/contract/calls/live';
import { fail, failureOf } from '../../../preload/contract/failure';

/** A service that gives another token at each sign-in; what is asked of it elsewhere the test plays. */
function started() {
  let signIns = 0;
  const told: Contact[] = [];
  const unauthorized: string[] = [];
  const service = createService({
    fetch: () => Promise.resolve(Response.json({ IdToken: `token-${(signIns += 1)}`, ExpiresIn: 3600 })),
    baseUrl: 'https://service.example/v2',
    authUrl: 'https://auth.example',
    credential: { kind: 'password', username: 'ann', password: 'secret' },
    onContact: (contact) => told.push(contact),
    onUnauthorized: ({ kind }) => unauthorized.push(kind),
  });
  return { service, told, unauthorized };
}

it('work in another process gets a bearer and never the password', async () => {
  const { service } = started();
  const as = await service.elsewhere((given) => Promise.resolve(given));
  expect(as).toEqual({
    baseUrl: 'https://service.example/v2',
    authUrl: 'https://auth.example',
    bearer: 'token-1',
    known: true, // the sign-in has reached it
  });
});

it('a bearer that is refused is renewed once, and the work is done again', async () => {
  const { service, unauthorized } = started();
  const bearers: string[] = [];
  const refusing = (times: number) => (as: { bearer: string }) => {
    bearers.push(as.bearer);
    return bearers.length > times ? Promise.resolve('done') : Promise.reject(fail('credential-refused'));
  };
  expect(await service.elsewhere(refusing(1))).toBe('done');
  expect([bearers, unauthorized]).toEqual([['token-1', 'token-2'], []]);
  bearers.length = 0;
  const problem: unknown = await service.elsewhere(refusing(9)).catch((error: unknown) => error);
  expect([failureOf(problem).kind, bearers.length, unauthorized]).toEqual([
    'credential-refused',
    2,
    ['credential-refused'],
  ]);
});

it('how it fared is how the service is reached', async () => {
  const { service, told } = started();
  await service.elsewhere(() => Promise.reject(fail('timeout'))).catch(() => undefined);
  await service.elsewhere(() => Promise.reject(fail('offline'))).catch(() => undefined);
  await service.elsewhere(() => Promise.resolve('done'));
  expect(told).toEqual(['answered', 'no-answer', 'offline', 'answered']);
});
