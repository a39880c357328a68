import { z } from 'zod';
import type { Auth } from '../auth';
import { pageOfRows } from '../pager';
import { invalid, unauthorized } from '../refusal';
import { jsonBody, parseBody, pager, pathId, type App } from './request';

const KEYS = '/auth-management/api-keys';
const keyBody = z.object({
  name: z.string().trim().min(1, 'the key must be named'),
  description: z.string().nullish(),
});

/** Adds the sign-in route (spec 5.1): the only endpoint that needs no credential. */
export function addTokenRoute(app: App, auth: Auth): void {
  app.post('/oauth2/token', async (c) => {
    const type = c.req.header('content-type') ?? '';
    if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
      throw invalid('The body must be application/x-www-form-urlencoded.');
    }
    return c.json(await auth.grant(new URLSearchParams(await c.req.text())));
  });
}

/**
 * Adds the routes of API keys (spec 5.2, 4.7). An API key may list and delete keys; only the owner's ID token may
 * create one.
 */
export function addApiKeyRoutes(app: App, auth: Auth): void {
  app.get(KEYS, (c) => {
    const page = pager(c);
    return c.json(
      pageOfRows(
        auth.listKeys().map((key) => ({ ...key })), // a copy, because an interface has no index signature
        page,
      ),
    );
  });
  app.post(KEYS, async (c) => {
    if (c.get('bearer') !== 'id-token') throw unauthorized();
    const { name, description } = parseBody(keyBody, await jsonBody(c));
    return c.json(auth.createKey(name, description ?? ''));
  });
  app.get(`${KEYS}/:id`, (c) => c.json(auth.key(pathId(c))));
  app.delete(`${KEYS}/:id`, (c) => {
    const id = pathId(c);
    auth.deleteKey(id);
    return c.json({ message: 'OK', id });
  });
}
