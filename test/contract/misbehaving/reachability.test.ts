import { describe, expect, it, vi } from 'vitest';
import type { RequestWait } from '#contract/calls/live';
import { Waits } from '#engine/service/waits';
import { FakeClock } from '../../support/fake-clock';
import { responsesInSequence, json, gatewayPage, type Behavior } from '../../support/misbehaving-service';
import { startClient, failureIn, goodResponse } from './client';

describe('the reachability of the service', () => {
  const dropped: Behavior = (response) => void response.destroy();

  it('reports "retrying" after a lost response, and "reachable" after a retry', async () => {
    const { service, clock, states } = await startClient(responsesInSequence(dropped, goodResponse));
    const call = service.call('accounts.list');
    await clock.untilOneTimer();
    expect(states.at(-1)).toBe('retrying');
    await clock.advanceToTimer();
    await call;
    expect(states.at(-1)).toBe('reachable');
  });

  it('reports "unreachable" when all retries failed or were canceled', async () => {
    const { service, clock, states } = await startClient(dropped);
    const call = failureIn(service.call('accounts.list'));
    for (let repeat = 0; repeat < 4; repeat++) await clock.advanceToTimer();
    await call;
    expect(states.at(-1)).toBe('unreachable');
    const abort = new AbortController();
    const second = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await clock.untilOneTimer();
    expect(states.at(-1)).toBe('retrying');
    abort.abort();
    await second;
    expect(states.at(-1)).toBe('unreachable');
  });

  it('reports "reachable" even for a 403, and "unreachable" when connections are refused', async () => {
    const { service, server, states } = await startClient(json({ message: 'no' }, 403));
    await failureIn(service.call('accounts.list'));
    expect(states).toEqual(['reachable']);
    await server.close();
    await failureIn(service.call('accounts.list'));
    expect(states.at(-1)).toBe('unreachable');
  });

  it.each([
    ['a portal’s page', gatewayPage(401)],
    ['a web page under a good status', gatewayPage(200)],
    ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
  ])('reports "unreachable" when %s answered instead of the service', async (_what, behavior) => {
    const { service, server, states } = await startClient(behavior);
    await failureIn(service.call('accounts.list'));
    expect(states).toEqual(['unreachable']);
    server.behave(goodResponse);
    await service.call('accounts.list');
    expect(states).toEqual(['unreachable', 'reachable']);
  });
});

describe('the reported wait', () => {
  const askForWait =
    (headers: Record<string, string>): Behavior =>
    (response) =>
      void response.writeHead(429, headers).end('{}');

  it('reports the reason and end of a wait the service asked for, until the next try', async () => {
    const { service, clock, waits } = await startClient(
      responsesInSequence(askForWait({ 'retry-after': '45' }), goodResponse),
    );
    const call = service.call('accounts.list');
    await clock.untilOneTimer();
    const until = new Date(clock.now() + 45_000).toISOString();
    expect(waits).toEqual([{ reason: 'retry-after', until }]);
    await clock.advanceToTimer();
    await call;
    expect(waits.at(-1)).toBeNull();
  });

  it('reports a retry after a failure, but not a short one', async () => {
    const failing: Behavior = (response) => void response.writeHead(503).end('{}');
    const { service, clock, waits } = await startClient(failing);
    const call = failureIn(service.call('accounts.list'));
    for (let repeat = 0; repeat < 4; repeat++) await clock.advanceToTimer();
    await call;
    // The waits of 0.5, 1 and 2 seconds are not reported.
    expect(waits.map((wait) => wait?.reason)).toEqual(['retry', undefined]);
  });

  it('reports silence after ten seconds without headers, until the answer, the limit or a stop', async () => {
    const unanswered: (() => void)[] = [];
    const silent: Behavior = (response, request, count) =>
      void unanswered.push(() => void goodResponse(response, request, count));
    const { service, clock, waits } = await startClient(silent);
    const call = service.call('accounts.list');
    await vi.waitFor(() => expect(unanswered).toHaveLength(1));
    clock.advance(9_000);
    expect(waits).toEqual([]);
    clock.advance(1_000);
    const until = new Date(clock.now() + 190_000).toISOString();
    expect(waits).toEqual([{ reason: 'silent', until }]);
    unanswered[0]?.();
    await call;
    expect(waits.at(-1)).toBeNull();

    const abort = new AbortController();
    const stopped = failureIn(service.call('accounts.list', { signal: abort.signal }));
    await vi.waitFor(() => expect(unanswered).toHaveLength(2));
    clock.advance(20_000);
    expect(waits.at(-1)?.reason).toBe('silent');
    abort.abort();
    await stopped;
    expect(waits.at(-1)).toBeNull();

    const timedOut = failureIn(service.call('accounts.list'));
    await vi.waitFor(() => expect(unanswered).toHaveLength(3));
    clock.advance(20_000);
    expect(waits.at(-1)?.reason).toBe('silent');
    clock.advance(180_000);
    expect((await timedOut).kind).toBe('timeout');
    expect(waits.at(-1)).toBeNull();
  });

  it('reports the wait the service asked for first, then the one that ends first', () => {
    const clock = new FakeClock();
    const reported: (RequestWait | null)[] = [];
    const waits = new Waits(clock, (waiting) => reported.push(waiting));
    const silent = waits.start('silent', 60_000);
    const longDelay = waits.start('retry-after', 90_000);
    const sooner = waits.start('retry-after', 30_000);
    waits.start('retry', 500)();
    sooner();
    longDelay();
    silent();
    expect(
      reported.map((waiting) => waiting && [waiting.reason, Date.parse(waiting.until) - clock.now()]),
    ).toEqual([
      ['silent', 60_000],
      ['retry-after', 90_000],
      ['retry-after', 30_000],
      ['retry-after', 90_000],
      ['silent', 60_000],
      null,
    ]);
  });
});
