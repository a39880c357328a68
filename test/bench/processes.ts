import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process ended in between
  }
};

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Returns the IDs of a process and all its descendants (Linux). */
export function processTree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1]),
    }));
  const found = [pid];
  for (const parent of found)
    found.push(...parents.filter((child) => child.parent === parent).map((child) => child.pid));
  return found;
}

const rollupMegabytes = (pid: number, line: RegExp): number =>
  Number(line.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** Returns the proportional set size in megabytes: shared pages are counted once over all processes. */
export const pssMegabytes = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + rollupMegabytes(pid, /^Pss:\s+(\d+)/m), 0);

/** Returns the megabytes of memory that a process allocated: its heaps and stacks, without mapped files and shared memory. */
export const anonymousMegabytes = (pid: number): number => rollupMegabytes(pid, /^Pss_Anon:\s+(\d+)/m);

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds of a process so far, in all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** Returns the CPU seconds of each running thread of a process, by thread ID. */
export function threadSeconds(pid: number): ReadonlyMap<string, number> {
  const threads = entriesOf(`/proc/${pid}/task`);
  return new Map(
    threads.map((thread) => {
      const [nanoseconds] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
      return [thread, Number(nanoseconds ?? 0) / 1e9];
    }),
  );
}
