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
  const child = spawn(process.execPath, [...node, program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  return { child, text };
};

/** The exit code and signal. Windows kills a process; it cannot ask it to exit. */
const EXITED_ON_REQUEST = process.platform === 'win32' ? [null, expect.any(String)] : [0, null];

test('prints one line of JSON when ready, serves, and exits on request', async () => {
  const { child, text } = run(['--port', '0', '--accounts', '50', '--seed', '3', '--application', 'sandbox']);
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  const ready = JSON.parse(text.out) as Record<string, string>;
  expect(Object.keys(ready)).toEqual(['base_url', 'auth_url', 'api_key', 'username', 'password']);
  const response = await fetch(`${ready['base_url']}/org/advisor-codes`, {
    headers: { authorization: `Bearer ${ready['api_key']}` },
  });
  expect(await response.text()).toContain('SBX-F39');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual(EXITED_ON_REQUEST);
  expect(text.out.trimEnd().split('\n').length).toBe(1);
  expect(text.err).toBe('');
});

test('accepts its options as JSON', async () => {
  const { child, text } = run([JSON.stringify({ accounts: 12 })]);
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  const ready = JSON.parse(text.out) as Record<string, string>;
  const response = await fetch(`${ready['base_url']}/account-management/accounts`, {
    headers: { authorization: `Bearer ${ready['api_key']}` },
  });
  expect(((await response.json()) as { total_items: number }).total_items).toBeLessThanOrEqual(12);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual(EXITED_ON_REQUEST);
});

test('as a utility process, reports to its parent port instead', async () => {
  const port =
    'process.parentPort = { postMessage: (message) => process.stderr.write(JSON.stringify(message) + "\\n"),' +
    ' on: (_, listener) => process.stdin.on("data", () => listener({ data: "night" })) }';
  const { child, text } = run(
    ['--accounts', '12'],
    ['--import', `data:text/javascript,${encodeURIComponent(port)}`],
  );
  while (!text.err.includes('\n')) await once(child.stderr, 'data');
  const ready = JSON.parse(text.err) as Record<string, string>;
  expect(ready['base_url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v2$/);
  child.stdin.write('let a night pass');
  while (text.err.trimEnd().split('\n').length < 2) await once(child.stderr, 'data');
  expect(JSON.parse(text.err.split('\n')[1] ?? '')).toEqual({
    night: {
      changed: 1,
      added: 1,
      closed: expect.any(Number) as number,
      vanished: expect.any(Number) as number,
    },
  });
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(text.out).toBe('');
});

test('simulates nights automatically with --night-every', async () => {
  const { child, text } = run(['--accounts', '12', '--night-every', '0.05']);
  while (!text.out.includes('\n')) await once(child.stdout, 'data');
  const ready = JSON.parse(text.out) as Record<string, string>;
  const day = async (): Promise<number> => {
    const response = await fetch(`${ready['base_url']}/demo/next-day`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ready['api_key']}` },
    });
    return ((await response.json()) as { day: number }).day;
  };
  // Each request lets one night pass: a later day than that shows that others passed automatically.
  let requests = 1;
  while ((await day()) <= requests) requests++;
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test.each([[['--accounts', '-1']], [['--application', 'both']], [['--nonsense']]])(
  'exits with an error for %j',
  async (args) => {
    const { child, text } = run(args);
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(text.err).toContain('could not start');
    expect(text.out).toBe('');
  },
);
