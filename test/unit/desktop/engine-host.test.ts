import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';

/** Started processes; each ends when a test ends it. */
const children: EventEmitter[] = [];
const forkedWith: (readonly string[])[] = [];
const app = { isPackaged: true };
class Port extends EventEmitter {
  start = vi.fn();
  postMessage = vi.fn();
  close = vi.fn();
}
vi.mock('electron', () => ({
  app,
  MessageChannelMain: class {
    port1 = new Port();
    port2 = new Port();
  },
  utilityProcess: {
    fork: (_entry: string, args: readonly string[]) => {
      forkedWith.push(args);
      const child = Object.assign(new EventEmitter(), { postMessage: vi.fn(), kill: vi.fn(), pid: 7 });
      children.push(child);
      return child;
    },
  },
}));
const { EngineHost } = await import('#main/desktop/engine-host');
const { forkEngine } = await import('#main/desktop/fork-engine');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  children.length = 0;
  forkedWith.length = 0;
  app.isPackaged = true;
});

function startHost() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 1, 12) });
  const onStart = vi.fn();
  const onLost = vi.fn();
  const host = new EngineHost({ fork: () => forkEngine('engine.js'), log: vi.fn(), onStart, onLost });
  host.start();
  const die = async () => {
    children.at(-1)?.emit('exit', 1);
    await Promise.resolve();
  };
  return { host, onStart, onLost, die };
}

it('restarts an engine that dies long after its restart, even if the clock was set back', async () => {
  const { onStart, onLost, die } = startHost();
  await die();
  expect(children).toHaveLength(2);
  vi.advanceTimersByTime(61_000);
  vi.setSystemTime(Date.UTC(2026, 10, 1, 11)); // one hour earlier: end of daylight saving time, or a manual change
  await die();
  expect(children).toHaveLength(3);
  expect(onStart).toHaveBeenLastCalledWith(expect.anything(), true);
  expect(onLost).not.toHaveBeenCalled();
});

it('waits for the user if the engine dies right after its restart, whatever the clock says', async () => {
  const { host, onLost, die } = startHost();
  await die();
  vi.setSystemTime(Date.UTC(2026, 10, 2, 12));
  await die();
  expect(children).toHaveLength(2);
  expect(onLost).toHaveBeenCalledOnce();
  host.start(true); // Try again
  expect(children).toHaveLength(3);
});

it('restarts an engine that ended before it was watched', async () => {
  const early = forkEngine('engine.js');
  children[0]?.emit('exit', 1);
  const forks = [early];
  const fork = () => forks.shift() ?? forkEngine('engine.js');
  new EngineHost({ fork, log: vi.fn(), onStart: vi.fn(), onLost: vi.fn() }).start();
  await Promise.resolve();
  expect(children).toHaveLength(2);
});

it('keeps a window’s port until its page or the engine is replaced', async () => {
  const { host, die } = startHost();
  expect(host.hasWindow).toBe(false);
  host.windowPort();
  expect(host.hasWindow).toBe(true);
  host.disconnectWindow();
  expect(host.hasWindow).toBe(false);
  host.windowPort();
  await die();
  expect(host.hasWindow).toBe(false);
});

it('passes the clock of a test to the engine, but never in a packaged app', () => {
  vi.stubEnv('FIRM_DESK_CLOCK_FILE', '/tmp/clock');
  forkEngine('engine.js');
  app.isPackaged = false;
  forkEngine('engine.js');
  vi.stubEnv('FIRM_DESK_CLOCK_FILE', undefined);
  forkEngine('engine.js');
  expect(forkedWith).toEqual([[], ['/tmp/clock'], []]);
});

it('says whether a stopped engine closed its files or had to be killed', async () => {
  const { host } = startHost();
  const stopping = host.stop(10_000);
  children.at(-1)?.emit('exit', 0);
  expect(await stopping).toBe(true);

  const late = startHost().host;
  expect(await late.stop(10)).toBe(false);

  const crashed = startHost().host.stop(10_000);
  children.at(-1)?.emit('exit', 1);
  expect(await crashed).toBe(false);
});
