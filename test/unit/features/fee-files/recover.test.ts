import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverPending } from '#engine/features/fee-files/recover';
import { ARCHIVE_NAME, SaveHarness, sampleArchive } from '#test/support/save-harness';

let opened: SaveHarness;
beforeEach(async () => {
  opened = await SaveHarness.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

describe('after a killed process', () => {
  const verified = {
    sha256: createHash('sha256').update(sampleArchive).digest('hex'),
    bytes: sampleArchive.length,
    files: 1,
    issues: [],
  };
  const final = () => path.join(opened.files, ARCHIVE_NAME);

  it('deletes the partial file of an interrupted download', async () => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, sampleArchive.subarray(0, 5_000));
    await recoverPending(opened.workspace);
    expect(opened.fileNames()).toEqual([]);
    expect(opened.store.pending()).toEqual([]);
    expect(opened.workspace.activity.list({}, 0, 10).total).toBe(0);
  });

  it.each([
    ['before it got its name', () => fs.writeFileSync(`${final()}.part`, sampleArchive)],
    [
      'between its two names',
      () => [final(), `${final()}.part`].forEach((file) => fs.writeFileSync(file, sampleArchive)),
    ],
    ['before it was registered', () => fs.writeFileSync(final(), sampleArchive)],
  ])('keeps a complete file: %s', async (_when, left) => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    opened.store.markVerified(`${final()}.part`, verified);
    left();
    await recoverPending(opened.workspace);
    expect(opened.fileNames()).toEqual([ARCHIVE_NAME]);
    expect(opened.store.saved()).toMatchObject([{ fileId: '40', ...verified }]);
    expect(opened.store.pending()).toEqual([]);
    expect(opened.workspace.activity.list({}, 0, 10).entries).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: ARCHIVE_NAME } },
    ]);
  });

  const NOTES = { file: '40', name: ARCHIVE_NAME, 'found whole at the next start': true };

  it('writes registration and log entry together, and once', async () => {
    const { activity } = opened.workspace;
    vi.spyOn(activity, 'end').mockImplementation(() => {
      throw new Error('killed');
    });
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('failed');
    expect(opened.fileNames()).toEqual([ARCHIVE_NAME]);
    expect(opened.store.saved()).toEqual([]);
    vi.restoreAllMocks();
    await recoverPending(opened.workspace);
    expect(opened.store.saved()).toMatchObject([{ fileId: '40', name: ARCHIVE_NAME }]);
    expect(opened.logged()).toMatchObject([{ kind: 'fee-file-save', outcome: 'done', facts: NOTES }]);
  });

  it('keeps a finished log entry and adds a new one for the complete file', async () => {
    const { activity } = opened.workspace;
    const line = activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    opened.store.begin(`${final()}.part`, final(), '40', line);
    opened.store.markVerified(`${final()}.part`, { ...verified, issues: [{ code: 'empty' }] });
    activity.end(line, 'failed', { facts: { reason: 'disk-full' } });
    fs.writeFileSync(final(), sampleArchive);
    await recoverPending(opened.workspace);
    expect(opened.logged()).toMatchObject([
      { outcome: 'partly', facts: NOTES },
      { outcome: 'failed', facts: { reason: 'disk-full' } },
    ]);
  });

  it('logs an interrupted download as not saved', async () => {
    const line = opened.workspace.activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    opened.store.begin(`${final()}.part`, final(), '40', line);
    await recoverPending(opened.workspace);
    expect(opened.logged()).toMatchObject([{ outcome: 'failed', facts: { file: '40' } }]);
  });

  const markVerified = (place = final()) => {
    opened.store.begin(`${place}.part`, place, '40', null);
    opened.store.markVerified(`${place}.part`, verified);
  };

  it('gives a complete file another name if its name is taken by now', async () => {
    markVerified();
    fs.writeFileSync(`${final()}.part`, sampleArchive);
    fs.writeFileSync(final(), 'mine');
    await recoverPending(opened.workspace);
    const second = ARCHIVE_NAME.replace('.zip', ' (2).zip');
    expect(opened.fileNames()).toEqual([second, ARCHIVE_NAME].sort());
    expect(fs.readFileSync(final(), 'utf8')).toBe('mine');
    expect(opened.store.saved()).toMatchObject([{ name: second, ...verified }]);
  });

  it('keeps a partial file that cannot be read now', async () => {
    markVerified();
    fs.writeFileSync(`${final()}.part`, sampleArchive);
    const open = vi.spyOn(fs.promises, 'open');
    open.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(recoverPending(opened.workspace)).rejects.toThrow('EIO');
    expect(opened.fileNames()).toEqual([`${ARCHIVE_NAME}.part`]);
    await recoverPending(opened.workspace);
    expect(opened.fileNames()).toEqual([ARCHIVE_NAME]);
  });

  it('postpones an unreachable file without delaying others', async () => {
    const away = path.join(opened.folder, 'unplugged', ARCHIVE_NAME);
    opened.store.begin(`${away}.part`, away, '39', null);
    opened.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, sampleArchive.subarray(0, 5_000));
    await expect(recoverPending(opened.workspace)).rejects.toThrow('ENOENT');
    expect(opened.store.pending()).toMatchObject([{ fileId: '39' }]);
    expect(opened.fileNames()).toEqual([]);
  });

  it('keeps an earlier saved file, and gives the recovered file another name', async () => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('done');
    await recoverPending(opened.workspace);
    expect(opened.fileNames()).toEqual([ARCHIVE_NAME.replace('.zip', ' (2).zip')]);
    expect(opened.store.pending()).toEqual([]);
  });
});

describe('the verification of a saved file', () => {
  it('is undone if the activity log cannot be written', async () => {
    fs.appendFileSync(file(), 'x');
    vi.spyOn(opened.workspace.activity, 'note').mockImplementation(() => {
      throw new Error('killed');
    });
    opened.jobs.verify([opened.jobs.state.value.saved[0]?.id ?? 0]);
    await opened.reaches('failed');
    expect(opened.store.saved()[0]?.state).toBe('whole');
  });
  const verified = async () => {
    opened.jobs.verify([opened.jobs.state.value.saved[0]?.id ?? 0]);
    await opened.reaches('done');
    return opened.jobs.state.value.saved[0]?.state;
  };
  beforeEach(async () => {
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('done');
  });
  const file = () => path.join(opened.files, ARCHIVE_NAME);

  it('reports an intact file', async () => expect(await verified()).toBe('whole'));
  it('reports a changed file', async () => {
    fs.appendFileSync(file(), 'x');
    expect(await verified()).toBe('changed');
    expect(opened.job()).toMatchObject({ what: 'verify', state: 'done', found: 'changed' });
    expect(opened.logged()[0]).toMatchObject({
      kind: 'fee-file-verify',
      outcome: 'failed',
      facts: { found: 'changed' },
    });
  });
  it('reports a file that was moved away', async () => {
    fs.renameSync(file(), path.join(opened.folder, 'elsewhere.zip'));
    expect(await verified()).toBe('missing');
  });
});

describe('the check of a saved file on viewing', () => {
  beforeEach(async () => {
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('done');
  });
  const file = () => path.join(opened.files, ARCHIVE_NAME);
  const state = () => opened.jobs.state.value.saved[0]?.state;
  const checkFirst = async () => {
    const [saved] = opened.jobs.state.value.saved;
    if (saved) await opened.jobs.notice(saved);
  };

  it('detects a change by size before reading the file', async () => {
    fs.appendFileSync(file(), 'x');
    const read = vi.spyOn(fs.promises, 'open');
    await checkFirst();
    expect(state()).toBe('changed');
    expect(read).not.toHaveBeenCalled();
  });

  it('detects a change that leaves size and time the same', async () => {
    const { atime, mtime } = fs.statSync(file());
    const bytes = fs.readFileSync(file());
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    fs.writeFileSync(file(), bytes);
    fs.utimesSync(file(), atime, mtime);
    await checkFirst();
    expect(state()).toBe('changed');
  });

  it('marks a restored file as intact again, without logging', async () => {
    const bytes = fs.readFileSync(file());
    fs.writeFileSync(file(), 'other');
    await checkFirst();
    fs.writeFileSync(file(), bytes);
    await checkFirst();
    expect(state()).toBe('whole');
    expect(opened.logged().filter(({ kind }) => kind === 'fee-file-verify')).toEqual([]);
  });

  it('is canceled when the connection closes', async () => {
    fs.writeFileSync(file(), 'other');
    const looking = checkFirst();
    opened.endConnection();
    await looking;
    expect(opened.store.saved()[0]?.state).toBe('whole');
  });
});
