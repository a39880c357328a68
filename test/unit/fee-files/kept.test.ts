import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverPending } from '../../../main/engine/tasks/fee-files/recover';
import { NAME, Saving, zip } from '../../support/saving';

let opened: Saving;
beforeEach(async () => {
  opened = await Saving.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

describe('after a kill', () => {
  const whole = {
    sha256: createHash('sha256').update(zip).digest('hex'),
    bytes: zip.length,
    files: 1,
    remarks: [],
  };
  const final = () => path.join(opened.files, NAME);

  it('in mid-download the part is taken away', async () => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, zip.subarray(0, 5_000));
    await recoverPending(opened.workspace);
    expect(opened.there()).toEqual([]);
    expect(opened.store.pending()).toEqual([]);
    expect(opened.workspace.activity.list({}, 0, 10).total).toBe(0);
  });

  it.each([
    ['before it got its name', () => fs.writeFileSync(`${final()}.part`, zip)],
    [
      'between its two names',
      () => [final(), `${final()}.part`].forEach((file) => fs.writeFileSync(file, zip)),
    ],
    ['before it was registered', () => fs.writeFileSync(final(), zip)],
  ])('a file found whole is not lost: %s', async (_when, left) => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    opened.store.foundWhole(`${final()}.part`, whole);
    left();
    await recoverPending(opened.workspace);
    expect(opened.there()).toEqual([NAME]);
    expect(opened.store.saved()).toMatchObject([{ fileId: '40', ...whole }]);
    expect(opened.store.pending()).toEqual([]);
    expect(opened.workspace.activity.list({}, 0, 10).entries).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: NAME } },
    ]);
  });

  const NOTES = { file: '40', name: NAME, 'found whole at the next start': true };

  it('between its registration and its line in the activity log: neither is there, then both, and it is told once', async () => {
    const { activity } = opened.workspace;
    vi.spyOn(activity, 'end').mockImplementation(() => {
      throw new Error('killed');
    });
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('failed');
    expect(opened.there()).toEqual([NAME]);
    expect(opened.store.saved()).toEqual([]);
    vi.restoreAllMocks();
    await recoverPending(opened.workspace);
    expect(opened.store.saved()).toMatchObject([{ fileId: '40', name: NAME }]);
    expect(opened.logged()).toMatchObject([{ kind: 'fee-file-save', outcome: 'done', facts: NOTES }]);
  });

  it('what its line says already is not changed: the file that is found gets a line of its own', async () => {
    const { activity } = opened.workspace;
    const line = activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    opened.store.begin(`${final()}.part`, final(), '40', line);
    opened.store.foundWhole(`${final()}.part`, { ...whole, remarks: [{ code: 'empty' }] });
    activity.end(line, 'failed', { facts: { reason: 'disk-full' } });
    fs.writeFileSync(final(), zip);
    await recoverPending(opened.workspace);
    expect(opened.logged()).toMatchObject([
      { outcome: 'partly', facts: NOTES },
      { outcome: 'failed', facts: { reason: 'disk-full' } },
    ]);
  });

  it('in mid-download its line says that it was not saved', async () => {
    const line = opened.workspace.activity.open({ kind: 'fee-file-save', count: 1, facts: { file: '40' } });
    opened.store.begin(`${final()}.part`, final(), '40', line);
    await recoverPending(opened.workspace);
    expect(opened.logged()).toMatchObject([{ outcome: 'failed', facts: { file: '40' } }]);
  });

  const foundWhole = (place = final()) => {
    opened.store.begin(`${place}.part`, place, '40', null);
    opened.store.foundWhole(`${place}.part`, whole);
  };

  it('a file found whole gets another name where its own is taken by now', async () => {
    foundWhole();
    fs.writeFileSync(`${final()}.part`, zip);
    fs.writeFileSync(final(), 'mine');
    await recoverPending(opened.workspace);
    const second = NAME.replace('.zip', ' (2).zip');
    expect(opened.there()).toEqual([second, NAME].sort());
    expect(fs.readFileSync(final(), 'utf8')).toBe('mine');
    expect(opened.store.saved()).toMatchObject([{ name: second, ...whole }]);
  });

  it('a part that cannot be read now is not thrown away', async () => {
    foundWhole();
    fs.writeFileSync(`${final()}.part`, zip);
    const open = vi.spyOn(fs.promises, 'open');
    open.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(recoverPending(opened.workspace)).rejects.toThrow('EIO');
    expect(opened.there()).toEqual([`${NAME}.part`]);
    await recoverPending(opened.workspace);
    expect(opened.there()).toEqual([NAME]);
  });

  it('what cannot be reached now waits, and holds up nothing else', async () => {
    const away = path.join(opened.folder, 'unplugged', NAME);
    opened.store.begin(`${away}.part`, away, '39', null);
    opened.store.begin(`${final()}.part`, final(), '40', null);
    fs.writeFileSync(`${final()}.part`, zip.subarray(0, 5_000));
    await expect(recoverPending(opened.workspace)).rejects.toThrow('ENOENT');
    expect(opened.store.pending()).toMatchObject([{ fileId: '39' }]);
    expect(opened.there()).toEqual([]);
  });

  it('a file saved before that is settled takes another name, and stays', async () => {
    opened.store.begin(`${final()}.part`, final(), '40', null);
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('done');
    await recoverPending(opened.workspace);
    expect(opened.there()).toEqual([NAME.replace('.zip', ' (2).zip')]);
    expect(opened.store.pending()).toEqual([]);
  });
});

describe('a saved file is verified', () => {
  it('and its mark undone where the activity log takes no line', async () => {
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
  const file = () => path.join(opened.files, NAME);

  it('whole', async () => expect(await verified()).toBe('whole'));
  it('changed', async () => {
    fs.appendFileSync(file(), 'x');
    expect(await verified()).toBe('changed');
    expect(opened.job()).toMatchObject({ what: 'verify', state: 'done', found: 'changed' });
    expect(opened.logged()[0]).toMatchObject({
      kind: 'fee-file-verify',
      outcome: 'failed',
      facts: { found: 'changed' },
    });
  });
  it('moved away', async () => {
    fs.renameSync(file(), path.join(opened.folder, 'elsewhere.zip'));
    expect(await verified()).toBe('missing');
  });
});

describe('a saved file that is looked into', () => {
  beforeEach(async () => {
    opened.jobs.save(['40'], opened.files);
    await opened.reaches('done');
  });
  const file = () => path.join(opened.files, NAME);
  const state = () => opened.jobs.state.value.saved[0]?.state;
  const look = async () => {
    const [saved] = opened.jobs.state.value.saved;
    if (saved) await opened.jobs.notice(saved);
  };

  it('is found changed by its size, before it is read', async () => {
    fs.appendFileSync(file(), 'x');
    const read = vi.spyOn(fs.promises, 'open');
    await look();
    expect(state()).toBe('changed');
    expect(read).not.toHaveBeenCalled();
  });

  it('is found changed where size and time are as they were', async () => {
    const { atime, mtime } = fs.statSync(file());
    const bytes = fs.readFileSync(file());
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    fs.writeFileSync(file(), bytes);
    fs.utimesSync(file(), atime, mtime);
    await look();
    expect(state()).toBe('changed');
  });

  it('is called whole again when it was put back, and the activity log is left alone', async () => {
    const bytes = fs.readFileSync(file());
    fs.writeFileSync(file(), 'other');
    await look();
    fs.writeFileSync(file(), bytes);
    await look();
    expect(state()).toBe('whole');
    expect(opened.logged().filter(({ kind }) => kind === 'fee-file-verify')).toEqual([]);
  });

  it('is let go of when the connection closes', async () => {
    fs.writeFileSync(file(), 'other');
    const looking = look();
    opened.endConnection();
    await looking;
    expect(opened.store.saved()[0]?.state).toBe('whole');
  });
});
