import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { afterEach, expect, it, vi } from 'vitest';
import { coreContract } from '#contract/calls/engine-core';
import { failureOf } from '#contract/failure';
import { PORT_MESSAGE } from '#contract/ports';
import { connectBridge, type Engine } from '../../../renderer/bridge';

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanUp) => cleanUp()));

/** Sends the page a port to an engine that gives this response, as the preload script does; returns the engine's end. */
function sendPort(respond: () => Promise<null>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const os = implement(coreContract);
  new RPCHandler({ views: { get: os.views.get.handler(respond) } }).upgrade(port2);
  port2.start();
  const data = { type: PORT_MESSAGE, name: 'engine' };
  window.dispatchEvent(Object.assign(new Event('message'), { data, source: window, ports: [port1] }));
  cleanups.push(
    () => port1.close(),
    () => port2.close(),
  );
  return port2;
}
const neverResponds = () => new Promise<null>(() => undefined);
const collectEngines = (): Engine[] => {
  const receivedEngines: Engine[] = [];
  connectBridge().onEngine((engine) => receivedEngines.push(engine));
  return receivedEngines;
};
const requestView = (client: Engine['early']) =>
  client.views.get({ resource: 'accounts' }).catch((error: unknown) => failureOf(error).kind);

it('fails unanswered calls of an engine when another engine replaces it', async () => {
  const receivedEngines = collectEngines();
  sendPort(neverResponds);
  const [first] = receivedEngines;
  if (!first) throw new Error('no engine was received');
  const calls = [requestView(first.early), requestView(first.createClient())];
  const settled = vi.fn();
  void Promise.race(calls).then(settled);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(settled).not.toHaveBeenCalled();
  sendPort(() => Promise.resolve(null));
  expect(await Promise.all(calls)).toEqual(['engine-lost', 'engine-lost']);
  expect(await requestView(first.createClient())).toBe('engine-lost');
  const second = receivedEngines[1];
  second?.releaseCalls();
  expect(second && (await requestView(second.createClient()))).toBeNull();
});

it('sends the retry of a lost call to the engine that replaced the lost one', async () => {
  const received = collectEngines();
  sendPort(neverResponds);
  const early = received[0]?.early.views.get({ resource: 'accounts' });
  const retry = early?.catch(() => received.at(-1)?.early.views.get({ resource: 'accounts' }));
  sendPort(() => Promise.resolve(null));
  expect(await retry).toBeNull();
});

it('fails unanswered calls of an engine whose port closes, as when the app quits', async () => {
  const received = collectEngines();
  const port = sendPort(neverResponds);
  const engine = received[0];
  if (!engine) throw new Error('no engine was received');
  const call = requestView(engine.early);
  const stop = new AbortController();
  const canceled = engine.early.views
    .get({ resource: 'accounts' }, { signal: stop.signal })
    .catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  expect(await canceled).toMatchObject({ name: 'AbortError' });
  port.close();
  expect(await call).toBe('engine-lost');
});
