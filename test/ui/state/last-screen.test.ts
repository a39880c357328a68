import { beforeEach, describe, expect, it } from 'vitest';
import { LastScreens } from '../../../renderer/state/last-screen';
import { AppState } from '../../../renderer/state/app.svelte';
import { connectionOf, sessionOf } from '../fakes';

const screens = () => new LastScreens(localStorage);
const openSession = (id: string, ...others: string[]) => {
  const connections = [id, ...others].map((each) => connectionOf({ id: each }));
  return sessionOf({ connections, open: { connection: connectionOf({ id }), state: 'open' } });
};

beforeEach(() => localStorage.clear());

describe('last screen', () => {
  it('is Today for a connection without a saved screen', () => {
    expect(screens().routeFor('one')).toEqual({ place: 'today' });
  });

  it('is restored after a restart for each connection', () => {
    screens().store('one', { place: 'resource', resource: 'accounts', view: 'v1' });
    screens().store('two', { place: 'task', task: 'roi', page: { kind: 'request', id: 'request-7' } });
    expect(screens().routeFor('one')).toEqual({ place: 'resource', resource: 'accounts', view: 'v1' });
    expect(screens().routeFor('two')).toEqual({ place: 'task', task: 'roi' });
  });

  it('stores no record data: no search, no filter, no key', () => {
    const route = { place: 'resource', resource: 'accounts' } as const;
    const filters = [{ op: 'contains', field: 'name', text: 'Juns' } as const];
    screens().store('one', { ...route, search: 'Violet', filters, record: '216897' });
    expect(screens().routeFor('one')).toEqual(route);
    expect(localStorage.getItem('last-places')).not.toMatch(/Violet|Juns|216897/);
  });

  it('falls back to Today if the saved value is invalid', () => {
    localStorage.setItem(
      'last-places',
      '{"one":{"place":"resource","resource":"unicorns"},"two":{"place":"changes"}}',
    );
    expect(screens().routeFor('one')).toEqual({ place: 'today' });
    expect(screens().routeFor('two')).toEqual({ place: 'changes' });
    localStorage.setItem('last-places', 'not JSON');
    expect(screens().routeFor('two')).toEqual({ place: 'today' });
  });
});

describe('app', () => {
  it('opens a connection at its last screen', () => {
    const before = new AppState(screens());
    before.setSession(openSession('one'));
    before.go({ place: 'resource', resource: 'feeStructures' });
    before.go({ place: 'connect' });
    const after = new AppState(screens());
    after.setSession(openSession('one'));
    expect(after.route).toEqual({ place: 'resource', resource: 'feeStructures' });
    expect(after.history.canGoBack).toBe(false);
  });

  it('saves the screen that the user went back to', () => {
    const app = new AppState(screens());
    app.setSession(openSession('one'));
    app.go({ place: 'changes' });
    app.go({ place: 'settings' });
    app.history.back();
    expect(screens().routeFor('one')).toEqual({ place: 'changes' });
  });

  it('changes screens with the connection and forgets deleted connections', () => {
    const app = new AppState(screens());
    app.setSession(openSession('one', 'two'));
    app.go({ place: 'changes' });
    app.setSession(openSession('two', 'one'));
    expect(app.route).toEqual({ place: 'today' });
    app.setSession(openSession('one', 'two'));
    expect(app.route).toEqual({ place: 'changes' });
    app.setSession(openSession('two'));
    expect(screens().routeFor('one')).toEqual({ place: 'today' });
  });
});
