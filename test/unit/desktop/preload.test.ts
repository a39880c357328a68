import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PORT_MESSAGE, type PortName } from '#contract/ports';

const portState = vi.hoisted(() => ({
  requests: [] as unknown[],
  hears: (..._given: unknown[]): void => undefined,
}));
vi.mock('electron', () => ({
  ipcRenderer: {
    on: (_channel: string, hears: typeof portState.hears) => (portState.hears = hears),
    send: (_channel: string, question: unknown) => portState.requests.push(question),
  },
}));

let passed: PortName[];
let say: (event: object) => void;

beforeEach(async () => {
  vi.resetModules();
  portState.requests = [];
  passed = [];
  const page = {
    location: { origin: 'app://firm-desk' },
    postMessage: (message: { name: PortName }) => passed.push(message.name),
    addEventListener: (_type: string, listener: typeof say) => (say = listener),
  };
  vi.stubGlobal('window', page);
  await import('../../../preload/index');
});
afterEach(() => vi.unstubAllGlobals());

/** The page is listening. */
const listens = () => say({ source: window, data: PORT_MESSAGE });
function hand(name: PortName, question: unknown): { readonly close: ReturnType<typeof vi.fn> } {
  const port = { close: vi.fn() };
  portState.hears({ ports: [port] }, { name, question });
  return port;
}

test('keeps early ports until the page listens, without requesting others', () => {
  hand('desktop', portState.requests[0]);
  hand('engine', portState.requests[0]);
  expect(passed).toEqual([]);
  listens();
  expect(passed).toEqual(['desktop', 'engine']);
  expect(portState.requests).toHaveLength(1);
});

test('still requests a port if an unrequested engine port arrived before the page listened', () => {
  hand('engine', undefined);
  listens();
  expect(portState.requests).toHaveLength(2);
  hand('desktop', portState.requests[1]);
  expect(passed).toEqual(['desktop']);
});

test('requests no other port for the tax ID page, which has its own', () => {
  hand('values', undefined);
  listens();
  expect(portState.requests).toHaveLength(1);
  expect(passed).toEqual(['values']);
});

test('ignores an answer for the previous page', async () => {
  const before = portState.requests[0];
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 20.5);
  vi.resetModules();
  await import('../../../preload/index');
  const port = hand('desktop', before);
  expect(port.close).toHaveBeenCalledOnce();
  hand('desktop', portState.requests.at(-1));
  listens();
  expect(passed).toEqual(['desktop']);
});
