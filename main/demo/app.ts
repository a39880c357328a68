import { Hono } from 'hono';
import type { Auth } from './auth';
import { notFound, Refusal } from './refusal';
import { accountRoutes } from './routes/accounts';
import { apiKeyRoutes, tokenRoute } from './routes/auth';
import { assetAdjustmentRoutes, billingGroupRoutes, feeStructureRoutes } from './routes/billing-kinds';
import { demoRoutes, feeUploadFileRoutes, legacyMappingRoutes, relatedPersonRoutes } from './routes/lists';
import { advisorCodeRoutes, neighborRoutes, roiRoutes } from './routes/organization';
import type { DemoEnv } from './routes/request';
import { taxIdRoutes } from './routes/tax-ids';
import type { Store } from './store';

/** Every endpoint of the specification under /v2, over one store. */
export function demoApp(store: Store, auth: Auth): Hono<DemoEnv> {
  const root = new Hono<DemoEnv>();
  const app = new Hono<DemoEnv>();

  root.onError((error, c) => {
    if (error instanceof Refusal) return c.json(error.body, error.status);
    process.stderr.write(`The demo service failed: ${error.stack ?? error.message}\n`);
    return c.json({ message: 'Internal Server Error', event_id: 'demo' }, 500);
  });
  root.notFound((c) => c.json(notFound().body, 404));

  tokenRoute(app, auth);
  app.use(async (c, next) => {
    c.set('bearer', await auth.identify(c.req.header('authorization')));
    await next();
  });

  apiKeyRoutes(app, auth);
  accountRoutes(app, store);
  taxIdRoutes(app, store.tokens);
  relatedPersonRoutes(app, store);
  legacyMappingRoutes(app, store);
  advisorCodeRoutes(app, store);
  roiRoutes(app, store);
  neighborRoutes(app, store);
  billingGroupRoutes(app, store);
  assetAdjustmentRoutes(app, store);
  feeUploadFileRoutes(app, store);
  feeStructureRoutes(app, store);
  demoRoutes(app, store);
  root.route('/v2', app);
  return root;
}
