import { expect, it } from 'vitest';
import type { Route } from '../../../renderer/routes';
import { RouteHistory } from '../../../renderer/state/history.svelte';

const accounts: Route = { place: 'resource', resource: 'accounts' };

it('a favorite that is chosen once more asks for its view again, without a step back', () => {
  const history = new RouteHistory(accounts);
  history.go({ ...accounts, view: 'v1' });
  const before = history.current;
  history.go({ ...accounts, view: 'v1' });
  expect(history.current).not.toBe(before);
  history.back();
  expect(history.current).toEqual(accounts);
});

it('going to the list where one is leaves it as it is', () => {
  const history = new RouteHistory(accounts);
  history.go({ ...accounts });
  expect(history.current).toEqual(accounts);
  expect(history.canGoBack).toBe(false);
});
