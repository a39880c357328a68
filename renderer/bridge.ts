import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { desktopContract } from '../preload/contract/calls/desktop';
import type { engineContract } from '../preload/contract/calls/engine';
import { PORT_MESSAGE, type PortName } from '../preload/contract/ports';

export type DesktopClient = ContractRouterClient<typeof desktopContract>;
export type EngineClient = ContractRouterClient<typeof engineContract>;

interface Bridge {
  /** Resolves once the app process has handed its port over. */
  readonly desktop: Promise<DesktopClient>;
  /** Calls back with the client of every engine that starts, the present one included. */
  onEngine(listener: (engine: EngineClient) => void): void;
}

/** Receives the ports that the preload script hands over. Call once. */
export function connectBridge(): Bridge {
  let engine: EngineClient | undefined;
  const listeners: ((engine: EngineClient) => void)[] = [];
  let desktopReady: (client: DesktopClient) => void;
  const desktop = new Promise<DesktopClient>((resolve) => (desktopReady = resolve));

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== window || !isPortMessage(event.data) || !port) return;
    port.start();
    const link = new RPCLink({ port });
    if (event.data.name === 'desktop') desktopReady(createORPCClient(link));
    else {
      engine = createORPCClient<EngineClient>(link);
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

const isPortMessage = (data: unknown): data is { type: string; name: PortName } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === PORT_MESSAGE;
