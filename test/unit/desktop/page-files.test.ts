import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const protocol = {};
vi.mock('electron', () => ({ protocol }));
const { bytesWithin, ORIGIN, serveRenderer } = await import('#main/app/protocol');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'page-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
const folder = path.join(root, 'renderer');
fs.mkdirSync(path.join(folder, 'assets'), { recursive: true });
fs.writeFileSync(path.join(folder, 'assets', 'a.js'), 'mine');
fs.writeFileSync(path.join(root, 'secret.js'), 'another’s');
fs.mkdirSync(path.join(root, 'renderer-2'));
fs.writeFileSync(path.join(root, 'renderer-2', 'b.js'), 'another’s');

test('reads a file of the page', () => {
  expect(bytesWithin(folder, '/assets/a.js')?.toString()).toBe('mine');
});

test.each([
  '/../secret.js',
  '/assets/../../secret.js',
  '/../renderer-2/b.js',
  '/none.js',
  '/assets',
  '/a\0.js',
  '/%2e%2e/secret.js',
  '/%E0%A4%A.js',
])('rejects %s', (name) => expect(bytesWithin(folder, name)).toBeUndefined());

test.skipIf(process.platform === 'win32')('does not follow a link out of the folder', () => {
  fs.symlinkSync(path.join(root, 'secret.js'), path.join(folder, 'link.js'));
  fs.symlinkSync(root, path.join(folder, 'up'));
  expect(bytesWithin(folder, '/link.js')).toBeUndefined();
  expect(bytesWithin(folder, '/up/secret.js')).toBeUndefined();
});

test('reports the first script that a page requests, after its response', async () => {
  const steps: string[] = [];
  const respond = (): void => void steps.push('response');
  let handle: (request: { url: string }, respond: () => void) => void = () => undefined;
  Object.assign(protocol, {
    registerBufferProtocol: (_scheme: string, handler: typeof handle) => (handle = handler),
  });
  const requested = serveRenderer(folder).then(() => steps.push('script'));
  handle({ url: `${ORIGIN}/index.html` }, respond);
  await Promise.resolve();
  expect(steps).toEqual(['response']);
  handle({ url: `${ORIGIN}/assets/a.js` }, respond);
  await requested;
  expect(steps).toEqual(['response', 'response', 'script']);
});
