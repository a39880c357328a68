import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { desktopContract } from '#contract/calls/desktop';
import type { EngineContract } from '#contract/calls/engine';
import { fail } from '#contract/failure';
import { PORT_MESSAGE, type PortName } from '#contract/ports';

export type DesktopClient = ContractRouterClient<typeof desktopContract>;
export type EngineClient = ContractRouterClient<EngineContract>;

/** A running engine. */
export interface Engine {
  /**
   * Creates a client whose calls are not sent until `releaseCalls` is called. Each connection gets its own, so that what
   * is memoized or shown for a client never belongs to another connection.
   */
  readonly createClient: () => EngineClient;
  /** Client whose calls are sent at once, with or without an open connection. */
  readonly early: EngineClient;
  readonly releaseCalls: () => void;
}

interface Bridge {
  /** Resolves after the app process has passed its port. */
  readonly desktop: Promise<DesktopClient>;
  /** Calls the listener with the current engine, if any, and with every one that starts later. */
  onEngine(listener: (engine: Engine) => void): void;
}

/** Receives the ports from the preload script. Call once. */
export function connectBridge(): Bridge {
  let engine: RunningEngine | undefined;
  const listeners: ((engine: Engine) => void)[] = [];
  let desktopReady: (client: DesktopClient) => void;
  const desktop = new Promise<DesktopClient>((resolve) => (desktopReady = resolve));

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0];
    if (event.source !== window || !isPortMessage(event.data) || !port) return;
    port.start();
    if (event.data.name === 'desktop') desktopReady(createORPCClient(new RPCLink({ port })));
    else {
      const previous = engine;
      engine = engineOfPort(port);
      for (const listener of listeners) listener(engine);
      // After the screens have switched to the new engine, so that their retries go to that one.
      if (previous) setTimeout(previous.end);
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

interface RunningEngine extends Engine {
  /** Called when another engine replaced this one: pending and later calls fail. */
  readonly end: () => void;
}

function engineOfPort(port: MessagePort): RunningEngine {
  const link = new RPCLink({ port });
  let releaseCalls = (): void => undefined;
  const released = new Promise<void>((resolve) => (releaseCalls = resolve));
  let hasEnded = false;
  const pending = new Set<(error: Error) => void>();
  const early: typeof link.call = async (...args) => {
    if (hasEnded) throw fail('engine-lost');
    let rejectCall: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => pending.add((rejectCall = reject)));
    try {
      return await Promise.race([link.call(...args), lost]);
    } catch (error) {
      // Unless the caller canceled it, a call is aborted because the port was closed: the engine has ended.
      const isPortClosed =
        error instanceof Error && error.name === 'AbortError' && args[2].signal?.aborted !== true;
      throw isPortClosed ? fail('engine-lost') : error;
    } finally {
      pending.delete(rejectCall);
    }
  };
  const callOnceReady: typeof link.call = async (...args) => {
    if (!hasEnded) await released;
    return early(...args);
  };
  const end = (): void => {
    hasEnded = true;
    releaseCalls();
    for (const rejectCall of pending) rejectCall(fail('engine-lost')); // the app process closes the port itself
  };
  return {
    createClient: () => createORPCClient({ call: callOnceReady }),
    early: createORPCClient({ call: early }),
    releaseCalls,
    end,
  };
}

const isPortMessage = (data: unknown): data is { type: string; name: PortName } =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === PORT_MESSAGE;
