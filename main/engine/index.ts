import '../common/no-forms';
import { RPCHandler } from '@orpc/server/message-port';
import path from 'node:path';
import { inThreads } from './aside/aside';
import { controlRouter } from './control-router';
import { OpenConnections } from './connection/open-connections';
import { onlyLast } from '../common/one-port';
import { engineRouter } from './engine-router';
import { netFetch } from './service/net-fetch';
import { pacesOfSystem } from './service/transport';

/** Composition root of the engine: the app process hands it a port for itself and one for each window. */
const aside = inThreads(path.join(import.meta.dirname, 'aside.js'));
const connections = new OpenConnections({
  fetch: netFetch,
  paces: pacesOfSystem(),
  writerEntry: path.join(import.meta.dirname, 'writer.js'),
  isWhole: aside.isWhole,
});
const control = new RPCHandler(controlRouter(connections, netFetch, aside));
const window = new RPCHandler(engineRouter(connections, aside.verify));

const toWindow = onlyLast<Electron.MessagePortMain>((port) => window.upgrade(port));

const isForValues = (data: unknown): data is { values: string } =>
  typeof data === 'object' && data !== null && 'values' in data && typeof data.values === 'string';

process.parentPort.on('message', ({ data, ports }: { data: unknown; ports: Electron.MessagePortMain[] }) => {
  if (data === 'stop') void connections.close().finally(() => process.exit(0));
  const [port] = ports;
  if (!port) return;
  if (data === 'control') control.upgrade(port);
  else if (data === 'window') toWindow(port);
  else if (isForValues(data)) connections.processes.arrived(data.values, port);
  port.start();
});
