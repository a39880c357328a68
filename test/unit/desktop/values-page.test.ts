import { expect, test, vi } from 'vitest';

vi.mock('electron', () => ({ protocol: {}, screen: {}, nativeTheme: {}, session: {}, BrowserWindow: {} }));
const { policyOf } = await import('#main/app/protocol');
const { valuesProcessId, isOurPage } = await import('#main/app/window');

const policy = (address: string) => policyOf(new URL(address));

test('lets the tax ID page send nothing and be framed by the app’s window only', () => {
  const valuesPolicy = policy('app://values/values/index.html') ?? '';
  expect(valuesPolicy).toContain("default-src 'none'");
  expect(valuesPolicy).not.toContain('connect-src');
  expect(valuesPolicy).toContain('frame-ancestors app://firm-desk');
  expect(policy('app://values/assets/values-1a2b.js')).toBe(valuesPolicy);
});

test('serves nothing but the tax ID page on its site, and frames no other page', () => {
  expect(policy('app://values/index.html')).toBeUndefined();
  expect(policy('app://values/assets/../index.html')).toBeUndefined();
  expect(policy('app://elsewhere/values/index.html')).toBeUndefined();
  expect(policy('app://firm-desk/index.html')).toContain('frame-src app://values;');
});

test('gives values only to a frame of the tax ID page, and to no other page', () => {
  const main = { url: 'app://firm-desk/index.html', parent: null };
  const frame = (url: string, parent: unknown = main) => ({ url, parent });
  const processIdFor = (candidate: { url: string; parent: unknown }) =>
    valuesProcessId(candidate, main, undefined);
  expect(processIdFor(frame('app://values/values/index.html#one'))).toBe('one');
  expect(processIdFor(frame('app://values/values/index.html#one', null))).toBeUndefined();
  expect(
    processIdFor(frame('app://values/values/index.html#one', frame('app://values/values/index.html'))),
  ).toBe(undefined);
  expect(processIdFor(frame('app://firm-desk/values/index.html#one'))).toBeUndefined();
  for (const other of ['about:blank', '']) expect(processIdFor(frame(other))).toBeUndefined();
  expect(processIdFor(main)).toBeUndefined();
  expect(isOurPage(frame('app://values/values/index.html#one'), undefined)).toBe(false);
});
