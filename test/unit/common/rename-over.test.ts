import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RENAME_DELAYS_MS, renameOver, renameOverAsync } from '#common/rename-over';

/** Returns a rename that fails with a code the given number of times, and the delays between its calls. */
function heldTarget(code: string, times: number) {
  const delays: number[] = [];
  let calls = 0;
  const rename = () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
  };
  return { delays, rename, pause: (ms: number) => void delays.push(ms), calls: () => calls };
}

const LIMIT = RENAME_DELAYS_MS.length;

describe.each([
  [
    'renameOver',
    (held: ReturnType<typeof heldTarget>) =>
      new Promise<void>((done) => {
        renameOver('a', 'b', held);
        done();
      }),
  ],
  [
    'renameOverAsync',
    (held: ReturnType<typeof heldTarget>) =>
      renameOverAsync('a', 'b', {
        rename: () => Promise.resolve().then(held.rename),
        pause: (ms) => Promise.resolve(ms).then(held.pause),
      }),
  ],
])('%s', (_, run) => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])(
    'retries %s until the other program releases the file',
    async (code) => {
      const held = heldTarget(code, 3);
      await run(held);
      expect(held.calls()).toBe(4);
      expect(held.delays).toEqual(RENAME_DELAYS_MS.slice(0, 3));
    },
  );

  it('gives up after a second with the code of the last try', async () => {
    const held = heldTarget('EPERM', 99);
    await expect(run(held)).rejects.toMatchObject({ code: 'EPERM' });
    expect(held.calls()).toBe(LIMIT + 1);
    expect(held.delays.reduce((sum, ms) => sum + ms, 0)).toBe(1_000);
  });

  it('throws every other error at once', async () => {
    const held = heldTarget('ENOSPC', 99);
    await expect(run(held)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(held.calls()).toBe(1);
  });
});

it('replaces an existing file', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-rename-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const pathOf = (name: string) => path.join(folder, name);
  fs.writeFileSync(pathOf('old'), 'old');
  fs.writeFileSync(pathOf('first'), 'first');
  fs.writeFileSync(pathOf('second'), 'second');
  renameOver(pathOf('first'), pathOf('old'));
  expect(fs.readFileSync(pathOf('old'), 'utf8')).toBe('first');
  await renameOverAsync(pathOf('second'), pathOf('old'));
  expect(fs.readFileSync(pathOf('old'), 'utf8')).toBe('second');
  expect(fs.readdirSync(folder)).toEqual(['old']);
});
