import type { IntakeOf } from '../../main/engine/files/intake/intake';
import { Receiving } from '../../main/engine/files/intake/receiving';
import { bundled } from './bundled';

/** The thread that hashes and writes what a download brings. */
export const bundledIntake = (): Promise<string> => bundled('main/engine/files/intake/intake-thread.ts');

/** What the thread does, without one: a test can let its system calls fail. */
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
