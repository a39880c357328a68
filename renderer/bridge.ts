import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { desktopContract } from '../preload/contract/calls/desktop';
import type { engineContract } from '../preload/contract/calls/engine';
import { PORT_MESSAGE, type PortName } from '../preload/contract/ports';

export type DesktopClient = ContractRouterClient<typeof desktopContract>;
export type EngineClient = ContractRouterClient<typeof engineContract>;

/** An engine that runs. */
export interface Engine {
  /** What is asked of it waits until `answer` was called. */
  readonly client: EngineClient;
  /** What is asked here goes to it at once, whether it has a connection by now or not. */
  readonly early: EngineClient;
  readonly answer: () => void;
}

interface Bridge {
  /** Resolves once the app process has handed its port over. */
  readonly desktop: Promise<DesktopClient>;
  /** Calls back with every engine that starts, the present one included. */
  onEngine(listener: (engine: Engine) => void): void;
}

/** Receives the ports that the preload script hands over. Call once. */
export function connectBridge(): Bridge {
  let engine: Engine | undefined;
  const listeners: ((engine: Engine) => void)[] = [];
  let desktopReady: (client: DesktopClient) => void;
  const desktop = new Promise<DesktopClient>((resolve) => (desktopReady = resolve));

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== window || !isPortMessage(event.data) || !port) return;
    port.start();
    if (event.data.name === 'desktop') desktopReady(createORPCClient(new RPCLink({ port })));
    else {
      engine = engineBehind(port);
      for (const listener of listeners) listener(engine);
    }
  });
  window.postMessage(PORT_MESSAGE, window.location.origin);

  return {
    desktop,
    onEngine(listener) {
      listeners.push(listener);
      if (engine) listener(engine);
    },
  };
}

function engineBehind(port: MessagePort): Engine {
  const link = new RPCLink({ port });
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  const later: typeof link.call = async (path, input, options) => {
    await mayAnswer;
    return link.call(path, input, options);
  };
  return { client: createORPCClient({ call: later }), early: createORPCClient(link), answer };
}

const isPortMessage = (data: unknown): data is { type: string; name: PortName } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === PORT_MESSAGE;
