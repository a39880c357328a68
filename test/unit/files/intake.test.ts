import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { intakeIn, type Intake, type IntakeOf } from '#engine/files/intake/intake';
import { bundleIntakeThread, inlineIntake } from '../../support/intake';

const folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-intake-'));
const file = path.join(folder, 'part');
let inThread: IntakeOf;
beforeAll(async () => {
  inThread = intakeIn(await bundleIntakeThread());
}, 60_000);
afterEach(() => vi.restoreAllMocks());
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs `use` with the intake of an open file. */
async function withIntake<T>(
  createIntake: IntakeOf,
  use: (intake: Intake) => Promise<T>,
  flags = 'w',
  name = file,
): Promise<T> {
  const fd = fs.openSync(name, flags);
  const intake = createIntake(fd);
  try {
    return await use(intake);
  } finally {
    await intake.stop();
    fs.closeSync(fd);
  }
}
const writeAll = async (intake: Intake, chunks: readonly Buffer[]) => {
  for (const chunk of chunks) await intake.writeChunk(Uint8Array.from(chunk));
  return intake.end();
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const MB = 1_048_576;

describe.each([
  ['in its thread', () => inThread],
  ['without one', () => inlineIntake],
])('an intake %s', (_where, createIntake) => {
  it('writes and hashes chunks of any length in order', async () => {
    const chunks = [1, 65_535, 65_536, 65_537, 3 * MB + 7, 0, 12].map((length) => randomBytes(length));
    const allBytes = Buffer.concat(chunks);
    expect(await withIntake(createIntake(), (intake) => writeAll(intake, chunks))).toEqual({
      sha256: sha256(allBytes),
      bytes: allBytes.length,
    });
    expect(fs.readFileSync(file).equals(allBytes)).toBe(true);
  });

  it('reports that no bytes arrived', async () => {
    expect(await withIntake(createIntake(), (intake) => intake.end())).toEqual({
      sha256: sha256(Buffer.of()),
      bytes: 0,
    });
  });

  it("fails with the system's error code if a chunk cannot be written", async () => {
    fs.writeFileSync(file, '');
    const failing = withIntake(createIntake(), (intake) => writeAll(intake, [randomBytes(10)]), 'r');
    await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^(EBADF|EPERM)$/) as string });
  });

  it.skipIf(process.platform !== 'linux')('fails when the disk is full', async () => {
    const full = withIntake(
      createIntake(),
      (intake) => writeAll(intake, [randomBytes(10)]),
      'w',
      '/dev/full',
    );
    await expect(full).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});

describe('an intake in a worker thread', () => {
  it('takes ownership of whole buffers, and copies views of larger ones', async () => {
    await withIntake(inThread, async (intake) => {
      const own = new Uint8Array(MB);
      await intake.writeChunk(own);
      expect(own.byteLength).toBe(0);
      const larger = new Uint8Array(MB).fill(7);
      await intake.writeChunk(larger.subarray(10));
      expect(larger.byteLength).toBe(MB);
      expect((await intake.end()).bytes).toBe(2 * MB - 10);
    });
  });

  it('blocks the sender while more than a few megabytes are unwritten', async () => {
    await withIntake(inThread, async (intake) => {
      let written = 0;
      const first = Promise.all(
        Array.from({ length: 3 }, async () => {
          await intake.writeChunk(new Uint8Array(3 * MB));
          written += 1;
        }),
      );
      expect(written).toBe(0);
      await Promise.resolve();
      await Promise.resolve();
      expect(written).toBe(1); // the others exceed the limit
      await Promise.race([first, intake.end()]);
    });
    expect(fs.statSync(file).size).toBe(9 * MB);
  });

  it('reports a worker that exited, without waiting for it', async () => {
    const broken = path.join(folder, 'broken.mjs');
    fs.writeFileSync(broken, 'process.exit(1)');
    const lost = withIntake(intakeIn(broken), (intake) => writeAll(intake, [randomBytes(10)]));
    await expect(lost).rejects.toMatchObject({ failure: { kind: 'engine-lost' } });
  });

  it('writes nothing after it stopped', async () => {
    await withIntake(inThread, async (intake) => {
      await Promise.race([intake.writeChunk(new Uint8Array(64 * MB)), Promise.resolve()]);
      await intake.stop();
      const { size } = fs.statSync(file);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(fs.statSync(file).size).toBe(size);
    });
  });
});

describe('writes of an intake', () => {
  const BIG = [randomBytes(40 * MB), randomBytes(40 * MB), randomBytes(1)];

  it('are complete on a drive that accepts small writes only', async () => {
    const chunks = [randomBytes(200_000)];
    const write = fs.writeSync;
    const writeFewBytes = (fd: number, chunk: NodeJS.ArrayBufferView, from: number, length: number) =>
      write(fd, chunk, from, Math.min(7_000, length));
    vi.spyOn(fs, 'writeSync').mockImplementation(writeFewBytes as typeof fs.writeSync);
    const { bytes } = await withIntake(inlineIntake, (intake) => writeAll(intake, chunks));
    expect(bytes).toBe(200_000);
    expect(fs.readFileSync(file).equals(Buffer.concat(chunks))).toBe(true);
  });

  it('are flushed to disk before the last chunk arrives', async () => {
    const flush = vi.spyOn(fs, 'fdatasync');
    await withIntake(inlineIntake, async (intake) => {
      for (const chunk of BIG.slice(0, 2)) await intake.writeChunk(Uint8Array.from(chunk));
      expect(flush).toHaveBeenCalledTimes(1);
    });
  });

  it('fail if an early flush failed, because the system reports that only once', async () => {
    vi.spyOn(fs, 'fdatasync').mockImplementation((_fd, done) =>
      done(Object.assign(new Error('EIO'), { code: 'EIO' })),
    );
    await expect(withIntake(inlineIntake, (intake) => writeAll(intake, BIG))).rejects.toMatchObject({
      code: 'EIO',
    });
    const lateFlush = withIntake(inlineIntake, (intake) => writeAll(intake, BIG.slice(0, 2)));
    await expect(lateFlush).rejects.toMatchObject({ code: 'EIO' });
  });
});
