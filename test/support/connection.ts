import type { Connection } from '#contract/connection';

/** Returns a connection's profile; tests set the fields that they check. */
export const connectionOf = (overrides: Partial<Connection> = {}): Connection => ({
  id: 'conn-0001',
  name: 'Harborview',
  baseUrl: 'https://api.harborview.example/v2',
  authUrl: 'https://api.harborview.example/v2',
  application: 'production',
  credentialKind: 'api-key',
  demo: false,
  createdAt: '2026-11-01T08:00:00Z',
  ...overrides,
});
