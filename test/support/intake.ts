import type { IntakeOf } from '../../main/engine/files/intake/intake';
import { Receiving } from '../../main/engine/files/intake/receiving';
import { bundled } from './bundled';

/** Bundles the thread that hashes and writes downloaded bytes. */
export const bundledIntake = (): Promise<string> => bundled('main/engine/files/intake/intake-thread.ts');

/** Does the thread's work in this thread, so that a test can make its system calls fail. */
export const intakeHere: IntakeOf = (fd) => {
  const receiving = new Receiving(fd);
  return {
    async take(piece) {
      await Promise.resolve(); // fails as a promise does
      receiving.take(piece);
    },
    end: () => receiving.end(),
    stop: () => Promise.resolve(),
  };
};
