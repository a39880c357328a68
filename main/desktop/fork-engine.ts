import { utilityProcess, type UtilityProcess } from 'electron';

/** An engine process, and its exit code once it has ended. */
export interface ForkedEngine {
  readonly child: UtilityProcess;
  readonly ended: Promise<number>;
}

/** Starts the engine process; `entry` is its bundled script. */
export function forkEngine(entry: string): ForkedEngine {
  const child = utilityProcess.fork(entry, [], { serviceName: 'Firm Desk engine', stdio: 'inherit' });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}
