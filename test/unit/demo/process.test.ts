import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-program-'));
  program = join(folder, 'demo.mjs');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'main/demo/process.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'demo.mjs' } },
    },
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (args: string[], node: string[] = []) => {
  const child = spawn(process.execPath, [...node, program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  return { child, text };
};

test('it prints one line of JSON when ready, serves, and ends when told', async () => {
  const { child, text } = run(['--port', '0', '--accounts', '50', '--seed', '3', '--application', 'sandbox']);
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  const ready = JSON.parse(text.out) as Record<string, string>;
  expect(Object.keys(ready)).toEqual(['base_url', 'auth_url', 'api_key', 'username', 'password']);
  const response = await fetch(`${ready['base_url']}/org/advisor-codes`, {
    headers: { authorization: `Bearer ${ready['api_key']}` },
  });
  expect(await response.text()).toContain('SBX-F39');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(text.out.trimEnd().split('\n').length).toBe(1);
  expect(text.err).toBe('');
});

test('it takes its options as JSON too', async () => {
  const { child, text } = run([JSON.stringify({ accounts: 12 })]);
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('as a utility process it tells its parent port instead', async () => {
  const port =
    'process.parentPort = { postMessage: (ready) => process.stderr.write(JSON.stringify(ready) + "\\n") }';
  const { child, text } = run(
    ['--accounts', '12'],
    ['--import', `data:text/javascript,${encodeURIComponent(port)}`],
  );
  while (!text.err.includes('\n')) await once(child.stderr, 'data');
  const ready = JSON.parse(text.err) as Record<string, string>;
  expect(ready['base_url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2$/);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(text.out).toBe('');
});

test.each([[['--accounts', '3']], [['--application', 'both']], [['--nonsense']]])(
  'it says what is wrong with %j',
  async (args) => {
    const { child, text } = run(args);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(text.err).toContain('could not start');
    expect(text.out).toBe('');
  },
);
