/* Replaces FormData. oRPC, which transports calls, checks whether each value is a form, and that check loads all of
   Node's fetch: 35 ms at each start, in each process. No message here is a form. The engine loads fetch
   with its first request (engine/service/transport.ts); the app process never does. */
Object.defineProperty(globalThis, 'FormData', {
  value: class {
    readonly isStub = true;
  },
  configurable: true,
  writable: true,
});
