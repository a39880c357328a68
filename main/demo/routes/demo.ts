import type { Store } from '../store';
import type { App } from './request';

/** Adds a route that the real service does not have: it simulates one day, so that a refresh has changes to show. */
export function addDemoRoutes(app: App, store: Store): void {
  app.post('/demo/next-day', (c) => c.json({ day: store.book.day + 1, ...store.nextDay() }));
}
