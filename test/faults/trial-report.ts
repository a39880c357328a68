import { appendFileSync } from 'node:fs';

/** File from which `npm run faults` reads the trials; unset in `npm test`, which runs a sample. */
const OUT = process.env['FAULTS_OUT'];
const appendReport = (line: object): void => {
  if (OUT !== undefined) appendFileSync(OUT, `${JSON.stringify(line)}\n`);
};

/** Returns the first value in `npm test`, which runs a sample, and the second in `npm run faults`, which runs all. */
export const sampleOrAll = <T>(sample: T, all: T): T => (OUT === undefined ? sample : all);

/**
 * One odd response to one call: what the user saw, what was stored, how many requests were sent, and the duration.
 */
export interface FaultCell {
  readonly fault: string;
  readonly call: string;
  readonly shown: string;
  readonly stored: string;
  readonly sent: number;
  /** Seconds until the user sees the result. */
  readonly seconds: number;
}
export const reportCell = (cell: FaultCell): void => appendReport(cell);

/** Reports to the fault table how many trials of a row survived. */
export const reportTrials = (row: string, tried: number, survived: number): void =>
  appendReport({ row, tried, survived });

/**
 * Prints progress in `npm run faults`, which takes long; not through the runner, which shows a test's output
 * at its end.
 */
const progress = (line: string): void => void (OUT !== undefined && process.stdout.write(`${line}\n`));

/**
 * Runs a trial `count` times; one that throws did not survive. All are run, then the first failure fails the
 * test. `part`: the part of the row, for the progress line.
 */
export async function runTrials(
  row: string,
  count: number,
  run: (trial: number) => Promise<void> | void,
  part?: string,
): Promise<void> {
  const startedAt = performance.now();
  const failures: { readonly trial: number; readonly error: unknown }[] = [];
  for (let index = 0; index < count; index += 1)
    try {
      await run(index);
    } catch (error) {
      failures.push({ trial: index, error });
    }
  reportTrials(row, count, count - failures.length);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const columns = [row, part, `tried ${count}`, `survived ${count - failures.length}`, `${seconds} s`];
  progress(columns.filter((column) => column !== undefined).join(' | '));
  if (failures[0])
    throw new Error(`${row}: ${failures.length} of ${count} not survived, first trial ${failures[0].trial}`, {
      cause: failures[0].error,
    });
}

/**
 * Returns a seeded random number generator below a bound, so that a failure is reproducible; FAULTS_SEED
 * changes the seed.
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed + Number(process.env['FAULTS_SEED'] ?? 0);
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
