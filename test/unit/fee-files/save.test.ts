import { strToU8, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createService } from '../../../main/engine/service/client';
import { systemClock } from '../../../main/engine/service/clock';
import { FeeFileJobs } from '../../../main/engine/workflows/fee-files/jobs';
import { recoverPending } from '../../../main/engine/workflows/fee-files/recover';
import { openWorkspace } from '../../../main/engine/workspace/workspace';
import type { FailureKind } from '../../../preload/contract/failure';
import type { FileJob } from '../../../preload/contract/errands/fee-files';
import { startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';

const KEY = 'ab'.repeat(32);
const zip = Buffer.from(
  zipSync({ 'SWB.csv': strToU8('Account,Fee\r\n00123,10.50\r\n'.repeat(9_000)) }, { level: 0 }),
);
const NAME = 'Fee upload file 2026-09-30 id 40.zip';
const ZIP_HEAD = { 'content-type': 'application/zip' };

let folder: string;
let service: MisbehavingService;
let answer: (response: ServerResponse) => void;
let desk: ReturnType<typeof open>;

/** The workspace of a connection, and its jobs. */
function open() {
  const workspace = openWorkspace(path.join(folder, 'workspace.db'), KEY);
  const closing = new AbortController();
  const { baseUrl, authUrl } = service;
  const jobs = new FeeFileJobs({
    service: createService({
      fetch: globalThis.fetch,
      baseUrl,
      authUrl,
      credential: { kind: 'api-key', key: 'key' },
    }),
    store: workspace.feeFiles,
    activity: workspace.activity,
    factsOf: () => ({ endDate: '2026-09-30T00:00:00Z', files: 1 }),
    clock: systemClock,
    closed: closing.signal,
    progress: () => undefined,
  });
  return { workspace, jobs, closing };
}

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-save-'));
  answer = (response) => response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length }).end(zip);
  service = await startMisbehaving((response) => answer(response));
  fs.mkdirSync(path.join(folder, 'files'));
  desk = open();
});
afterEach(async () => {
  desk.closing.abort();
  desk.workspace.close();
  await service.close();
  fs.rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

const files = () => path.join(folder, 'files');
const there = () => fs.readdirSync(files()).sort();
const reaches = (state: FileJob['state'], at = 0) =>
  vi.waitFor(() => expect(desk.jobs.state.value.jobs[at]?.state).toBe(state), {
    timeout: 10_000,
    interval: 5,
  });
const job = () => desk.jobs.state.value.jobs[0];
const logged = () => desk.workspace.activity.list({}, 0, 10).entries;

describe('a fee upload file', () => {
  it('is saved whole, under a name made of its record, and registered', async () => {
    desk.jobs.save(['40'], files());
    await reaches('done');
    expect(there()).toEqual([NAME]);
    expect(fs.readFileSync(path.join(files(), NAME)).equals(zip)).toBe(true);
    expect(desk.jobs.state.value.saved).toMatchObject([
      {
        fileId: '40',
        name: NAME,
        bytes: zip.length,
        sha256: createHash('sha256').update(zip).digest('hex'),
        files: 1,
        remark: null,
        state: 'whole',
      },
    ]);
    expect(desk.workspace.feeFiles.pending()).toEqual([]);
    expect(logged()).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: NAME } },
    ]);
  });

  it('never takes the place of another file', async () => {
    fs.writeFileSync(path.join(files(), NAME), 'mine');
    desk.jobs.save(['40'], files());
    await reaches('done');
    expect(there()).toEqual([NAME.replace('.zip', ' (2).zip'), NAME].sort());
    expect(fs.readFileSync(path.join(files(), NAME), 'utf8')).toBe('mine');
  });

  it('keeps to a free name when one is taken while it is saved', async () => {
    answer = (response) => {
      fs.writeFileSync(path.join(files(), NAME), 'quicker');
      response.writeHead(200, ZIP_HEAD).end(zip);
    };
    desk.jobs.save(['40'], files());
    await reaches('done');
    expect(fs.readFileSync(path.join(files(), NAME), 'utf8')).toBe('quicker');
    expect(desk.jobs.state.value.saved[0]?.name).toBe(NAME.replace('.zip', ' (2).zip'));
  });

  it('that holds another number of files than its record says is kept, with a remark', async () => {
    const two = Buffer.from(zipSync({ a: strToU8('x'), b: strToU8('y') }));
    answer = (response) => response.writeHead(200, ZIP_HEAD).end(two);
    desk.jobs.save(['40'], files());
    await reaches('done');
    expect(desk.jobs.state.value.saved[0]?.remark).toBe('It holds 2 files where its record says 1.');
  });

  it('asked for twice is fetched once', async () => {
    desk.jobs.save(['40', '40'], files());
    desk.jobs.save(['40'], files());
    await reaches('done');
    expect(service.seen.length).toBe(1);
  });

  it('goes to the folder of last time when none is chosen', async () => {
    desk.jobs.save(['40'], files());
    await reaches('done');
    desk.jobs.save(['41'], null);
    await reaches('done');
    expect(there()).toHaveLength(2);
  });
});

describe('nothing is left under any name after', () => {
  const faults: [string, FailureKind, typeof answer][] = [
    [
      'a body shorter than announced',
      'cut-short',
      (response) => {
        response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length });
        response.write(zip.subarray(0, 5_000), () => response.destroy());
      },
    ],
    [
      'a body cut off without an announced length',
      'cut-short',
      (response) => {
        response.writeHead(200, ZIP_HEAD);
        response.write(zip.subarray(0, 5_000), () => response.destroy());
      },
    ],
    [
      'an answer that ends too early by itself',
      'archive-damaged',
      (response) => response.writeHead(200, ZIP_HEAD).end(zip.subarray(0, 5_000)),
    ],
    ['an empty answer', 'cut-short', (response) => response.writeHead(200, ZIP_HEAD).end()],
    [
      'a web page',
      'not-the-service',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
    ],
    [
      'a web page that calls itself an archive',
      'archive-damaged',
      (response) => response.writeHead(200, ZIP_HEAD).end('<html>Sign in</html>'),
    ],
    [
      'a flipped bit',
      'archive-damaged',
      (response) => {
        const flipped = Buffer.from(zip);
        flipped[5_000] = (flipped[5_000] ?? 0) ^ 1;
        response.writeHead(200, ZIP_HEAD).end(flipped);
      },
    ],
    ['a refused key', 'credential-refused', (response) => response.writeHead(401).end()],
    ['a file that is gone', 'not-found', (response) => response.writeHead(404).end('{}')],
  ];
  it.each(faults)('%s', async (_what, kind, faulty) => {
    answer = faulty;
    desk.jobs.save(['40'], files());
    await reaches('failed');
    expect(job()?.failure?.kind).toBe(kind);
    expect(there()).toEqual([]);
    expect(desk.jobs.state.value.saved).toEqual([]);
    expect(desk.workspace.feeFiles.pending()).toEqual([]);
    expect(logged()).toMatchObject([{ outcome: 'failed', facts: { reason: kind } }]);
  });

  it.each([
    ['a full disk', 'ENOSPC', 'disk-full'],
    ['a pulled network drive', 'EIO', 'file-not-saved'],
  ])('%s', async (_what, code, kind) => {
    const probe = await fs.promises.open(path.join(folder, 'probe'), 'w');
    const handles = Object.getPrototypeOf(probe) as { write: () => Promise<never> };
    await probe.close();
    vi.spyOn(handles, 'write').mockImplementation(() =>
      Promise.reject(Object.assign(new Error(code), { code })),
    );
    desk.jobs.save(['40'], files());
    await reaches('failed');
    expect(job()?.failure).toMatchObject({ kind, where: files() });
    expect(there()).toEqual([]);
  });

  it('a folder that is not there', async () => {
    desk.jobs.save(['40'], path.join(folder, 'none'));
    await reaches('failed');
    expect(job()?.failure?.kind).toBe('file-not-saved');
    expect(service.seen.length).toBe(0);
  });

  it('being cancelled', async () => {
    answer = (response) => void response.writeHead(200, ZIP_HEAD).write(zip.subarray(0, 5_000));
    desk.jobs.save(['40'], files());
    await vi.waitFor(() => expect(there()).toHaveLength(1));
    desk.jobs.cancel(job()?.id ?? 0);
    await reaches('cancelled');
    expect(there()).toEqual([]);
    expect(logged()).toMatchObject([{ outcome: 'cancelled' }]);
  });
});

it('a paused download takes nothing, then goes on', async () => {
  let rest: (() => void) | undefined;
  answer = (response) => {
    response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length }).write(zip.subarray(0, 5_000));
    rest = () => response.end(zip.subarray(5_000));
  };
  desk.jobs.save(['40'], files());
  await vi.waitFor(() => expect(rest).toBeDefined());
  await reaches('running');
  desk.jobs.pause(job()?.id ?? 0);
  rest?.();
  await reaches('paused');
  expect(there()).toEqual([`${NAME}.part`]);
  desk.jobs.goOn(job()?.id ?? 0);
  await reaches('done');
  expect(service.seen.length).toBe(1);
});

it('a download that the service gave up during a pause begins anew', async () => {
  let hangUp: (() => void) | undefined;
  answer = (response) => {
    if (service.seen.length > 1) {
      response.writeHead(200, ZIP_HEAD).end(zip);
      return;
    }
    response.writeHead(200, { ...ZIP_HEAD, 'content-length': zip.length }).write(zip.subarray(0, 5_000));
    hangUp = () => response.destroy();
  };
  desk.jobs.save(['40'], files());
  await vi.waitFor(() => expect(hangUp).toBeDefined());
  await reaches('running');
  desk.jobs.pause(job()?.id ?? 0);
  await reaches('paused');
  hangUp?.();
  desk.jobs.goOn(job()?.id ?? 0);
  await reaches('done');
  expect(service.seen.length).toBe(2);
  expect(there()).toEqual([NAME]);
});

it('no more than two are saved at a time', async () => {
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  desk.jobs.save(['1', '2', '3'], files());
  await vi.waitFor(() => expect(held).toHaveLength(2));
  expect(desk.jobs.state.value.jobs.map(({ state }) => state)).toEqual(['waiting', 'running', 'running']);
  answer = (response) => response.writeHead(200, ZIP_HEAD).end(zip);
  for (const response of held) response.writeHead(200, ZIP_HEAD).end(zip);
  await reaches('done');
  expect(desk.jobs.state.value.saved).toHaveLength(3);
});

describe('after a kill', () => {
  const store = () => desk.workspace.feeFiles;
  const whole = {
    sha256: createHash('sha256').update(zip).digest('hex'),
    bytes: zip.length,
    files: 1,
    remark: null,
  };
  const final = () => path.join(files(), NAME);

  it('in mid-download the part is taken away', async () => {
    store().begin(`${final()}.part`, final(), '40');
    fs.writeFileSync(`${final()}.part`, zip.subarray(0, 5_000));
    await recoverPending(store());
    expect(there()).toEqual([]);
    expect(store().pending()).toEqual([]);
  });

  it.each([
    ['before it got its name', () => fs.writeFileSync(`${final()}.part`, zip)],
    [
      'between its two names',
      () => [final(), `${final()}.part`].forEach((file) => fs.writeFileSync(file, zip)),
    ],
    ['before it was registered', () => fs.writeFileSync(final(), zip)],
  ])('a file found whole is not lost: %s', async (_when, left) => {
    store().begin(`${final()}.part`, final(), '40');
    store().foundWhole(`${final()}.part`, whole);
    left();
    await recoverPending(store());
    expect(there()).toEqual([NAME]);
    expect(store().saved()).toMatchObject([{ fileId: '40', ...whole }]);
    expect(store().pending()).toEqual([]);
  });

  it('what cannot be reached now waits', async () => {
    const away = path.join(folder, 'unplugged', NAME);
    store().begin(`${away}.part`, away, '40');
    await recoverPending(store());
    expect(store().pending()).toHaveLength(1);
  });
});

describe('a saved file is verified', () => {
  const verified = async () => {
    desk.jobs.verify([desk.jobs.state.value.saved[0]?.id ?? 0]);
    await reaches('done');
    return desk.jobs.state.value.saved[0]?.state;
  };
  beforeEach(async () => {
    desk.jobs.save(['40'], files());
    await reaches('done');
  });
  const file = () => path.join(files(), NAME);

  it('whole', async () => expect(await verified()).toBe('whole'));
  it('changed', async () => {
    fs.appendFileSync(file(), 'x');
    expect(await verified()).toBe('changed');
    expect(logged()[0]).toMatchObject({
      kind: 'fee-file-verify',
      outcome: 'failed',
      facts: { found: 'changed' },
    });
  });
  it('moved away', async () => {
    fs.renameSync(file(), path.join(folder, 'elsewhere.zip'));
    expect(await verified()).toBe('missing');
  });
});
