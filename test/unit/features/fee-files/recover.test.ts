import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverPending } from '#engine/features/fee-files/recover';
import { ARCHIVE_NAME, SaveHarness, sampleArchive } from '#test/support/save-harness';

let harness: SaveHarness;
beforeEach(async () => {
  harness = await SaveHarness.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
});

describe('after a killed process', () => {
  const verified = {
    sha256: createHash('sha256').update(sampleArchive).digest('hex'),
    bytes: sampleArchive.length,
    files: 1,
    issues: [],
  };
  const final = () => path.join(harness.files, ARCHIVE_NAME);

  it('deletes the partial file of an interrupted download', async () => {
    harness.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, sampleArchive.subarray(0, 5_000));
    await recoverPending(harness.workspace);
    expect(harness.fileNames()).toEqual([]);
    expect(harness.store.pending()).toEqual([]);
    expect(harness.workspace.activity.list({}, 0, 10).total).toBe(0);
  });

  it.each([
    ['before it got its name', () => fs.writeFileSync(`${final()}.part`, sampleArchive)],
    [
      'while it had both names',
      () => [final(), `${final()}.part`].forEach((file) => fs.writeFileSync(file, sampleArchive)),
    ],
    ['before it was registered', () => fs.writeFileSync(final(), sampleArchive)],
  ])('keeps a complete file: %s', async (_when, leaveFiles) => {
    harness.store.begin(`${final()}.part`, final(), '40', null);
    harness.store.markVerified(`${final()}.part`, verified);
    leaveFiles();
    await recoverPending(harness.workspace);
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
    expect(harness.store.saved()).toMatchObject([{ fileId: '40', ...verified }]);
    expect(harness.store.pending()).toEqual([]);
    expect(harness.workspace.activity.list({}, 0, 10).entries).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: ARCHIVE_NAME } },
    ]);
  });

  const EXPECTED_FACTS = { file: '40', name: ARCHIVE_NAME, 'found complete at the next start': true };

  it('writes registration and log entry together, and once', async () => {
    const { activity } = harness.workspace;
    vi.spyOn(activity, 'end').mockImplementation(() => {
      throw new Error('killed');
    });
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('failed');
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
    expect(harness.store.saved()).toEqual([]);
    vi.restoreAllMocks();
    await recoverPending(harness.workspace);
    expect(harness.store.saved()).toMatchObject([{ fileId: '40', name: ARCHIVE_NAME }]);
    expect(harness.logged()).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: EXPECTED_FACTS },
    ]);
  });

  it('keeps a finished log entry and adds a new one for the complete file', async () => {
    const { activity } = harness.workspace;
    const line = activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    harness.store.begin(`${final()}.part`, final(), '40', line);
    harness.store.markVerified(`${final()}.part`, { ...verified, issues: [{ code: 'empty' }] });
    activity.end(line, 'failed', { facts: { reason: 'disk-full' } });
    fs.writeFileSync(final(), sampleArchive);
    await recoverPending(harness.workspace);
    expect(harness.logged()).toMatchObject([
      { outcome: 'partly', facts: EXPECTED_FACTS },
      { outcome: 'failed', facts: { reason: 'disk-full' } },
    ]);
  });

  it('logs an interrupted download as not saved', async () => {
    const line = harness.workspace.activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    harness.store.begin(`${final()}.part`, final(), '40', line);
    await recoverPending(harness.workspace);
    expect(harness.logged()).toMatchObject([{ outcome: 'failed', facts: { file: '40' } }]);
  });

  const markVerified = (file = final()) => {
    harness.store.begin(`${file}.part`, file, '40', null);
    harness.store.markVerified(`${file}.part`, verified);
  };

  it('gives a complete file another name if its name is in use now', async () => {
    markVerified();
    fs.writeFileSync(`${final()}.part`, sampleArchive);
    fs.writeFileSync(final(), 'mine');
    await recoverPending(harness.workspace);
    const second = ARCHIVE_NAME.replace('.zip', ' (2).zip');
    expect(harness.fileNames()).toEqual([second, ARCHIVE_NAME].sort());
    expect(fs.readFileSync(final(), 'utf8')).toBe('mine');
    expect(harness.store.saved()).toMatchObject([{ name: second, ...verified }]);
  });

  it('registers a complete file that got another name because its own was taken', async () => {
    const second = ARCHIVE_NAME.replace('.zip', ' (2).zip');
    markVerified();
    fs.writeFileSync(final(), 'mine');
    fs.writeFileSync(path.join(harness.files, second), sampleArchive);
    await recoverPending(harness.workspace);
    expect(harness.fileNames()).toEqual([second, ARCHIVE_NAME].sort());
    expect(harness.store.saved()).toMatchObject([{ name: second, ...verified }]);
    expect(harness.logged()).toMatchObject([{ outcome: 'done', facts: { ...EXPECTED_FACTS, name: second } }]);
  });

  it('keeps a partial file that cannot be read now', async () => {
    markVerified();
    fs.writeFileSync(`${final()}.part`, sampleArchive);
    const open = vi.spyOn(fs.promises, 'open');
    open.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(recoverPending(harness.workspace)).rejects.toThrow('EIO');
    expect(harness.fileNames()).toEqual([`${ARCHIVE_NAME}.part`]);
    await recoverPending(harness.workspace);
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME]);
  });

  it('postpones an unreachable file without delaying others', async () => {
    const unreachable = path.join(harness.folder, 'unplugged', ARCHIVE_NAME);
    harness.store.begin(`${unreachable}.part`, unreachable, '39', null);
    harness.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, sampleArchive.subarray(0, 5_000));
    await expect(recoverPending(harness.workspace)).rejects.toThrow('ENOENT');
    expect(harness.store.pending()).toMatchObject([{ fileId: '39' }]);
    expect(harness.fileNames()).toEqual([]);
  });

  it('keeps a file that has since been saved again under a different name', async () => {
    harness.store.begin(`${final()}.part`, final(), '40', null);
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
    await recoverPending(harness.workspace);
    expect(harness.fileNames()).toEqual([ARCHIVE_NAME.replace('.zip', ' (2).zip')]);
    expect(harness.store.pending()).toEqual([]);
  });
});

describe('the verification of a saved file', () => {
  it('is undone if the activity log cannot be written', async () => {
    fs.appendFileSync(file(), 'x');
    vi.spyOn(harness.workspace.activity, 'note').mockImplementation(() => {
      throw new Error('killed');
    });
    harness.jobs.verify([harness.jobs.state.value.saved[0]?.id ?? 0]);
    await harness.waitForState('failed');
    expect(harness.store.saved()[0]?.state).toBe('whole');
  });
  const verifiedState = async () => {
    harness.jobs.verify([harness.jobs.state.value.saved[0]?.id ?? 0]);
    await harness.waitForState('done');
    return harness.jobs.state.value.saved[0]?.state;
  };
  beforeEach(async () => {
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
  });
  const file = () => path.join(harness.files, ARCHIVE_NAME);

  it('reports an intact file', async () => expect(await verifiedState()).toBe('whole'));
  it('reports a changed file', async () => {
    fs.appendFileSync(file(), 'x');
    expect(await verifiedState()).toBe('changed');
    expect(harness.job()).toMatchObject({ what: 'verify', state: 'done', verifiedState: 'changed' });
    expect(harness.logged()[0]).toMatchObject({
      kind: 'fee-file-verify',
      outcome: 'failed',
      facts: { found: 'changed' },
    });
  });
  it('reports a file that was moved away', async () => {
    fs.renameSync(file(), path.join(harness.folder, 'elsewhere.zip'));
    expect(await verifiedState()).toBe('missing');
  });
});

describe('the check of a saved file on viewing', () => {
  beforeEach(async () => {
    harness.jobs.save(['40'], harness.files);
    await harness.waitForState('done');
  });
  const file = () => path.join(harness.files, ARCHIVE_NAME);
  const state = () => harness.jobs.state.value.saved[0]?.state;
  const checkFirst = async () => {
    const [saved] = harness.jobs.state.value.saved;
    if (saved) await harness.jobs.compareOpened(saved);
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
    expect(harness.logged().filter(({ kind }) => kind === 'fee-file-verify')).toEqual([]);
  });

  it('is canceled when the connection closes', async () => {
    fs.writeFileSync(file(), 'other');
    const checking = checkFirst();
    harness.endConnection();
    await checking;
    expect(harness.store.saved()[0]?.state).toBe('whole');
  });
});
