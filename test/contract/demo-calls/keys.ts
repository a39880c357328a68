import { expect } from 'vitest';
import type { CallChecks } from './call-check';

/** 4.7 API keys */
export const keyChecks = {
  'apiKeys.create': async (_, owner) => {
    const { key, name } = await owner.call('apiKeys.create', { body: { name: 'Made in a test' } });
    expect(name).toBe('Made in a test');
    expect(key.length).toBeGreaterThan(8);
  },
  'apiKeys.list': async (_, owner) => {
    const keys = await owner.call('apiKeys.list');
    expect(keys.map(({ name }) => name)).toContain('Firm Desk (initial)');
  },
  'apiKeys.get': async (_, owner) => {
    const [listed] = await owner.call('apiKeys.list');
    const response = await owner.call('apiKeys.get', { path: { id: listed?.id ?? 0 } });
    expect(response).toEqual(listed);
  },
  'apiKeys.remove': async (_, owner) => {
    const { id } = await owner.call('apiKeys.create', { body: { name: 'To be removed' } });
    expect((await owner.call('apiKeys.remove', { path: { id } })).ids).toEqual([String(id)]);
  },
} satisfies CallChecks;
