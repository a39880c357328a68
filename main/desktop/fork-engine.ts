import { app, utilityProcess, type UtilityProcess } from 'electron';

/** An engine process, and its exit code once it has ended. */
export interface ForkedEngine {
  readonly child: UtilityProcess;
  readonly ended: Promise<number>;
}

/** Tests of an unpackaged app set the time of scheduled refreshes in this file. */
const clockFile = (): string | undefined =>
  app.isPackaged ? undefined : process.env['FIRM_DESK_CLOCK_FILE'];

/** Starts the engine process; `entry` is its bundled script. */
export function forkEngine(entry: string): ForkedEngine {
  const testClock = clockFile();
  const child = utilityProcess.fork(entry, testClock === undefined ? [] : [testClock], {
    serviceName: 'Firm Desk engine',
    stdio: 'inherit',
  });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}
