import { createAdaptorServer } from '@hono/node-server';
import { Server } from 'node:http';
import { once } from 'node:events';
import { demoApp } from './app';
import { Auth } from './auth';
import type { NightChanges } from './data/night';
import { sampleSheet } from './data/sample-sheets';
import { DemoJournal } from './journal';
import type { SampleSheet } from '#contract/calls/demo-samples';
import type { NamedList } from '#contract/calls/names';
import { Store, type Application } from './store';

export interface DemoOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** 0 to 1,000,000; default 2,000. */
  readonly accounts?: number;
  /** The same seed generates the same firm; default 7. */
  readonly seed?: number;
  readonly application?: Application;
  /** Number of simulated nights before the start; default 0. */
  readonly day?: number;
  /** Resources that this service does not offer, as real services may lack optional ones. */
  readonly lacks?: readonly NamedList[];
  /** A file that keeps the firm's changes, so that they survive a restart. Without it, each start is a new firm. */
  readonly journal?: string | undefined;
  readonly host?: '127.0.0.1';
  /** Clock for token lifetimes and timestamps of created records. */
  readonly clock?: () => Date;
}

/** Long enough that an idle connection outlives the work of generating a large firm. */
const KEEP_ALIVE_MS = 60_000;

/** A running demo firm. */
export interface DemoService {
  /** `http://127.0.0.1:PORT/v2` */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  /** Simulates one night (main/demo/data/night.ts). */
  nextDay(): NightChanges;
  /** Returns a spreadsheet to import, as CSV. */
  sampleSheet(sheet: SampleSheet): string;
  /** Stops the service immediately, including open requests. */
  close(): Promise<void>;
}

/**
 * Starts the demo firm on loopback: every call of the specification (sections 4 and 5). Nothing leaves the machine.
 * @throws Error if the port is in use, RangeError for a number of accounts out of range
 */
export async function startDemo(options: DemoOptions = {}): Promise<DemoService> {
  const {
    port = 0,
    accounts = 2000,
    seed = 7,
    application = 'production',
    day = 0,
    host = '127.0.0.1',
    clock = () => new Date(),
  } = options;
  if (!Number.isInteger(accounts) || accounts < 0 || accounts > 1_000_000) {
    throw new RangeError('The demo firm can have 0 to 1,000,000 accounts.');
  }
  const store = new Store({ seed, accounts, application, day, clock });
  const auth = new Auth(seed, clock);
  const app = demoApp(store, auth, options.lacks);
  if (options.journal !== undefined)
    await store.continueJournal(new DemoJournal(options.journal, { seed, accounts, application }));
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false, // tests run the demo in their own process, and need Node's Request and Response
  });
  if (!(server instanceof Server)) throw new Error('The demo service speaks HTTP/1.1.');
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The demo service has no port.');
  const url = `http://${host}:${address.port}/v2`;
  return {
    baseUrl: url,
    authUrl: url,
    apiKey: auth.firstKey,
    username: auth.username,
    password: auth.password,
    nextDay: () => store.nextDay(),
    sampleSheet: (sheet) => sampleSheet(store.book, sheet),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
