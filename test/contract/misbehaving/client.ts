import type { Credential } from '#contract/connection';
import { FailureError, type Failure } from '#contract/failure';
import type { Reachability, RequestWait } from '#contract/calls/live';
import { Service } from '#engine/service/client';
import { FakeClock } from '../../support/fake-clock';
import { addCleanup } from '../../support/cleanups';
import {
  json,
  listBody,
  startMisbehaving,
  type Behavior,
  type MisbehavingService,
} from '../../support/misbehaving-service';

export const API_KEY = 'the-secret-key-of-the-firm';
export const apiKey: Credential = { kind: 'api-key', key: API_KEY };
export const password: Credential = { kind: 'password', username: 'owner', password: 'hunter two' };

export async function startTestService(behave: Behavior): Promise<MisbehavingService> {
  const service = await startMisbehaving(behave);
  addCleanup(() => service.close());
  return service;
}

export async function startClient(behave: Behavior, credential = apiKey) {
  const server = await startTestService(behave);
  const clock = new FakeClock();
  const refusals: Failure[] = [];
  const states: Reachability[] = [];
  const waits: (RequestWait | null)[] = [];
  const { baseUrl, authUrl } = server;
  const service = new Service({
    fetch: globalThis.fetch,
    baseUrl,
    authUrl,
    credential,
    clock,
    random: () => 0.5,
    onUnauthorized: (failure) => refusals.push(failure),
    onReachability: (reachability) => states.push(reachability),
    onWaiting: (waiting) => waits.push(waiting),
  });
  return { server, clock, service, refusals, states, waits };
}

export const failureIn = async (call: Promise<unknown>): Promise<Failure> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('It succeeded.');
};

export const code = { firm_id: 39, code: 'AB1', source: 'PER' } as const;
export const LISTED_ACCOUNTS = [{ id: 1, name: 'A' }];
export const goodResponse: Behavior = (response, request, count) =>
  json(listBody(LISTED_ACCOUNTS, request))(response, request, count);
