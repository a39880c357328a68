import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Live } from '#contract/calls/live';
import type { Engine } from '../../../renderer/bridge';
import { AppState } from '../../../renderer/state/app.svelte';
import { EarlyResponses } from '../../../renderer/state/early-responses';
import { LastScreens } from '../../../renderer/state/last-screen';
import { connectionOf, liveOf, sessionOf } from '../fakes';

const ID = 'conn-0001';
const sessionIn = (state: 'opening' | 'open') =>
  sessionOf({ connections: [connectionOf()], open: { connection: connectionOf(), state } });

/** Starts the app at its last screen; the engine's connection opens when the test calls `sendLive`. */
function startApp(resource: 'accounts' | 'households', rows = new Promise<unknown>(() => undefined)) {
  const screens = new LastScreens(localStorage);
  screens.store(ID, { screen: 'resource', resource });
  const query = {
    resource: 'accounts' as const,
    search: '',
    filters: [],
    sort: { field: 'name', descending: false },
  };
  new EarlyResponses(localStorage).store(ID, { query, columns: ['name'], offset: 0, limit: 100 });
  let sendLive: (live: Live) => void = () => undefined;
  const sentLive = new Promise<Live>((resolve) => (sendLive = resolve));
  const neverResponds = () => new Promise(() => undefined);
  const window = vi.fn(() => rows);
  const early = {
    live: () =>
      Promise.resolve(
        (async function* () {
          yield await sentLive;
          await neverResponds();
        })(),
      ),
    layout: { get: neverResponds },
    views: { get: neverResponds },
    records: { window },
  };
  const releaseCalls = vi.fn();
  const app = new AppState(screens);
  const engine = { createClient: () => ({}), early, releaseCalls } as unknown as Engine;
  const bridge = {
    desktop: new Promise<never>(() => undefined),
    onEngine: (listener: (engine: Engine) => void) => listener(engine),
  };
  const controller = new AbortController();
  controllers.push(controller);
  app.connect(bridge, controller.signal);
  return { app, releaseCalls, sendLive, window };
}
const controllers: AbortController[] = [];

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  controllers.splice(0).forEach((controller) => controller.abort());
});

describe('start at the last opened list', () => {
  it('prepares the list while the connection opens and holds its requests until then', async () => {
    const { app, releaseCalls, sendLive } = startApp('accounts');
    app.setSession(sessionIn('opening'));
    expect(app.preparing).toMatchObject({ connectionId: ID, resources: [] });
    expect(app.live).toBeNull();
    expect(releaseCalls).not.toHaveBeenCalled();
    sendLive(liveOf());
    await vi.waitFor(() => expect(releaseCalls).toHaveBeenCalled());
    expect(app.preparing).not.toBeNull(); // kept until the app process reports that the connection is open
    app.setSession(sessionIn('open'));
    expect(app.live?.resources).not.toEqual([]);
  });

  it('sends the other requests once the first rows are painted', async () => {
    const steps: string[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((paint) => {
      steps.push('frame');
      setTimeout(() => paint(0));
      return 0;
    });
    let sendRows: (rows: unknown) => void = () => undefined;
    const rows = new Promise<unknown>((resolve) => (sendRows = resolve));
    const { app, releaseCalls, sendLive } = startApp('accounts', rows);
    releaseCalls.mockImplementation(() => steps.push('other requests'));
    app.setSession(sessionIn('opening'));
    sendLive(liveOf());
    await vi.waitFor(() => expect(app.engineState).toBe('flowing'));
    expect(steps).toEqual([]);
    sendRows({ rows: [], total: 0 });
    await vi.waitFor(() => expect(steps).toEqual(['frame', 'other requests']));
  });

  it('requests the first rows even if the connection opens before it is reported', async () => {
    const { app, releaseCalls, sendLive, window } = startApp('accounts');
    sendLive(liveOf());
    await vi.waitFor(() => expect(releaseCalls).toHaveBeenCalled());
    expect(window).not.toHaveBeenCalled();
    app.setSession(sessionIn('open'));
    expect(window).toHaveBeenCalledOnce();
    expect(app.live).not.toBeNull();
  });

  it('stops preparing the list and releases its requests if the connection opens slowly', () => {
    vi.useFakeTimers();
    const { app, releaseCalls } = startApp('accounts');
    app.setSession(sessionIn('opening'));
    vi.advanceTimersByTime(5_000);
    expect(app.preparing).toBeNull();
    expect(releaseCalls).toHaveBeenCalled();
  });
});

it('prepares nothing and delays no request when another list opens', () => {
  const { app, releaseCalls } = startApp('households');
  app.setSession(sessionIn('opening'));
  expect(app.preparing).toBeNull();
  expect(releaseCalls).toHaveBeenCalled();
});
