import { strToU8, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverPending } from '#engine/features/fee-files/recover';
import type { FailureKind } from '#contract/failure';
import { inlineIntake } from '#test/support/intake';
import { ARCHIVE_NAME, SaveHarness, sampleArchive, ZIP_HEAD } from '#test/support/save-harness';

let harness: SaveHarness;
beforeEach(async () => {
  harness = await SaveHarness.start();
});
afterEach(async () => {
  await harness.close();
  vi.restoreAllMocks();
});

/** Returns the shared prototype of open files. */
async function fileHandles(): Promise<fs.promises.FileHandle> {
  const probe = await fs.promises.open(path.join(harness.folder, 'probe'), 'w');
  await probe.close();
  return Object.getPrototypeOf(probe) as fs.promises.FileHandle;
}

describe('a fee upload file', () => {
  it('is saved completely, named after its record, and registered', async () => {
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
    expect(fs.readFileSync(path.join(harness.files, ARCHIVE_NAME)).equals(sampleArchive)).toBe(true);
    expect(harness.jobs.state.value.saved).toMatchObject([
      {
        fileId: '40',
        name: ARCHIVE_NAME,
        bytes: sampleArchive.length,
        sha256: createHash('sha256').update(sampleArchive).digest('hex'),
        files: 1,
        issues: [],
        state: 'whole',
      },
    ]);
    expect(harness.store.pending()).toEqual([]);
    expect(harness.logged()).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: ARCHIVE_NAME } },
    ]);
  });

  it('is recorded before any of it is on disk, so that no partial file is orphaned', async () => {
    let fileNames: string[] | undefined;
    const begin = vi.spyOn(harness.store, 'begin').mockImplementation(() => {
      fileNames = harness.fileNames();
      throw new Error('killed');
    });
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(fileNames).toEqual([]);
    begin.mockRestore();
    const open = vi.spyOn(fs.promises, 'open');
    open.mockRejectedValueOnce(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.store.pending()).toEqual([]);
  });

  it('never overwrites another file', async () => {
    fs.writeFileSync(path.join(harness.files, ARCHIVE_NAME), 'mine');
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME.replace('.zip', ' (2).zip'), ARCHIVE_NAME].sort());
    expect(fs.readFileSync(path.join(harness.files, ARCHIVE_NAME), 'utf8')).toBe('mine');
  });

  it('uses a free name if its name is taken while it is saved', async () => {
    harness.respond = (response) => {
      fs.writeFileSync(path.join(harness.files, ARCHIVE_NAME), 'quicker');
      response.writeHead(200, ZIP_HEAD).end(sampleArchive);
    };
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(fs.readFileSync(path.join(harness.files, ARCHIVE_NAME), 'utf8')).toBe('quicker');
    expect(harness.jobs.state.value.saved[0]?.name).toBe(ARCHIVE_NAME.replace('.zip', ' (2).zip'));
  });

  it('is kept with an issue if its number of files differs from its record', async () => {
    const two = Buffer.from(zipSync({ a: strToU8('x'), b: strToU8('y') }));
    harness.respond = (response) => response.writeHead(200, ZIP_HEAD).end(two);
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.jobs.state.value.saved[0]?.issues).toEqual([
      { code: 'other-count', files: 2, recorded: 1 },
    ]);
  });

  it('is kept with an issue if it is empty', async () => {
    harness.respond = (response) => response.writeHead(200, ZIP_HEAD).end(zipSync({}));
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.jobs.state.value.saved[0]?.issues).toContainEqual({ code: 'empty' });
  });

  it.each(['EPERM', 'EISDIR', 'UNKNOWN'])(
    'is saved to drives without hard links that report %s',
    async (code) => {
      vi.spyOn(fs.promises, 'link').mockRejectedValue(Object.assign(new Error(code), { code }));
      harness.jobs.save(['40'], harness.files);
      await harness.waitForState('done');
      expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
    },
  );

  it.each(['EACCES', 'EINVAL'])('is saved to folders that cannot be flushed and report %s', async (code) => {
    const sync = vi.spyOn(await fileHandles(), 'sync');
    // The first flush is that of the file, the second that of its folder.
    sync.mockResolvedValueOnce(undefined).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
  });

  it('that could not be registered is complete, and is registered at the next start', async () => {
    vi.spyOn(harness.store, 'register').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    });
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
    await recoverPending(harness.workspace);
    expect(harness.store.saved()).toMatchObject([{ name: ARCHIVE_NAME, state: 'whole' }]);
    expect(harness.store.pending()).toEqual([]);
  });

  it('requested twice is downloaded once', async () => {
    harness.jobs.save(['40', '40'], harness.files);
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    expect(harness.service.requests.length).toBe(1);
  });

  it('goes to the last folder if none is chosen', async () => {
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    harness.jobs.save(['41'], null);
    await harness.waitForState('done');
    expect(harness.fileNames()).toHaveLength(2);
  });
});

describe('a failed save', () => {
  const faults: [string, FailureKind, (response: ServerResponse) => unknown][] = [
    [
      'a body shorter than announced',
      'cut-short',
      (response) => {
        response.writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length });
        response.write(sampleArchive.subarray(0, 5_000), () => response.destroy());
      },
    ],
    [
      'a body cut off without an announced length',
      'cut-short',
      (response) => {
        response.writeHead(200, ZIP_HEAD);
        response.write(sampleArchive.subarray(0, 5_000), () => response.destroy());
      },
    ],
    [
      'a response that the service ends too early',
      'archive-damaged',
      (response) => response.writeHead(200, ZIP_HEAD).end(sampleArchive.subarray(0, 5_000)),
    ],
    ['an empty response', 'cut-short', (response) => response.writeHead(200, ZIP_HEAD).end()],
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
        const flipped = Buffer.from(sampleArchive);
        flipped[5_000] = (flipped[5_000] ?? 0) ^ 1;
        response.writeHead(200, ZIP_HEAD).end(flipped);
      },
    ],
    [
      'a message where the archive should be',
      'not-the-service',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"no"}'),
    ],
    ['a refused key', 'credential-refused', (response) => response.writeHead(401).end()],
    ['a deleted file', 'not-found', (response) => response.writeHead(404).end('{}')],
  ];
  it.each(faults)('leaves no file after %s', async (_what, kind, faulty) => {
    harness.respond = (response) => void faulty(response);
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.job()?.failure?.kind).toBe(kind);
    expect(harness.fileNames()).toEqual([]);
    expect(harness.jobs.state.value.saved).toEqual([]);
    expect(harness.store.pending()).toEqual([]);
    expect(harness.logged()).toMatchObject([{ outcome: 'failed', facts: { reason: kind } }]);
  });

  it.each([
    ['a full disk', 'ENOSPC', 'disk-full'],
    ['a pulled network drive', 'EIO', 'file-not-saved'],
  ])('leaves no file after %s', async (_what, code, kind) => {
    harness.intakeOf = inlineIntake;
    vi.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.job()?.failure).toMatchObject({ kind, where: harness.files });
    expect(harness.fileNames()).toEqual([]);
  });

  it('leaves no file after a failed flush to disk', async () => {
    const sync = vi.spyOn(await fileHandles(), 'sync');
    sync.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.job()?.failure).toMatchObject({ kind: 'file-not-saved', where: harness.files });
    expect(harness.fileNames()).toEqual([]);
  });

  it('leaves no file if the folder does not exist', async () => {
    harness.jobs.save(['40'], path.join(harness.folder, 'none'));
    await harness.waitForState('failed');
    expect(harness.job()?.failure?.kind).toBe('file-not-saved');
    expect(harness.service.requests.length).toBe(0);
  });

  it('leaves no file if the folder disappears during the download', async () => {
    harness.respond = (response) => {
      fs.renameSync(harness.files, `${harness.files} unplugged`);
      response.writeHead(200, ZIP_HEAD).end(sampleArchive);
    };
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.job()?.failure?.kind).toMatch(/^file-/);
    expect(fs.existsSync(harness.files)).toBe(false);
    expect(fs.readdirSync(`${harness.files} unplugged`)).not.toContain(ARCHIVE_NAME);
  });

  it('leaves no file if the register cannot be written', async () => {
    vi.spyOn(harness.store, 'begin').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    });
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.job()?.failure?.kind).toBe('disk-full');
    expect(harness.fileNames()).toEqual([]);
    expect(harness.service.requests.length).toBe(0);
  });

  // Windows cannot sync a folder.
  it.skipIf(process.platform === 'win32')(
    'leaves no file if the drive is removed during the rename',
    async () => {
      const sync = vi.spyOn(await fileHandles(), 'sync');
      // The first flush is that of the file, the second that of its folder.
      sync
        .mockResolvedValueOnce(undefined)
        .mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
      harness.jobs.save(['40'], harness.files);
      await harness.waitForState('failed');
      expect(harness.job()?.failure).toMatchObject({ kind: 'file-not-saved', where: harness.files });
      expect(harness.fileNames()).toEqual([]);
    },
  );

  it('leaves no file after a cancellation', async () => {
    harness.respond = (response) =>
      void response.writeHead(200, ZIP_HEAD).write(sampleArchive.subarray(0, 5_000));
    harness.jobs.save(['40'], harness.files);
    await vi.waitFor(() => expect(harness.fileNames()).toHaveLength(1));
    harness.jobs.cancel(harness.job()?.id ?? 0);
    await harness.waitForState('canceled');
    expect(harness.fileNames()).toEqual([]);
    expect(harness.logged()).toMatchObject([{ outcome: 'canceled' }]);
  });
});

it.skipIf(process.platform === 'win32')(
  'uses an unguessable, owner-only partial file that is never a planted link',
  async () => {
    const ownFile = path.join(harness.folder, 'mine.txt');
    fs.writeFileSync(ownFile, 'untouched');
    fs.symlinkSync(ownFile, path.join(harness.files, `${ARCHIVE_NAME}.part`));
    let sendRest: (() => void) | undefined;
    harness.respond = (response) => {
      response
        .writeHead(200, { ...ZIP_HEAD, 'content-length': sampleArchive.length })
        .write(sampleArchive.subarray(0, 5_000));
      sendRest = () => response.end(sampleArchive.subarray(5_000));
    };
    harness.jobs.save(['40'], harness.files);
    await vi.waitFor(() => expect(harness.fileNames()).toHaveLength(2));
    const [part = ''] = harness.fileNames().filter((name) => name !== `${ARCHIVE_NAME}.part`);
    expect(part).toMatch(/\.zip\.[0-9a-f]{12}\.part$/);
    expect(fs.statSync(path.join(harness.files, part)).mode & 0o777).toBe(0o600);
    await vi.waitFor(() => expect(sendRest).toBeDefined());
    sendRest?.();
    await harness.waitForState('done');
    expect(harness.fileNames().sort()).toEqual([ARCHIVE_NAME, `${ARCHIVE_NAME}.part`]);
    expect(fs.readFileSync(ownFile, 'utf8')).toBe('untouched');
  },
);
