import type { ElectronApplication } from '@playwright/test';
import { note } from './numbers';
import { anonymousMegabytes, pssMegabytes, cpuSeconds } from './processes';

/** Printed names of Electron's process types and names; the cost of other processes is negligible. */
const PROCESS_LABELS: Readonly<Record<string, string>> = {
  Browser: 'main',
  'Firm Desk engine': 'engine',
  'Node Utility Process': 'engine', // a baseline's
  'Network Service': 'network',
  Tab: 'page',
  GPU: 'GPU',
};

/** Returns process IDs by printed name. */
export async function processIds(app: ElectronApplication): Promise<Map<string, number>> {
  const all = await app.evaluate(({ app: here }) =>
    here.getAppMetrics().map(({ type, name, pid }) => ({ type, name, pid })),
  );
  return new Map(
    all.flatMap(({ type, name, pid }) => {
      const label = PROCESS_LABELS[name ?? ''] ?? PROCESS_LABELS[type];
      return label === undefined ? [] : [[label, pid] as const];
    }),
  );
}

/** A number for each process. */
export type ByProcess = ReadonlyMap<string, number>;

async function measureEach(app: ElectronApplication, measured: (pid: number) => number): Promise<ByProcess> {
  return new Map([...(await processIds(app))].map(([name, pid]) => [name, measured(pid)]));
}

/** Returns CPU seconds so far, by process. */
export const cpuSecondsByProcess = (app: ElectronApplication): Promise<ByProcess> =>
  measureEach(app, cpuSeconds);

/** Returns megabytes of heaps and stacks, by process. */
export const anonymousMemoryByProcess = (app: ElectronApplication): Promise<ByProcess> =>
  measureEach(app, anonymousMegabytes);

/** Returns megabytes, by process. */
export const memoryByProcess = (app: ElectronApplication): Promise<ByProcess> =>
  measureEach(app, (pid) => pssMegabytes([pid]));

/** Notes each process against its counterpart in the baseline, if any. */
export function noteByProcess(measure: string, unit: string, app: ByProcess, baseline: ByProcess): void {
  for (const [name, value] of app) {
    const reference = baseline.get(name);
    note(`${measure}: ${name}`, value, unit, reference ? { baseline: reference } : null);
  }
}
