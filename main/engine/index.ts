import { RPCHandler } from '@orpc/server/message-port';
import { controlRouter } from './control-router';
import { Desks } from './desks';
import { engineRouter } from './engine-router';

/** Composition root of the engine: the app process hands it a port for itself and one for each window. */
const desks = new Desks();
const handlers = {
  control: new RPCHandler(controlRouter(desks)),
  window: new RPCHandler(engineRouter(desks)),
};

process.parentPort.on('message', ({ data, ports }) => {
  const [port] = ports;
  if ((data === 'control' || data === 'window') && port) {
    handlers[data].upgrade(port);
    port.start();
  } else if (data === 'stop') {
    void desks.close().finally(() => process.exit(0));
  }
});
