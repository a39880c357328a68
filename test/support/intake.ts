import type { IntakeOf } from '#engine/files/intake/intake';
import { HashingWriter } from '#engine/files/intake/hashing-writer';
import { bundleEntry } from './bundle';

/** Bundles the thread that hashes and writes downloaded bytes. */
export const bundleIntakeThread = (): Promise<string> =>
  bundleEntry('main/engine/files/intake/intake-thread.ts');

/** Hashes and writes in the test's own thread, so that the test can make system calls fail. */
export const inlineIntake: IntakeOf = (fd) => {
  const writer = new HashingWriter(fd);
  return {
    async writeChunk(chunk) {
      await Promise.resolve(); // writes after the call has returned, as the thread does
      writer.write(chunk);
    },
    end: () => writer.end(),
    stop: () => Promise.resolve(),
  };
};
