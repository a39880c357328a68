import { beforeEach, describe, expect, it } from 'vitest';
import { LastScreens } from '../../../renderer/state/last-screen';
import { AppState } from '../../../renderer/state/app.svelte';
import { connectionOf, sessionOf } from '../fakes';

const screens = () => new LastScreens(localStorage);
const openSession = (id: string, ...others: string[]) => {
  const connections = [id, ...others].map((connectionId) => connectionOf({ id: connectionId }));
  return sessionOf({ connections, open: { connection: connectionOf({ id }), state: 'open' } });
};

beforeEach(() => localStorage.clear());

describe('last screen', () => {
  it('is Today for a connection without a saved screen', () => {
    expect(screens().routeFor('one')).toEqual({ screen: 'today' });
  });

  it('is restored after a restart for each connection', () => {
    screens().store('one', { screen: 'resource', resource: 'accounts', view: 'v1' });
    screens().store('two', { screen: 'task', task: 'roi', page: { kind: 'request', id: 'request-7' } });
    expect(screens().routeFor('one')).toEqual({ screen: 'resource', resource: 'accounts', view: 'v1' });
    expect(screens().routeFor('two')).toEqual({ screen: 'task', task: 'roi' });
  });

  it('stores no record data: no search, no filter, no key', () => {
    const route = { screen: 'resource', resource: 'accounts' } as const;
    const filters = [{ op: 'contains', field: 'name', text: 'Juns' } as const];
    screens().store('one', { ...route, search: 'Violet', filters, record: '216897' });
    expect(screens().routeFor('one')).toEqual(route);
    expect(localStorage.getItem('last-places')).not.toMatch(/Violet|Juns|216897/);
  });

  it('is read as earlier versions stored it, and stored with the name `screen` from then on', () => {
    localStorage.setItem('last-places', '{"one":{"place":"resource","resource":"accounts","view":"v1"}}');
    expect(screens().routeFor('one')).toEqual({ screen: 'resource', resource: 'accounts', view: 'v1' });
    screens().store('two', { screen: 'changes' });
    expect(JSON.parse(localStorage.getItem('last-places') ?? '')).toEqual({
      one: { screen: 'resource', resource: 'accounts', view: 'v1' },
      two: { screen: 'changes' },
    });
  });

  it('falls back to Today if the saved value is invalid', () => {
    localStorage.setItem(
      'last-places',
      '{"one":{"screen":"resource","resource":"unicorns"},"two":{"screen":"changes"}}',
    );
    expect(screens().routeFor('one')).toEqual({ screen: 'today' });
    expect(screens().routeFor('two')).toEqual({ screen: 'changes' });
    localStorage.setItem('last-places', 'not JSON');
    expect(screens().routeFor('two')).toEqual({ screen: 'today' });
  });
});

describe('app', () => {
  it('opens a connection at its last screen', () => {
    const firstApp = new AppState(screens());
    firstApp.setSession(openSession('one'));
    firstApp.go({ screen: 'resource', resource: 'feeStructures' });
    firstApp.go({ screen: 'connect' });
    const restartedApp = new AppState(screens());
    restartedApp.setSession(openSession('one'));
    expect(restartedApp.route).toEqual({ screen: 'resource', resource: 'feeStructures' });
    expect(restartedApp.history.canGoBack).toBe(false);
  });

  it('saves the screen that the user went back to', () => {
    const app = new AppState(screens());
    app.setSession(openSession('one'));
    app.go({ screen: 'changes' });
    app.go({ screen: 'settings' });
    app.history.back();
    expect(screens().routeFor('one')).toEqual({ screen: 'changes' });
  });

  it('changes screens with the connection and forgets deleted connections', () => {
    const app = new AppState(screens());
    app.setSession(openSession('one', 'two'));
    app.go({ screen: 'changes' });
    app.setSession(openSession('two', 'one'));
    expect(app.route).toEqual({ screen: 'today' });
    app.setSession(openSession('one', 'two'));
    expect(app.route).toEqual({ screen: 'changes' });
    app.setSession(openSession('two'));
    expect(screens().routeFor('one')).toEqual({ screen: 'today' });
  });
});
