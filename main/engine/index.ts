import { RPCHandler } from '@orpc/server/message-port';
import { net } from 'electron';
import path from 'node:path';
import { controlRouter } from './control-router';
import { Desks } from './desks';
import { engineRouter } from './engine-router';
import type { Fetch } from './service/transport';

/** Composition root of the engine: the app process hands it a port for itself and one for each window. */
const fetch: Fetch = (input, init) => net.fetch(input, init); // system proxy, certificates of the system
const desks = new Desks({ fetch, writerEntry: path.join(import.meta.dirname, 'writer.js') });
const control = new RPCHandler(controlRouter(desks, fetch));
const window = new RPCHandler(engineRouter(desks));

process.parentPort.on('message', ({ data, ports }: { data: unknown; ports: Electron.MessagePortMain[] }) => {
  if (data === 'stop') void desks.close().finally(() => process.exit(0));
  const [port] = ports;
  if (!port) return;
  if (data === 'control') control.upgrade(port);
  else if (data === 'window') window.upgrade(port);
  port.start();
});
