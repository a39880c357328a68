import { describe, expect, it } from 'vitest';
import { fail, type FailureKind } from '#contract/failure';
import { listedJob } from '#contract/resources/service-status';
import {
  runningJobsIn,
  ServiceStatusReader,
  sourceDataIn,
} from '#engine/features/service-status/read-status';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

type Responses = Readonly<Record<string, () => unknown>>;

function setUp(responses: Responses) {
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const calls: string[] = [];
  let hours = 0;
  let run: { id: number; state: string } | null = null;
  const status = new ServiceStatusReader({
    service: {
      call: ((name: string) => {
        calls.push(name);
        const response = responses[name];
        return response
          ? Promise.resolve().then(response)
          : Promise.reject(fail('not-found', { status: 404 }));
      }) as never,
    },
    store: workspace.serviceStatus,
    run: () => run as never,
    now: () => new Date(Date.parse('2026-11-27T10:00:00.000Z') + hours * 3_600_000).toISOString(),
  });
  const advanceHours = (count: number) => (hours += count);
  return { status, calls, advanceHours, setRun: (id: number, state = 'done') => (run = { id, state }) };
}

const RESPONSES: Responses = {
  'status.sourceData': () => ({
    SWB: { balances: { available: true }, lots: { available: false } },
    NFS: { balances: { available: true }, odd: 5 },
    message: 'ok',
    PER: {},
  }),
  'serviceJobs.running': () => [
    { job_type: 'billing_run', is_running: true, num_steps: 8, current_step: 3 },
    { job_type: 'old', is_running: false },
    { is_running: true },
  ],
};

describe('the status of the service', () => {
  it('is requested once after each refresh and not before', async () => {
    const { status, calls, setRun } = setUp(RESPONSES);
    expect(await status.get()).toBe(null);
    setRun(1, 'running');
    expect(await status.get()).toBe(null);
    expect(calls).toEqual([]);
    setRun(1);
    const expected = {
      asOf: '2026-11-27T10:00:00.000Z',
      data: [
        { custodian: 'SWB', arrived: ['balances'], missing: ['lots'] },
        { custodian: 'NFS', arrived: ['balances'], missing: [] },
      ],
      jobs: [
        { type: 'billing_run', step: 3, steps: 8 },
        { type: '', step: null, steps: null },
      ],
    };
    expect(await Promise.all([status.get(), status.get()])).toEqual([expected, expected]);
    expect(calls).toHaveLength(2);
    setRun(2);
    await status.get();
    expect(calls).toHaveLength(4);
  });

  it('works without one of its two calls, and without both', async () => {
    const jobsOnly = setUp({ 'serviceJobs.running': () => [] });
    jobsOnly.setRun(1);
    expect(await jobsOnly.status.get()).toMatchObject({ data: null, jobs: [] });
    const none = setUp({});
    none.setRun(1);
    expect(await none.status.get()).toBe(null);
    none.setRun(2);
    expect(await none.status.get()).toBe(null);
    expect(none.calls).toHaveLength(2); // requested again only after a day
    none.advanceHours(25);
    await none.status.get();
    expect(none.calls).toHaveLength(4);
  });

  it.each(['busy', 'service-broken', 'timeout', 'cut-short', 'not-answering'] as const)(
    'is requested again after the next refresh if both calls failed with %s',
    async (kind: FailureKind) => {
      const broken = () => {
        throw fail(kind);
      };
      const { status, calls, setRun } = setUp({
        'status.sourceData': broken,
        'serviceJobs.running': broken,
      });
      setRun(1);
      await status.get();
      await status.get();
      expect(calls).toHaveLength(2);
      setRun(2);
      await status.get();
      expect(calls).toHaveLength(4);
    },
  );

  it('is requested again if the clock was set back after both calls were missing', async () => {
    const { status, calls, advanceHours, setRun } = setUp({});
    setRun(1);
    await status.get();
    advanceHours(-48);
    setRun(2);
    await status.get();
    expect(calls).toHaveLength(4);
  });

  it('reads nothing from a response of another shape', () => {
    expect(sourceDataIn({ data: [], message: 'no' })).toBe(null);
    expect(sourceDataIn({ SWB: { balances: { available: 'yes' } } })).toBe(null);
  });
});

it('keeps the other jobs if a field of one has another type', () => {
  const jobs = [{ job_type: 7, is_running: 'yes', is_failed: 0, num_steps: '8' }, { is_running: true }];
  expect(jobs.map((job) => listedJob.safeParse(job).success)).toEqual([true, true]);
  expect(runningJobsIn(jobs.map((job) => listedJob.parse(job)))).toEqual([
    { type: '', step: null, steps: null },
  ]);
});
