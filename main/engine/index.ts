import '../common/stub-form-data';
import { RPCHandler } from '@orpc/server/message-port';
import path from 'node:path';
import { createWorkerClient } from './worker/worker-client';
import { controlRouter } from './control-router';
import { OpenConnections } from './connection/open-connections';
import { ALL_SAVED_WORK } from './features/saved-work';
import { closePrevious } from '../common/close-previous';
import { engineRouter } from './engine-router';
import { intakeIn } from './files/intake/intake';
import { setWorkbookThread } from './files/tables/workbook';
import { systemClock } from './service/clock';
import { fileClock } from './service/file-clock';
import { netFetch } from './service/net-fetch';
import { systemLimits } from './service/transport';

/** Composition root of the engine: the app process sends it a port for itself, and one for each page of the window. */
const programPath = (name: string): string => path.join(import.meta.dirname, name);
setWorkbookThread(() => programPath('workbook.js'));
const worker = createWorkerClient(programPath('worker.js'));
const connections = new OpenConnections({
  fetch: netFetch,
  savedWork: ALL_SAVED_WORK,
  limits: systemLimits(),
  writerEntry: programPath('writer.js'),
  isIntact: worker.isIntact,
});
/** Given by the app process in tests only. */
const [clockFile] = process.argv.slice(2);
const control = new RPCHandler(controlRouter(connections, netFetch, worker));
const window = new RPCHandler(
  engineRouter(connections, {
    verify: worker.verify,
    intakeOf: intakeIn(programPath('intake.js')),
    clock: clockFile === undefined ? systemClock : fileClock(clockFile),
  }),
);

const serveWindow = closePrevious<Electron.MessagePortMain>((port) => window.upgrade(port));

const isForValues = (data: unknown): data is { values: string } =>
  typeof data === 'object' && data !== null && 'values' in data && typeof data.values === 'string';

process.parentPort.on('message', ({ data, ports }: { data: unknown; ports: Electron.MessagePortMain[] }) => {
  if (data === 'stop') void connections.close().finally(() => process.exit(0));
  const [port] = ports;
  if (!port) return;
  if (data === 'control') control.upgrade(port);
  else if (data === 'window') serveWindow(port);
  else if (isForValues(data)) connections.processes.onPort(data.values, port);
  port.start();
});
