import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PORT_MESSAGE, type PortName } from '../../../preload/contract/ports';

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

/** The page's listener stands. */
const listens = () => say({ source: window, data: PORT_MESSAGE });
function hand(name: PortName, question: unknown): { readonly close: ReturnType<typeof vi.fn> } {
  const port = { close: vi.fn() };
  told.hears({ ports: [port] }, { name, question });
  return port;
}

test('ports that were handed over before the page listens wait for it, and it asks for none', () => {
  hand('desktop', told.asked[0]);
  hand('engine', told.asked[0]);
  expect(passed).toEqual([]);
  listens();
  expect(passed).toEqual(['desktop', 'engine']);
  expect(told.asked).toHaveLength(1);
});

test('a port of the engine that came unasked before the page listens keeps it from no question', () => {
  hand('engine', undefined);
  listens();
  expect(told.asked).toHaveLength(2);
  hand('desktop', told.asked[1]);
  expect(passed).toEqual(['desktop']);
});

test('the values’ page, which has its port, asks for no other', () => {
  hand('values', undefined);
  listens();
  expect(told.asked).toHaveLength(1);
  expect(passed).toEqual(['values']);
});

test('an answer to the page that was there before is none', async () => {
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
