import { Hono } from 'hono';
import type { NamedList } from '#contract/calls/names';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import type { Auth } from './auth';
import { dataSources } from './data-sources';
import { notFound, Refusal } from './refusal';
import { addApiKeyRoutes, addTokenRoute } from './routes/auth';
import { addBillingGroupRoutes, addFeeUploadFileRoutes } from './routes/billing';
import { addRoiRoutes } from './routes/roi';
import { addResourceRoutes } from './routes/resource';
import type { DemoEnv, App } from './routes/request';
import { addSecurityRoutes } from './routes/securities';
import { addStatusRoutes } from './routes/status';
import { addTaxIdRoutes } from './routes/tax-ids';
import type { Store } from './store';

/**
 * Serves every endpoint of the specification under /v2 from one store, except resources listed in `lacks`.
 */
export function demoApp(store: Store, auth: Auth, lacks: readonly NamedList[] = []): Hono<DemoEnv> {
  const root = new Hono<DemoEnv>();
  const app = new Hono<DemoEnv>();

  root.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.body, error.status);
    process.stderr.write(`The demo service failed: ${error.stack ?? error.message}\n`);
    return c.json({ message: 'Internal Server Error', event_id: 'demo' }, 500);
  });
  root.notFound((c) => c.json(notFound().body, 404));

  // Hono runs handlers in the order they were added: only the routes below require a credential.
  addTokenRoute(app, auth);
  app.use(async (c, next) => {
    c.set('bearer', await auth.identify(c.req.header('authorization')));
    await next();
    store.saveJournal();
  });

  addApiKeyRoutes(app, auth);
  const sources = dataSources(store);
  for (const name of RESOURCE_NAMES)
    if (!lacks.includes(name)) addResourceRoutes(app, resourceNamed(name), sources[name], store);
  addTaxIdRoutes(app, store.tokens);
  addRoiRoutes(app, store);
  if (!lacks.includes('securities')) addSecurityRoutes(app, store);
  // Balances for a date belong to the latest balances; a service without them lacks the other status routes too.
  if (!lacks.includes('latestBalances')) addStatusRoutes(app, store);
  addBillingGroupRoutes(app, store);
  addFeeUploadFileRoutes(app, store);
  addDemoRoutes(app, store);
  root.route('/v2', app);
  return root;
}

/** Adds a route that the real service does not have: it simulates one day, so that a refresh has changes to show. */
function addDemoRoutes(app: App, store: Store): void {
  app.post('/demo/next-day', (c) => c.json({ day: store.book.day + 1, ...store.nextDay() }));
}
