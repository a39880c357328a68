import type { IntakeOf } from '#engine/files/intake/intake';
import { HashingWriter } from '#engine/files/intake/hashing-writer';
import { bundleEntry } from './bundle';

/** Bundles the thread that hashes and writes downloaded bytes. */
export const bundleIntakeThread = (): Promise<string> =>
  bundleEntry('main/engine/files/intake/intake-thread.ts');

/** Does the thread's work in this thread, so that a test can make its system calls fail. */
export const inlineIntake: IntakeOf = (fd) => {
  const receiving = new HashingWriter(fd);
  return {
    async writeChunk(chunk) {
      await Promise.resolve(); // fails as a promise does
      receiving.write(chunk);
    },
    end: () => receiving.end(),
    stop: () => Promise.resolve(),
  };
};
