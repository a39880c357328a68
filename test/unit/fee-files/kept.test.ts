import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recoverPending } from '../../../main/engine/tasks/fee-files/recover';
import { NAME, Saving, zip } from '../../support/saving';

let desk: Saving;
beforeEach(async () => {
  desk = await Saving.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await desk.close();
});

describe('after a kill', () => {
  const whole = {
    sha256: createHash('sha256').update(zip).digest('hex'),
    bytes: zip.length,
    files: 1,
    remark: null,
  };
  const final = () => path.join(desk.files, NAME);

  it('in mid-download the part is taken away', async () => {
    desk.store.begin(`${final()}.part`, final(), '40');
    fs.writeFileSync(`${final()}.part`, zip.subarray(0, 5_000));
    await recoverPending(desk.store, desk.workspace.activity);
    expect(desk.there()).toEqual([]);
    expect(desk.store.pending()).toEqual([]);
    expect(desk.workspace.activity.list({}, 0, 10).total).toBe(0);
  });

  it.each([
    ['before it got its name', () => fs.writeFileSync(`${final()}.part`, zip)],
    [
      'between its two names',
      () => [final(), `${final()}.part`].forEach((file) => fs.writeFileSync(file, zip)),
    ],
    ['before it was registered', () => fs.writeFileSync(final(), zip)],
  ])('a file found whole is not lost: %s', async (_when, left) => {
    desk.store.begin(`${final()}.part`, final(), '40');
    desk.store.foundWhole(`${final()}.part`, whole);
    left();
    await recoverPending(desk.store, desk.workspace.activity);
    expect(desk.there()).toEqual([NAME]);
    expect(desk.store.saved()).toMatchObject([{ fileId: '40', ...whole }]);
    expect(desk.store.pending()).toEqual([]);
    expect(desk.workspace.activity.list({}, 0, 10).entries).toMatchObject([
      { kind: 'fee-file-save', outcome: 'done', facts: { file: '40', name: NAME } },
    ]);
  });

  const foundWhole = (place = final()) => {
    desk.store.begin(`${place}.part`, place, '40');
    desk.store.foundWhole(`${place}.part`, whole);
  };

  it('a file found whole gets another name where its own is taken by now', async () => {
    foundWhole();
    fs.writeFileSync(`${final()}.part`, zip);
    fs.writeFileSync(final(), 'mine');
    await recoverPending(desk.store, desk.workspace.activity);
    const second = NAME.replace('.zip', ' (2).zip');
    expect(desk.there()).toEqual([second, NAME].sort());
    expect(fs.readFileSync(final(), 'utf8')).toBe('mine');
    expect(desk.store.saved()).toMatchObject([{ name: second, ...whole }]);
  });

  it('a part that cannot be read now is not thrown away', async () => {
    foundWhole();
    fs.writeFileSync(`${final()}.part`, zip);
    const open = vi.spyOn(fs.promises, 'open');
    open.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(recoverPending(desk.store, desk.workspace.activity)).rejects.toThrow('EIO');
    expect(desk.there()).toEqual([`${NAME}.part`]);
    await recoverPending(desk.store, desk.workspace.activity);
    expect(desk.there()).toEqual([NAME]);
  });

  it('what cannot be reached now waits, and holds up nothing else', async () => {
    const away = path.join(desk.folder, 'unplugged', NAME);
    desk.store.begin(`${away}.part`, away, '39');
    desk.store.begin(`${final()}.part`, final(), '40');
    fs.writeFileSync(`${final()}.part`, zip.subarray(0, 5_000));
    await expect(recoverPending(desk.store, desk.workspace.activity)).rejects.toThrow('ENOENT');
    expect(desk.store.pending()).toMatchObject([{ fileId: '39' }]);
    expect(desk.there()).toEqual([]);
  });

  it('a file saved before that is settled takes another name, and stays', async () => {
    desk.store.begin(`${final()}.part`, final(), '40');
    desk.jobs.save(['40'], desk.files);
    await desk.reaches('done');
    await recoverPending(desk.store, desk.workspace.activity);
    expect(desk.there()).toEqual([NAME.replace('.zip', ' (2).zip')]);
    expect(desk.store.pending()).toEqual([]);
  });
});

describe('a saved file is verified', () => {
  const verified = async () => {
    desk.jobs.verify([desk.jobs.state.value.saved[0]?.id ?? 0]);
    await desk.reaches('done');
    return desk.jobs.state.value.saved[0]?.state;
  };
  beforeEach(async () => {
    desk.jobs.save(['40'], desk.files);
    await desk.reaches('done');
  });
  const file = () => path.join(desk.files, NAME);

  it('whole', async () => expect(await verified()).toBe('whole'));
  it('changed', async () => {
    fs.appendFileSync(file(), 'x');
    expect(await verified()).toBe('changed');
    expect(desk.job()).toMatchObject({ what: 'verify', state: 'done', found: 'changed' });
    expect(desk.logged()[0]).toMatchObject({
      kind: 'fee-file-verify',
      outcome: 'failed',
      facts: { found: 'changed' },
    });
  });
  it('moved away', async () => {
    fs.renameSync(file(), path.join(desk.folder, 'elsewhere.zip'));
    expect(await verified()).toBe('missing');
  });
});

describe('a saved file that is looked into', () => {
  beforeEach(async () => {
    desk.jobs.save(['40'], desk.files);
    await desk.reaches('done');
  });
  const file = () => path.join(desk.files, NAME);
  const state = () => desk.jobs.state.value.saved[0]?.state;
  const look = async () => {
    const [saved] = desk.jobs.state.value.saved;
    if (saved) await desk.jobs.notice(saved);
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
    expect(desk.logged().filter(({ kind }) => kind === 'fee-file-verify')).toEqual([]);
  });

  it('is let go of when the connection closes', async () => {
    fs.writeFileSync(file(), 'other');
    const looking = look();
    desk.endConnection();
    await looking;
    expect(desk.store.saved()[0]?.state).toBe('whole');
  });
});
