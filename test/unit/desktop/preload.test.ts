import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PORT_MESSAGE, type PortName } from '#contract/ports';

const portState = vi.hoisted(() => ({
  requests: [] as unknown[],
  listener: (..._given: unknown[]): void => undefined,
}));
vi.mock('electron', () => ({
  ipcRenderer: {
    on: (_channel: string, listener: typeof portState.listener) => (portState.listener = listener),
    send: (_channel: string, request: unknown) => portState.requests.push(request),
  },
}));

let passed: PortName[];
let sendToPreload: (event: object) => void;

beforeEach(async () => {
  vi.resetModules();
  portState.requests = [];
  passed = [];
  const page = {
    location: { origin: 'app://firm-desk' },
    postMessage: (message: { name: PortName }) => passed.push(message.name),
    addEventListener: (_type: string, listener: typeof sendToPreload) => (sendToPreload = listener),
  };
  vi.stubGlobal('window', page);
  await import('../../../preload/index');
});
afterEach(() => vi.unstubAllGlobals());

/** Tells the preload script that the page is listening. */
const pageListens = () => sendToPreload({ source: window, data: PORT_MESSAGE });
function deliverPort(name: PortName, request: unknown): { readonly close: ReturnType<typeof vi.fn> } {
  const port = { close: vi.fn() };
  portState.listener({ ports: [port] }, { name, request });
  return port;
}

test('keeps early ports until the page listens, without requesting others', () => {
  deliverPort('desktop', portState.requests[0]);
  deliverPort('engine', portState.requests[0]);
  expect(passed).toEqual([]);
  pageListens();
  expect(passed).toEqual(['desktop', 'engine']);
  expect(portState.requests).toHaveLength(1);
});

test('still requests a port if an unrequested engine port arrived before the page listened', () => {
  deliverPort('engine', undefined);
  pageListens();
  expect(portState.requests).toHaveLength(2);
  deliverPort('desktop', portState.requests[1]);
  expect(passed).toEqual(['desktop']);
});

test('requests no other port for the tax ID page, which has its own', () => {
  deliverPort('values', undefined);
  pageListens();
  expect(portState.requests).toHaveLength(1);
  expect(passed).toEqual(['values']);
});

test('ignores an answer for the previous page', async () => {
  const before = portState.requests[0];
  // Another page: requests are numbered from the time at which the page started.
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 20.5);
  vi.resetModules();
  await import('../../../preload/index');
  const port = deliverPort('desktop', before);
  expect(port.close).toHaveBeenCalledOnce();
  deliverPort('desktop', portState.requests.at(-1));
  pageListens();
  expect(passed).toEqual(['desktop']);
});
