import { RPCHandler } from '@orpc/server/message-port';
import type { MessagePortMain } from 'electron';
import { PendingCopies } from '#common/copies';
import { Service } from '#engine/service/client';
import { netFetch } from '#engine/service/net-fetch';
import { systemLimits } from '#engine/service/transport';
import { implement } from '@orpc/server';
import { valuesContract } from '#contract/features/tax-ids/values-page';
import { declareFailures } from '#common/rpc';
import { ValueHolder } from './holder';

/* A process for plain tax IDs: when it ends, their memory goes back to the system. Bundled to
   out/main/values.js. The app process gives it one port to the engine and one to each page that shows
   values. */
const copies = new PendingCopies((request) => process.parentPort.postMessage(request));
const holder = new ValueHolder({
  exchange: (access, tokens, signal) =>
    new Service({
      fetch: netFetch,
      limits: systemLimits(),
      baseUrl: access.baseUrl,
      authUrl: access.authUrl,
      credential: { kind: 'api-key', key: access.bearer },
      hasResponded: access.hasResponded,
    }).call('taxIds.exchange', { body: { tax_id_tokens: [...tokens] }, ...(signal ? { signal } : {}) }),
  copy: (text) => copies.copy(text),
});
const engine = new RPCHandler(valuesRouter(holder));

/** Round trips before a page receives values. */
const ROUND_TRIPS = 4;

/**
 * The page first counts up a few round trips. Until the ports are directly connected, messages pass through
 * the app process and would leave the values in its memory.
 */
function toPage(port: MessagePortMain): void {
  port.on('message', ({ data }) =>
    port.postMessage(typeof data === 'number' && data < ROUND_TRIPS ? data + 1 : holder.rows()),
  );
}

process.parentPort.on('message', ({ data, ports }: { data: unknown; ports: MessagePortMain[] }) => {
  copies.handleMessage(data);
  const [port] = ports;
  if (!port) return;
  if (data === 'engine') {
    engine.upgrade(port);
    port.on('close', () => process.exit(0)); // no client is left
  } else toPage(port);
  port.start();
});

/** Handles the engine's calls to the process that holds plain values. */
function valuesRouter(holder: ValueHolder) {
  const os = implement(valuesContract).use(declareFailures);
  return os.router({
    exchange: os.exchange.handler(({ input: { access, tokens, keep }, signal }) =>
      holder.exchange(access, tokens, keep, signal),
    ),
    release: os.release.handler(({ input }) => holder.release(input)),
    show: os.show.handler(({ input }) => holder.show(input)),
    copy: os.copy.handler(({ input }) => holder.copy(input)),
    write: os.write.handler(({ input }) => holder.write(input.file, input.rows)),
  });
}
