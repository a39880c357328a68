import { expect, it } from 'vitest';
import type { Route } from '../../../renderer/routes';
import { RouteHistory } from '../../../renderer/state/history.svelte';

const accounts: Route = { screen: 'resource', resource: 'accounts' };

it('reopens the view of a favorite that is chosen again without adding a history entry', () => {
  const history = new RouteHistory(accounts);
  history.go({ ...accounts, view: 'v1' });
  const entryBefore = history.current;
  history.go({ ...accounts, view: 'v1' });
  expect(history.current).not.toBe(entryBefore);
  history.back();
  expect(history.current).toEqual(accounts);
});

it('does nothing when navigating to the current list', () => {
  const history = new RouteHistory(accounts);
  history.go({ ...accounts });
  expect(history.current).toBe(accounts);
  expect(history.canGoBack).toBe(false);
});
