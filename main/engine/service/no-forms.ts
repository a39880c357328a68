/*
 * Messages between the processes ask whether they are forms, which no message here is, and asking for Node's FormData
 * loads the whole of its fetch: 35 ms of each start. That comes with the first request (service/transport.ts).
 */
Object.defineProperty(globalThis, 'FormData', {
  value: class {
    readonly isStandIn = true;
  },
  configurable: true,
  writable: true,
});
