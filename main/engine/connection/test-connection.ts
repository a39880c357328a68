import type { z } from 'zod';
import type { connectionTest } from '#contract/connection';
import { FailureError } from '#contract/failure';
import { Service } from '../service/client';
import { isFailure } from '../service/failures';
import { limitsWithin, type Fetch } from '../service/transport';

/** Timeout of the test: the user is waiting. */
const TEST_TIMEOUT_MS = 15_000;

/** Requests one account to verify address and credential (spec 4.2); returns the number of accounts. */
export async function testConnection(
  fetch: Fetch,
  request: z.output<typeof connectionTest>,
  signal?: AbortSignal,
): Promise<{ accounts: number | null }> {
  const service = new Service({ fetch, ...request, limits: limitsWithin(TEST_TIMEOUT_MS) });
  try {
    const page = await service.call('accounts.list', {
      pager: { limit: 1, page: 1 },
      ...(signal ? { signal } : {}),
    });
    return { accounts: page.meta.totalItems };
  } catch (error) {
    throw isFailure(error, 'timeout') ? timedOut(error) : error;
  }
}

const timedOut = ({ failure }: FailureError): FailureError =>
  new FailureError({
    ...failure,
    detail: {
      code: 'connection-test',
      // A status means that the service responded in time, and reported that it timed out itself.
      ...(failure.status === undefined ? { facts: { seconds: TEST_TIMEOUT_MS / 1000 } } : {}),
    },
  });
