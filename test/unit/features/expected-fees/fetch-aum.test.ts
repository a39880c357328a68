import { describe, expect, it } from 'vitest';
import type { AumResponse } from '#contract/resources/aum';
import { fetchAum, readAum } from '#engine/features/expected-fees/fetch-aum';
import { Service } from '#engine/service/client';
import { closeAfterTest } from '#test/support/cleanups';
import { FakeClock } from '#test/support/fake-clock';
import { openTestWorkspace } from '#test/support/saved-work';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const responseOf = (values: unknown[], as_of_date: unknown = '2026-09-30'): AumResponse => ({
  as_of_date,
  values,
});

function read(response: AumResponse) {
  const excluded: string[] = [];
  const balances = readAum(response, ['1', '2', '3'], '2026-09-30', (why) => excluded.push(why));
  return { balances, excluded };
}

describe('AUM by account', () => {
  it('keeps usable values as exact text, and counts the others by reason', () => {
    expect(
      read(
        responseOf([
          { account_id: 1, aum: 123456.78 },
          { account_id: '2', aum: '0.10' },
          { account_id: 1, aum: 5 },
          { account_id: 3, aum: -1 },
          { account_id: 3, aum: 'five' },
          { account_id: 9, aum: 5 },
          { aum: 5 },
          null,
        ]),
      ),
    ).toEqual({
      balances: [
        { account: '1', amount: '123456.78' },
        { account: '2', amount: '0.1' },
      ],
      excluded: ['duplicate', 'negative', 'not-money', 'not-requested', 'not-requested', 'not-requested'],
    });
  });

  it('excludes every value of another date, or without one', () => {
    const values = [{ account_id: 1, aum: 5 }];
    expect(read(responseOf(values, '2026-10-01T00:00:00Z'))).toEqual({
      balances: [],
      excluded: ['other-date'],
    });
    expect(read(responseOf(values, null)).excluded).toEqual(['other-date']);
    expect(read(responseOf(values, '2026-09-30T00:00:00Z')).balances).toHaveLength(1);
  });

  it('is requested in chunks for one date, and values stored before a failure remain', async () => {
    const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
    const accounts = Array.from({ length: 4_500 }, (_, index) => String(index + 1));
    const chunkSizes: number[] = [];
    let failsAt = 2;
    const call = (_: string, { body }: { body: { account_ids: number[]; as_of_date: string } }) => {
      chunkSizes.push(body.account_ids.length);
      if (chunkSizes.length === failsAt) return Promise.reject(new Error('lost'));
      const values = body.account_ids.map((account_id) => ({ account_id, aum: account_id / 100 }));
      return Promise.resolve(responseOf(values, body.as_of_date));
    };
    const run = async () => {
      const steps = [];
      const deps = {
        service: { call: call as never },
        store: workspace.serviceBalances,
        now: () => '2026-11-27T10:00:00.000Z',
        signal: undefined,
      };
      for await (const step of fetchAum(deps, accounts, '2026-09-30')) steps.push(step);
      return steps;
    };
    await expect(run()).rejects.toThrow('lost');
    expect(workspace.serviceBalances.dates()).toMatchObject([{ date: '2026-09-30', accounts: 2_000 }]);
    failsAt = 0;
    chunkSizes.length = 0;
    const steps = await run();
    expect(chunkSizes).toEqual([2_000, 2_000, 500]);
    expect(steps.map(({ done }) => done)).toEqual([0, 2_000, 4_000, 4_500]);
    expect(steps.at(-1)?.outcome).toEqual({
      date: '2026-09-30',
      requested: 4_500,
      stored: 4_500,
      missing: 0,
      excluded: [],
    });
    expect(workspace.serviceBalances.balanceOf('4500', '2026-09-30')).toBe('45');
  });

  it('is refused during the download if it has ten million values, and changes nothing', async () => {
    const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
    workspace.serviceBalances.put('2026-06-30', '2026-07-01', [{ account: '1', amount: '5' }]);
    const chunk = new TextEncoder().encode('{"account_id":1,"aum":1234567.89},'.repeat(10_000));
    let chunks = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.enqueue(chunk);
        chunks += 1;
        if (chunks === 1_000) controller.close();
      },
    });
    const service = new Service({
      fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } })),
      baseUrl: 'https://127.0.0.1:9/v2',
      authUrl: 'https://127.0.0.1:9/v2',
      credential: { kind: 'api-key', key: 'key-of-the-firm' },
      clock: new FakeClock(),
    });
    const deps = { service, store: workspace.serviceBalances, now: () => '', signal: undefined };
    const run = async () => {
      for await (const { outcome } of fetchAum(deps, ['1'], '2026-09-30')) expect(outcome).toBeNull();
    };
    await expect(run()).rejects.toMatchObject({ failure: { kind: 'too-big' } });
    expect(chunks).toBeLessThan(250); // the limit of 64 MB is 198 chunks
    expect(workspace.serviceBalances.dates()).toMatchObject([{ date: '2026-06-30', accounts: 1 }]);
  });
});
