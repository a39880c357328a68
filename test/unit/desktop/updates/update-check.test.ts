import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compareVersions, judgeManifest, type Manifest } from '#main/desktop/updates/manifest';
import { matchesManifest } from '#main/desktop/updates/download';
import {
  CHECK_INTERVAL_MS,
  MAX_ATTEMPTS,
  UpdateCheck,
  type UpdateMode,
} from '#main/desktop/updates/update-check';
import { UpdateRecord } from '#main/desktop/updates/update-record';

const NOW = new Date('2026-11-27T12:00:00Z');
const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') };
};
const [present, next, foreign] = [keyPair(), keyPair(), keyPair()];
const KEYS = [present.publicKey, next.publicKey];

const INSTALLER = Buffer.from('the installer of version 0.2.0'.repeat(5_000));
const FILE = {
  name: 'firm-desk-0.2.0-linux-x64.deb',
  platform: 'linux',
  arch: 'x64',
  size: INSTALLER.length,
  sha256: createHash('sha256').update(INSTALLER).digest('hex'),
} as const;

const manifestOf = (overrides: Partial<Manifest> = {}): Manifest => ({
  product: 'firm-desk',
  version: '0.2.0',
  sequence: 5,
  createdAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-12-20T00:00:00Z',
  minimumVersion: '0.1.0',
  rollout: 100,
  files: [FILE],
  ...overrides,
});
const seal = (manifest: unknown, ...keys: (typeof present)[]) => {
  const text = JSON.stringify(manifest);
  const signatures = (keys.length > 0 ? keys : [present]).map(({ privateKey }) => ({
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
  }));
  return JSON.stringify({ manifest: text, signatures });
};

const context = {
  keys: KEYS,
  installed: '0.1.0',
  platform: 'linux',
  arch: 'x64',
  now: NOW,
  lastSequence: 0,
  holdAt: undefined,
  installation: 'c5d9c1f4-8e0f-4c58-9b0a-1b5a0a7c9d01',
};
const judge = (text: string, overrides: Partial<typeof context> | { holdAt: string } = {}) => {
  const verdict = judgeManifest(text, { ...context, ...overrides });
  return 'reason' in verdict ? `${verdict.kind}: ${verdict.reason}` : `${verdict.kind}: ${verdict.file.name}`;
};

describe('a manifest', () => {
  it.each([
    ['signed with the present key', seal(manifestOf(), present)],
    ['signed with the next key', seal(manifestOf(), next)],
    ['signed with a foreign key too', seal(manifestOf(), foreign, next)],
  ])('is accepted: %s', (_case, text) => {
    expect(judge(text)).toBe(`update: ${FILE.name}`);
  });

  it.each([
    ['the same version', { version: '0.1.0' }, 'none: up-to-date'],
    ['an older version', { version: '0.0.9' }, 'none: older'],
    ['a version that needs another one first', { minimumVersion: '0.1.5' }, 'none: too-old-to-update'],
    ['a rollout of 0%', { rollout: 0 }, 'none: not-in-rollout'],
    ['an expired manifest', { expiresAt: '2026-11-27T11:59:59Z' }, 'refused: expired'],
    ['a manifest that is valid for a year', { expiresAt: '2027-11-20T00:00:00Z' }, 'refused: expired'],
    ['a manifest of the day after tomorrow', { createdAt: '2026-11-29T00:00:00Z' }, 'refused: not-yet-valid'],
    ['no file for this system', { files: [{ ...FILE, arch: 'arm64' }] }, 'refused: no-file'],
  ] as const)('%s', (_case, overrides, outcome) => {
    expect(judge(seal({ ...manifestOf(), ...overrides }))).toBe(outcome);
  });

  it('is refused if it was replayed, and accepted again with the same sequence', () => {
    expect(judge(seal(manifestOf()), { lastSequence: 6 })).toBe('refused: replayed');
    expect(judge(seal(manifestOf()), { lastSequence: 5 })).toBe(`update: ${FILE.name}`);
  });

  it('is held at the version that the organization allows', () => {
    expect(judge(seal(manifestOf()), { holdAt: '0.1.9' })).toBe('none: held');
    expect(judge(seal(manifestOf()), { holdAt: '0.2.0' })).toBe(`update: ${FILE.name}`);
  });

  it.each([
    ['a foreign key', seal(manifestOf(), foreign)],
    ['a changed version', seal(manifestOf()).replace('0.2.0', '0.3.0')],
    ['a changed hash', seal(manifestOf()).replace(FILE.sha256, '0'.repeat(64))],
  ])('is refused whatever its sequence: %s', (_case, text) => {
    expect(judge(text)).toBe('refused: wrong-key');
    expect(judge(text, { lastSequence: 99 })).toBe('refused: wrong-key');
  });

  it.each([
    ['a page of a proxy', '<html><body>Sign in</body></html>'],
    ['half a manifest', seal(manifestOf()).slice(0, 200)],
    ['nothing', ''],
    ['no signature', JSON.stringify({ manifest: JSON.stringify(manifestOf()), signatures: [] })],
    ['a file with a path', seal(manifestOf({ files: [{ ...FILE, name: '../../firm-desk' }] }))],
    ['another product', seal({ ...manifestOf(), product: 'other' })],
  ])('is refused: %s', (_case, text) => {
    expect(judge(text)).toBe('refused: not-a-manifest');
  });

  it('reaches its share of installations, and never withdraws an offer', () => {
    const installations = Array.from({ length: 120 }, (_, index) => `installation ${index}`);
    const installationsOffered = (rollout: number) => {
      const text = seal(manifestOf({ rollout }));
      return new Set(
        installations.filter((installation) => judge(text, { installation }).startsWith('update')),
      );
    };
    const [offeredTo25, offeredTo60] = [installationsOffered(25), installationsOffered(60)];
    expect(offeredTo25.size).toBeGreaterThan(15);
    expect(offeredTo25.size).toBeLessThan(45);
    expect([...offeredTo25].filter((installation) => !offeredTo60.has(installation))).toEqual([]);
    expect(installationsOffered(100).size).toBe(120);
  });

  it('compares versions by their numbers', () => {
    const sorted = ['0.9.0', '0.10.0', '0.10.1', '1.0.0'];
    expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  });
});

describe('a check against a server', () => {
  let folder: string;
  let origin: string;
  let settings: { mode: UpdateMode; address: string | undefined; holdAt: string | undefined };
  const answers = new Map<string, (response: ServerResponse) => void>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requested.push(url);
    const answer = answers.get(url);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'updates-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/desk`;
    settings = { mode: 'install', address: origin, holdAt: undefined };
    requested.length = 0;
    answers.clear();
    serve(seal(manifestOf()), INSTALLER);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(folder, { recursive: true });
  });

  function serve(manifest: string, installer: Buffer) {
    answers.set('/desk/latest.json', (response) => response.end(manifest));
    answers.set(`/desk/${FILE.name}`, (response) => response.end(installer));
  }
  const downloads = () => path.join(folder, 'downloads');
  const downloadedFiles = () => (fs.existsSync(downloads()) ? fs.readdirSync(downloads()) : []);
  const record = () => new UpdateRecord(path.join(folder, 'updates.json'));
  const checker = (overrides: Partial<ConstructorParameters<typeof UpdateCheck>[0]> = {}) =>
    new UpdateCheck({
      fetch,
      keys: KEYS,
      installed: '0.1.0',
      platform: 'linux',
      arch: 'x64',
      record: record(),
      canInstall: true,
      folder: downloads(),
      settings: () => settings,
      log: () => undefined,
      now: () => NOW,
      ...overrides,
    });
  const outcome = async (check = checker()) => {
    const state = await check.check();
    return 'reason' in state ? `${state.kind}: ${state.reason}` : state.kind;
  };

  it('sends nothing while updates are off, without an address or without a key', async () => {
    settings.mode = 'off';
    expect(await outcome()).toBe('off');
    settings = { ...settings, mode: 'install', address: undefined };
    expect(await outcome()).toBe('off');
    settings.address = origin;
    expect(await outcome(checker({ keys: [] }))).toBe('no-keys');
    settings.mode = 'off';
    expect(await outcome(checker({ keys: [] }))).toBe('no-keys'); // it can't be turned on either
    expect(requested).toEqual([]);
  });

  it('reports a newer version without downloading it, or downloads and verifies it', async () => {
    settings.mode = 'notify';
    expect(await outcome()).toBe('available');
    expect(requested).toEqual(['/desk/latest.json']);
    settings.mode = 'install';
    const check = checker();
    expect(await outcome(check)).toBe('ready');
    expect(downloadedFiles()).toEqual([FILE.name]);
    const { ready } = check;
    expect(ready && matchesManifest(ready.path, ready.file)).toBe(true);
    fs.appendFileSync(ready?.path ?? '', 'x'); // changed on the disk after it was verified
    expect(ready && matchesManifest(ready.path, ready.file)).toBe(false);
  });

  it('does not download a verified file twice', async () => {
    const check = checker();
    await check.check();
    expect(await outcome(check)).toBe('ready');
    expect(requested.filter((url) => url.endsWith('.deb'))).toHaveLength(1);
  });

  it.each([
    ['a truncated file', INSTALLER.subarray(0, 1_000), 'failed: altered'],
    ['an altered file', Buffer.from(INSTALLER.toString().replace('0.2.0', '0.2.1')), 'failed: altered'],
    ['a longer file', Buffer.concat([INSTALLER, Buffer.from('x')]), 'failed: too-large'],
  ])('keeps nothing of %s', async (_case, installer, reason) => {
    serve(seal(manifestOf()), installer);
    const check = checker();
    expect(await outcome(check)).toBe(reason);
    expect(check.ready).toBeUndefined();
    expect(downloadedFiles()).toEqual([]);
  });

  it('keeps nothing of a download whose connection broke', async () => {
    answers.set(`/desk/${FILE.name}`, (response) => {
      response.writeHead(200, { 'content-length': INSTALLER.length });
      response.write(INSTALLER.subarray(0, 1_000), () => response.destroy());
    });
    expect(await outcome()).toBe('failed: unreachable');
    expect(downloadedFiles()).toEqual([]);
  });

  it('follows no redirect, neither of the manifest nor of the file, to another host or path', async () => {
    let foreignRequests = 0;
    const foreignServer = createServer((_request, response) => {
      foreignRequests += 1;
      response.end(seal(manifestOf()));
    });
    await new Promise<void>((resolve) => foreignServer.listen(0, 'localhost', resolve));
    const { port } = foreignServer.address() as AddressInfo;
    for (const location of [`${origin}/other`, `http://localhost:${port}/desk/latest.json`]) {
      const redirect = (response: ServerResponse) => response.writeHead(302, { location }).end();
      answers.set('/desk/latest.json', (response) => response.end(seal(manifestOf())));
      answers.set(`/desk/${FILE.name}`, redirect);
      expect(await outcome()).toBe('failed: unreachable');
      answers.set('/desk/latest.json', redirect);
      expect(await outcome()).toBe('failed: unreachable');
    }
    expect(requested).not.toContain('/desk/other');
    expect(foreignRequests).toBe(0);
    expect(downloadedFiles()).toEqual([]);
    await new Promise((resolve) => foreignServer.close(resolve));
  });

  it.each([
    ['the same version', { version: '0.1.0' }, 'none: up-to-date'],
    ['an older version', { version: '0.0.9' }, 'none: older'],
    ['a rollout to no installation', { rollout: 0 }, 'none: not-in-rollout'],
    ['a version that needs another one first', { minimumVersion: '0.1.5' }, 'none: too-old-to-update'],
    ['an expired manifest', { expiresAt: '2026-11-27T11:59:59Z' }, 'failed: expired'],
  ])('downloads nothing for %s', async (_case, overrides, expected) => {
    serve(seal(manifestOf(overrides)), INSTALLER);
    expect(await outcome()).toBe(expected);
    expect(requested).toEqual(['/desk/latest.json']);
  });

  it('downloads nothing if the manifest has a foreign key, or the version is held', async () => {
    serve(seal(manifestOf(), foreign), INSTALLER);
    expect(await outcome()).toBe('failed: wrong-key');
    serve(seal(manifestOf()), INSTALLER);
    settings.holdAt = '0.1.9';
    expect(await outcome()).toBe('none: held');
    expect(requested).toEqual(['/desk/latest.json', '/desk/latest.json']);
  });

  it('only announces a version if the app cannot replace itself, or has failed three times', async () => {
    expect(await outcome(checker({ canInstall: false }))).toBe('available');
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      expect(await checker().check()).toMatchObject({ kind: 'ready', hasFailed: attempt > 1 });
      record().addAttempt('0.2.0');
    }
    expect(await outcome()).toBe('available');
    expect(downloadedFiles()).toEqual([]); // no installer is kept that will not be used
    serve(seal(manifestOf({ version: '0.2.1', sequence: 6 })), INSTALLER);
    expect(await outcome()).toBe('ready');
  });

  it('offers a download only while the settings and its manifest allow it', async () => {
    let now = NOW;
    const check = checker({ now: () => now });
    await check.check();
    expect(check.ready?.version).toBe('0.2.0');
    settings.holdAt = '0.1.9';
    expect(check.ready).toBeUndefined();
    settings.holdAt = '0.2.0';
    expect(check.ready?.version).toBe('0.2.0');
    settings.mode = 'notify';
    expect(check.ready).toBeUndefined();
    settings.mode = 'install';
    now = new Date('2026-12-20T00:00:00Z'); // the manifest has expired
    expect(check.ready).toBeUndefined();
  });

  it.each([
    ['updates are off', { mode: 'off' as const }],
    ['updates only notify', { mode: 'notify' as const }],
  ])('keeps no installer where %s', async (_case, overrides) => {
    await checker().check();
    expect(downloadedFiles()).toEqual([FILE.name]);
    settings = { ...settings, ...overrides };
    await checker().check();
    expect(downloadedFiles()).toEqual([]);
  });

  it('can be turned off while another program holds the installer, which is deleted later', async () => {
    const check = checker();
    await check.check();
    settings.mode = 'off';
    const remove = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
      throw Object.assign(new Error('in use'), { code: 'EBUSY' });
    });
    expect((await check.settingsChanged()).kind).toBe('off');
    expect(check.ready).toBeUndefined();
    remove.mockRestore();
    expect(downloadedFiles()).toEqual([FILE.name]);
    await check.check();
    expect(downloadedFiles()).toEqual([]);
  });

  it("refuses a proxy's page, an error and an endless manifest", async () => {
    serve('<html>Sign in to the network</html>', INSTALLER);
    expect(await outcome()).toBe('failed: not-a-manifest');
    answers.set('/desk/latest.json', (response) => response.writeHead(503).end('down'));
    expect(await outcome()).toBe('failed: refused-by-server');
    answers.set('/desk/latest.json', (response) => response.end('x'.repeat(100_000)));
    expect(await outcome()).toBe('failed: too-large');
  });

  it('refuses an older manifest after a newer one, even after a restart', async () => {
    serve(seal(manifestOf({ sequence: 7, rollout: 0 })), INSTALLER);
    expect(await outcome()).toBe('none: not-in-rollout');
    serve(seal(manifestOf({ sequence: 6 })), INSTALLER);
    expect(await outcome()).toBe('failed: replayed');
  });

  it('reports a full disk, and leaves no file', async () => {
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    expect(await outcome()).toBe('failed: disk-full');
    expect(downloadedFiles()).toEqual([]);
  });

  it('reports a download that another program keeps from being saved', async () => {
    vi.spyOn(fs, 'renameSync').mockImplementation(() => {
      throw Object.assign(new Error('in use'), { code: 'EPERM' });
    });
    expect(await outcome()).toBe('failed: not-stored');
    expect(downloadedFiles()).toEqual([]);
  });

  it('reports a disk that is too full to save the sequence number of the manifest', async () => {
    vi.spyOn(UpdateRecord.prototype, 'setLastSequence').mockImplementation(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    expect(await outcome()).toBe('failed: disk-full');
  });

  it('keeps the download if a virus scanner holds it for a moment', async () => {
    const { renameSync } = fs;
    const rename = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (rename.mock.calls.filter(([, target]) => target === to).length > 2) renameSync(from, to);
      else throw Object.assign(new Error('in use'), { code: 'EPERM' });
    });
    expect(await outcome()).toBe('ready');
    expect(downloadedFiles()).toEqual([FILE.name]);
  });

  it('stops a check when the settings change, and checks under the new ones', async () => {
    let reportStarted: () => void = () => undefined;
    const requestReceived = new Promise<void>((resolve) => (reportStarted = resolve));
    answers.set('/old/latest.json', () => reportStarted()); // never responds
    settings.address = `${origin.slice(0, -'/desk'.length)}/old`;
    const check = checker();
    const earlier = check.check();
    await requestReceived;
    settings.address = origin;
    expect((await check.settingsChanged()).kind).toBe('ready');
    await earlier;
    expect(check.state.kind).toBe('ready');
    settings.mode = 'off';
    expect((await check.settingsChanged()).kind).toBe('off');
    expect(downloadedFiles()).toEqual([]);
  });

  it('stops a download when the app quits, and starts from the beginning in the next run', async () => {
    let reportStarted: () => void = () => undefined;
    const downloadStarted = new Promise<void>((resolve) => (reportStarted = resolve));
    answers.set(`/desk/${FILE.name}`, (response) => {
      response.writeHead(200, { 'content-length': INSTALLER.length });
      response.write(INSTALLER.subarray(0, 1_000), () => reportStarted());
    });
    const quit = new AbortController();
    const check = checker();
    check.watch(quit.signal);
    await downloadStarted;
    quit.abort();
    expect(await outcome(check)).toBe('failed: stopped');
    expect(downloadedFiles()).toEqual([]);

    fs.mkdirSync(downloads(), { recursive: true });
    fs.writeFileSync(path.join(downloads(), `${FILE.name}.part`), 'left by a killed process');
    serve(seal(manifestOf()), INSTALLER);
    const restarted = checker();
    restarted.watch(new AbortController().signal);
    expect(await outcome(restarted)).toBe('ready');
    expect(downloadedFiles()).toEqual([FILE.name]);
  });

  it('retries every day after the server was unreachable', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    answers.set('/desk/latest.json', (response) => response.destroy());
    const check = checker();
    const quit = new AbortController();
    check.watch(quit.signal);
    expect(await outcome(check)).toBe('failed: unreachable');
    serve(seal(manifestOf()), INSTALLER);
    vi.advanceTimersByTime(CHECK_INTERVAL_MS);
    expect(await outcome(check)).toBe('ready'); // joins the check of the timer
    expect(requested.filter((url) => url.endsWith('.json'))).toHaveLength(2);
    quit.abort();
  });
});
