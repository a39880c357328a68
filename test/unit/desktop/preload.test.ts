import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PORT_MESSAGE, type PortName } from '#contract/ports';

const told = vi.hoisted(() => ({ asked: [] as unknown[], hears: (..._given: unknown[]): void => undefined }));
vi.mock('electron', () => ({
  ipcRenderer: {
    on: (_channel: string, hears: typeof told.hears) => (told.hears = hears),
    send: (_channel: string, question: unknown) => told.asked.push(question),
  },
}));

let passed: PortName[];
let say: (event: object) => void;

beforeEach(async () => {
  vi.resetModules();
  told.asked = [];
  passed = [];
  const page = {
    location: { origin: 'app://firm-desk' },
    postMessage: (message: { name: PortName }) => passed.push(message.name),
    addEventListener: (_type: string, heard: typeof say) => (say = heard),
  };
  vi.stubGlobal('window', page);
  await import('../../../preload/index');
});
afterEach(() => vi.unstubAllGlobals());

/** The page is listening. */
const listens = () => say({ source: window, data: PORT_MESSAGE });
function hand(name: PortName, question: unknown): { readonly close: ReturnType<typeof vi.fn> } {
  const port = { close: vi.fn() };
  told.hears({ ports: [port] }, { name, question });
  return port;
}

test('keeps early ports until the page listens, without requesting others', () => {
  hand('desktop', told.asked[0]);
  hand('engine', told.asked[0]);
  expect(passed).toEqual([]);
  listens();
  expect(passed).toEqual(['desktop', 'engine']);
  expect(told.asked).toHaveLength(1);
});

test('still requests a port if an unrequested engine port arrived before the page listened', () => {
  hand('engine', undefined);
  listens();
  expect(told.asked).toHaveLength(2);
  hand('desktop', told.asked[1]);
  expect(passed).toEqual(['desktop']);
});

test('requests no other port for the tax ID page, which has its own', () => {
  hand('values', undefined);
  listens();
  expect(told.asked).toHaveLength(1);
  expect(passed).toEqual(['values']);
});

test('ignores an answer for the previous page', async () => {
  const before = told.asked[0];
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 20.5);
  vi.resetModules();
  await import('../../../preload/index');
  const port = hand('desktop', before);
  expect(port.close).toHaveBeenCalledOnce();
  hand('desktop', told.asked.at(-1));
  listens();
  expect(passed).toEqual(['desktop']);
});
