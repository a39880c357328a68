import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { bundleEntry } from '../support/bundle';

/**
 * Runs a program of this folder as shipped, bundled, in a separate process: the test runner rewrites what it
 * loads, and shares its memory. Returns the printed JSON.
 */
export async function measureProgram<T>(entry: string): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [await bundleEntry(`test/bench/${entry}`)]);
  return JSON.parse(stdout) as T;
}

/** Runs `work` while a program of this folder runs in parallel, starting with its first output. */
export async function runAlongside<T>(
  entry: string,
  args: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const other = spawn(process.execPath, [await bundleEntry(`test/bench/${entry}`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await Promise.race([once(other.stdout, 'data'), once(other, 'exit')]);
    const result = await work();
    if (other.exitCode !== null || other.signalCode !== null)
      throw new Error(`${entry} ended before its time`);
    return result;
  } finally {
    other.kill();
  }
}
