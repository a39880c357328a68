import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '#contract/failure';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import { isOptional } from '#engine/refresh/optional-resources';
import { judgeCreated, judgeRemoved, judgeRoi, type WriteJudgment } from '#engine/service/judge-write';
import { writeOutcomeOf } from '#engine/service/failure-facts';
import type { ListedRecords, ReadRecord, RemovalResponse } from '#engine/service/parse-response';
import { failureMessage } from '../../../renderer/ui/failure-messages';
import { json, listBody, startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';
import { sampleOrAll, reportCell } from '../trial-report';
import { FAULTS, type ResponseFault } from './response-faults';
import { UNLIKELY_FAULTS } from './unlikely-response-faults';
import { CacheHarness, clientOf, InstantClock } from './harness';
import { CALLS, correctRecords, type Call } from './calls';
import { API_KEY_OF_FIRM } from './api-key';

/**
 * Every odd response to every call and in every list: what the user sees, what is stored and sent. The full table is
 * `npm run faults`; `npm test` runs every thirteenth call and one list of each row, different ones in each row.
 */
const SAMPLE_STEP = sampleOrAll(13, 1);
/** Step of the sample of unlikely responses: `npm run faults` tries each with every call and one list. */
const UNLIKELY_STEP = sampleOrAll(29, 1);
const UNLIKELY = UNLIKELY_FAULTS.map((fault, row) => ({ fault, row })).filter(
  ({ row }) => row % UNLIKELY_STEP === 0,
);
/** Returns the cells of a row to run; at least one. */
const chosen = <T>(all: readonly T[], row: number): T[] =>
  all.filter((_, index) => (index + row) % Math.min(SAMPLE_STEP, all.length) === 0);

/** Optional resources have separate tests in test/unit/refresh: any failure of theirs is skipped. */
const LISTS = RESOURCE_NAMES.filter((name) => !isOptional(name));

let server: MisbehavingService;
beforeAll(async () => {
  server = await startMisbehaving(json({}));
});
afterAll(() => server.close());

/**
 * Counts requests to a path during `work`: a request canceled earlier may arrive late, at another path. An empty path
 * counts all requests.
 */
const countRequests = async <T>(
  path: string,
  work: () => Promise<T>,
): Promise<{ result: T; sent: number }> => {
  const requestsBefore = server.requests.length;
  const result = await work();
  return {
    result,
    sent: server.requests.slice(requestsBefore).filter((request) => request.path.endsWith(path)).length,
  };
};

/** The user gets a result within this time, whatever the service does. */
const MAX_SECONDS = 600;
function secondsOf({ waited }: InstantClock, label: string): number {
  const seconds = Math.round(waited / 1_000);
  expect(seconds, `${label}: seconds`).toBeLessThanOrEqual(MAX_SECONDS);
  return seconds;
}

describe('a list', () => {
  it.each(FAULTS.map((fault, row) => ({ fault, row, name: fault.name })))(
    'removes nothing, and does not count as complete until a good refresh, after $name',
    async ({ fault, row }) => {
      for (const resource of chosen(LISTS, row)) {
        const cached = new CacheHarness();
        try {
          await expectUnharmed(cached, resource, fault);
        } finally {
          cached.close();
        }
      }
    },
    120_000,
  );
});

async function expectUnharmed(
  cached: CacheHarness,
  resource: ResourceName,
  fault: ResponseFault,
): Promise<void> {
  const records = correctRecords(resource);
  const behaveCorrectly = (): void =>
    server.behave((response, request, count) => {
      const isClosed = request.method === 'POST'; // the list of closed accounts
      json(listBody(isClosed ? [] : records, request))(response, request, count);
    });
  behaveCorrectly();
  expect(await cached.refresh(server, resource)).toMatchObject({ state: 'done', uncertain: false });
  const state = cached.state(resource);
  expect(state).toMatchObject({ count: records.length, uncertain: false });

  server.behave(fault.behaviorFor(records));
  const clock = new InstantClock(fault.stalls ?? false);
  const { result, sent } = await countRequests('', () => cached.refresh(server, resource, clock));
  const after = cached.state(resource);
  const label = `${fault.name} × ${resource}`;
  expect(after.keys, label).toEqual(expect.arrayContaining(state.keys));
  expect(result.removed, label).toBe(0);
  expect(result.state === 'done' && !result.uncertain, `${label} passes as complete`).toBe(false);
  expect(JSON.stringify(result.failure ?? {}), label).not.toMatch(
    new RegExp(`${API_KEY_OF_FIRM}|123-45-6789`),
  );
  reportCell({
    fault: fault.name,
    call: `refresh of ${resource}`,
    shown: result.failure
      ? failureMessage(result.failure).title
      : `${result.state}${result.uncertain ? ', uncertain' : ''}`,
    stored: `${state.count} of ${state.count}${after.count > state.count ? `, ${after.count - state.count} odd` : ''}`,
    sent,
    seconds: secondsOf(clock, label),
  });

  behaveCorrectly();
  expect(await cached.refresh(server, resource), label).toMatchObject({ state: 'done', uncertain: false });
  expect(cached.state(resource), label).toEqual(state);
}

describe('a call', () => {
  it.each(FAULTS.map((fault, row) => ({ fault, row, name: fault.name })))(
    'sends a write once after $name, reports no unproven success, and leaks no secret',
    async ({ fault, row }) => {
      for (const call of chosen(CALLS, row)) await expectReported(call, fault);
    },
    120_000,
  );
});

async function expectReported(call: Call, fault: ResponseFault): Promise<void> {
  server.behave(fault.behaviorFor(correctRecords('accounts', 500))); // none of them is the requested record
  const clock = new InstantClock(fault.stalls ?? false);
  const service = clientOf(server, clock);
  const label = `${fault.name} × ${call.name}`;
  const { result, sent } = await countRequests(call.endpoint.path.replaceAll(/\{\w+\}/g, '1'), () =>
    outcomeOf(service, call),
  );
  const isWrite = call.endpoint.effect === 'write';
  // A read is retried up to four times, and the network stack sends each misdirected request twice.
  if (isWrite) expect(sent, label).toBe(fault.misdirected ? 2 : 1);
  else expect(sent, label).toBeLessThanOrEqual(fault.misdirected ? 10 : 5);
  if (isWrite) expect(result.state, label).not.toBe('confirmed');
  // No response of the table contains record 1: a record in the result is not the requested one.
  else if (call.endpoint.responseParser.shape === 'record') expect(result.state, label).not.toBe('read');
  expect(JSON.stringify(result), label).not.toMatch(new RegExp(`${API_KEY_OF_FIRM}|123-45-6789`));
  reportCell({
    fault: fault.name,
    call: call.name,
    shown: result.shown,
    stored: result.state,
    sent,
    seconds: secondsOf(clock, label),
  });
}

interface VisibleOutcome {
  readonly state: WriteJudgment['state'] | 'not-sent' | 'failed' | 'read';
  readonly shown: string;
}

/**
 * Returns what the user sees of a call: a failure's message, the result of a write, or that something was
 * read.
 */
async function outcomeOf(
  service: ReturnType<typeof clientOf>,
  { name, endpoint, options }: Call,
): Promise<VisibleOutcome> {
  try {
    const value: unknown =
      name === 'feeUploadFiles.download'
        ? await (await service.download(name, options as { path: { id: number } })).arrayBuffer()
        : await (service.call as (name: string, options: object) => Promise<unknown>)(name, options);
    if (endpoint.effect === 'read') return { state: 'read', shown: 'read' };
    const { state } = judge(endpoint.responseParser.shape, value, options);
    return { state, shown: state };
  } catch (error) {
    const failure = failureOf(error);
    expect(failure.kind, `${name}: ${failure.cause ?? ''}`).not.toBe('unexpected');
    const state = endpoint.effect === 'read' ? 'failed' : writeOutcomeOf(error).state;
    return { state, shown: failureMessage(failure).title };
  }
}

function judge(shape: string, value: unknown, options: object): WriteJudgment {
  const unknown: WriteJudgment = { state: 'unknown', messages: [] };
  const isRequested = (record: Readonly<Record<string, unknown>>): boolean =>
    String(record['id']) === '1' || record['code'] === 'AB1' || record['name'] === 'A';
  if (shape === 'removal') return judgeRemoved(value as RemovalResponse, [1])[0] ?? unknown;
  const created = (response: readonly ReadRecord<unknown>[]): WriteJudgment =>
    judgeCreated(response, [1], { isOf: isRequested, existingIds: () => new Set() })[0] ?? unknown;
  if (shape === 'record') return created([value as ReadRecord<unknown>]);
  if (shape === 'list') return created((value as ListedRecords<unknown>).records);
  const { body } = options as { body: { custodian: string; advisor_codes: string[] } };
  return shape === 'values' ? judgeRoi(value as unknown[], body) : unknown;
}

describe('an unlikely response', () => {
  it('damages no list, and is not reported as a successful write', async () => {
    for (const { fault, row } of UNLIKELY) {
      const cached = new CacheHarness();
      try {
        const list = LISTS[row % LISTS.length];
        if (list) await expectUnharmed(cached, list, fault);
      } finally {
        cached.close();
      }
      for (const call of chosen(CALLS, row)) await expectReported(call, fault);
    }
  }, 900_000);
});
