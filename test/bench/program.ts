import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundled } from '../support/bundled';

/**
 * Runs a program of this folder as the app ships its code, bundled, in a process of its own: the test runner rewrites what
 * it loads, and shares its memory. Answers what it printed, as JSON.
 */
export async function measured<T>(entry: string): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [await bundled(`test/bench/${entry}`)]);
  return JSON.parse(stdout) as T;
}
