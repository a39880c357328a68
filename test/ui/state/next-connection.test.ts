import { expect, it, vi } from 'vitest';
import type { Engine } from '../../../renderer/bridge';
import { OpenForms } from '../../../renderer/records/form/open-forms.svelte';
import { AppState } from '../../../renderer/state/app.svelte';
import { connectionOf, sessionOf } from '../fakes';

const [first, second] = [connectionOf({ id: 'conn-0001' }), connectionOf({ id: 'conn-0002' })];
const openSession = (connection: typeof first) =>
  sessionOf({ connections: [first, second], open: { connection, state: 'open' } });

it('creates a client for each connection, so that nothing memoized belongs to another', () => {
  const app = new AppState();
  const never = () => new Promise<never>(() => undefined);
  const engine = {
    createClient: () => ({}),
    early: { live: never, layout: { get: never }, views: { get: never }, records: { window: never } },
    releaseCalls: () => undefined,
  } as unknown as Engine;
  const controller = new AbortController();
  app.connect({ desktop: never(), onEngine: (listener) => listener(engine) }, controller.signal);
  app.setSession(openSession(first));
  const client = app.engine;
  app.setSession(openSession(first));
  expect(app.engine).toBe(client);
  app.setSession(openSession(second));
  expect(app.engine).not.toBe(client);
  controller.abort();
});

it('closes the form of a record of another connection', () => {
  const forms = new OpenForms(
    () => null,
    vi.fn(),
    () => ({ screen: 'today' }),
  );
  forms.use('conn-0001');
  const target = { kind: 'edit', resource: 'accounts', key: '7' } as const;
  forms.open(target);
  forms.use('conn-0001');
  expect(forms.target).toBe(target);
  forms.use('conn-0002');
  expect(forms.target).toBeNull();
});
