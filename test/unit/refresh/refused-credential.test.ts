import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { createTestRefresher, createFullService, progressOf, flushCallbacks } from './refresher';

describe('a credential refused during a run', () => {
  it('pauses the run, requests a credential once, and resumes', async () => {
    const service = createFullService();
    let isValid = true;
    service.overrideResponse = ({ page }, response) => {
      if (page === 2) isValid = false;
      if (!isValid) throw fail('credential-refused', { status: 401 });
      return response;
    };
    const { refresher, reports, waitForRun } = createTestRefresher(service);
    await refresher.start();
    const paused = await waitForRun((run) => run.state === 'paused');
    expect(paused.failure).toMatchObject({ kind: 'credential-refused' });
    expect(paused.endedAt).toBeNull();
    await flushCallbacks();
    const requestCount = service.requests.length;
    await flushCallbacks();
    expect(service.requests.length).toBe(requestCount); // no further attempts
    const pauses = reports.filter(
      (run, index) => run.state === 'paused' && reports[index - 1]?.state !== 'paused',
    );
    expect(pauses).toHaveLength(1);
    service.overrideResponse = (_, response) => response;
    refresher.resume();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'done' });
    expect(refresher.current()?.failure).toBeUndefined();
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({ records: 25_100, uncertain: false });
  });

  it('lets the user cancel instead', async () => {
    const service = createFullService();
    service.overrideResponse = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { refresher, waitForRun } = createTestRefresher(service);
    await refresher.start();
    await waitForRun((run) => run.state === 'paused');
    await refresher.cancel();
    expect(refresher.current()).toMatchObject({ state: 'canceled' });
    expect(refresher.current()?.resources.every(({ state }) => state === 'canceled')).toBe(true);
  });

  it('requests another credential if the new one is refused too', async () => {
    const service = createFullService();
    service.overrideResponse = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { refresher, waitForRun, reports } = createTestRefresher(service);
    await refresher.start(['advisorCodes']);
    await waitForRun((run) => run.state === 'paused');
    refresher.resume();
    expect(reports.at(-1)?.state).toBe('running');
    await waitForRun((run) => run.state === 'paused');
    await refresher.cancel();
  });
});
