import type { MessagePortMain } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EngineRequest } from '#contract/calls/control';
import { HelperProcesses } from '#engine/connection/helper-processes';
import { failureOf } from '#contract/failure';

let requests: EngineRequest[];
let processes: HelperProcesses;
const closePort = vi.fn();
const port = () => ({ close: closePort }) as unknown as MessagePortMain;
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'arrived',
    (error: unknown) => failureOf(error).kind,
  );
beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  closePort.mockClear();
  processes = new HelperProcesses((request) => requests.push(request));
});
afterEach(() => vi.useRealTimers());

it('requests and releases a process by the same ID', async () => {
  const helper = processes.start();
  const valuesPort = port();
  processes.onPort(helper.id, valuesPort);
  expect(await helper.port).toBe(valuesPort);
  helper.end();
  expect(requests).toEqual([
    { kind: 'values', id: helper.id, isWanted: true },
    { kind: 'values', id: helper.id, isWanted: false },
  ]);
});

it('closes a port that arrives after its process was released', async () => {
  const helper = processes.start();
  helper.end();
  processes.onPort(helper.id, port());
  expect([await kindOf(helper.port), closePort.mock.calls.length]).toEqual(['canceled', 1]);
});

it('reports a process that does not start as lost', async () => {
  const helper = processes.start();
  const kind = kindOf(helper.port);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await kind).toBe('engine-lost');
});

it('closes a port that arrives after its process was reported as lost', async () => {
  const helper = processes.start();
  const kind = kindOf(helper.port);
  await vi.advanceTimersByTimeAsync(15_000);
  processes.onPort(helper.id, port());
  expect([await kind, closePort.mock.calls.length]).toEqual(['engine-lost', 1]);
});
