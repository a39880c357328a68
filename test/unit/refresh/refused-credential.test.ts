import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { createTestSync, createFullService, progressOf, flushCallbacks } from './refresher';

describe('a credential refused during a run', () => {
  it('pauses the run, requests a credential once, and resumes where it was', async () => {
    const service = createFullService();
    let valid = true;
    service.overrideResponse = ({ page }, response) => {
      if (page === 2) valid = valid && service.requests.filter((request) => request.page === 2).length > 2;
      if (!valid) throw fail('credential-refused', { status: 401 });
      return response;
    };
    const { sync, reports, waitForRun } = createTestSync(service);
    await sync.start();
    const paused = await waitForRun((run) => run.state === 'paused');
    expect(paused.failure).toMatchObject({ kind: 'credential-refused' });
    expect(paused.endedAt).toBeNull();
    await flushCallbacks();
    const before = service.requests.length;
    await flushCallbacks();
    expect(service.requests.length).toBe(before); // no further attempts
    const pauses = reports.filter(
      (run, index) => run.state === 'paused' && reports[index - 1]?.state !== 'paused',
    );
    expect(pauses).toHaveLength(1);
    valid = true;
    service.overrideResponse = (_, response) => response;
    sync.resume();
    await sync.settled();
    expect(sync.current()).toMatchObject({ state: 'done' });
    expect(sync.current()?.failure).toBeUndefined();
    expect(progressOf(sync.current(), 'accounts')).toMatchObject({ records: 25_100, uncertain: false });
  });

  it('lets the user cancel instead', async () => {
    const service = createFullService();
    service.overrideResponse = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { sync, waitForRun } = createTestSync(service);
    await sync.start();
    await waitForRun((run) => run.state === 'paused');
    await sync.cancel();
    expect(sync.current()).toMatchObject({ state: 'canceled' });
    expect(sync.current()?.resources.every(({ state }) => state === 'canceled')).toBe(true);
  });

  it('requests another credential if the new one is refused too', async () => {
    const service = createFullService();
    service.overrideResponse = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { sync, waitForRun, reports } = createTestSync(service);
    await sync.start(['advisorCodes']);
    await waitForRun((run) => run.state === 'paused');
    sync.resume();
    expect(reports.at(-1)?.state).toBe('running');
    await waitForRun((run) => run.state === 'paused');
    await sync.cancel();
  });
});
