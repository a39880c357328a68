/*
 * Messages between the processes ask whether they are forms, which no message here is, and asking for Node's FormData
 * loads the whole of its fetch: 35 ms of each start in each process. In the engine that comes with the first request
 * (engine/service/transport.ts), in the app process never.
 */
Object.defineProperty(globalThis, 'FormData', {
  value: class {
    readonly isStandIn = true;
  },
  configurable: true,
  writable: true,
});
