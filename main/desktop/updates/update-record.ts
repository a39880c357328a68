import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '#common/write-file-atomic';

const stored = z.object({
  /** Random ID of this installation, for its place in a rollout. */
  installation: z.uuid(),
  /** The highest sequence that was accepted: a manifest with a lower one is a replay. */
  lastSequence: z.int().min(0),
  /** The version whose installer was started last, and how often. */
  attempt: z.object({ version: z.string(), count: z.int().positive() }).optional(),
});
type Stored = Readonly<z.output<typeof stored>>;

/** The state of updates that outlives the process, in a file. */
export class UpdateRecord {
  readonly #file: string;
  /** Used if the file is missing or damaged: the replay check assumes that attackers cannot write to it. */
  readonly #initial: Stored = { installation: randomUUID(), lastSequence: 0 };

  constructor(file: string) {
    this.#file = file;
  }

  read(): Stored {
    try {
      return stored.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      return this.#initial;
    }
  }

  setLastSequence(lastSequence: number): void {
    this.#write({ ...this.read(), lastSequence });
  }

  /** Returns how many times the installer of a version was started. */
  attemptsOf(version: string): number {
    const { attempt } = this.read();
    return attempt?.version === version ? attempt.count : 0;
  }

  addAttempt(version: string): void {
    this.#write({ ...this.read(), attempt: { version, count: this.attemptsOf(version) + 1 } });
  }

  clearAttempt(): void {
    this.#write({ ...this.read(), attempt: undefined });
  }

  #write(record: Stored): void {
    writeFileAtomic(this.#file, JSON.stringify(record));
  }
}
