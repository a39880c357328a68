import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { desktop, type RunningApp } from './running-app';

/** Starts the app again on the folder of a running one, as the system does to open a link. Returns its exit code. */
export async function startSecondInstance(
  { app }: RunningApp,
  data: string,
  extraArgs: readonly string[] = [],
): Promise<number> {
  const { executable, args } = await app.evaluate(({ app: running }) => ({
    executable: process.execPath,
    args: running.isPackaged ? [] : [running.getAppPath()],
  }));
  const second = spawn(
    executable,
    [
      ...args,
      `--user-data-dir=${data}`,
      ...(process.env['NO_SANDBOX'] ? ['--no-sandbox'] : []),
      ...extraArgs,
    ],
    { env: { ...process.env, ...desktop } },
  );
  const [code] = (await once(second, 'exit')) as [number];
  return code;
}
