import { expect } from 'vitest';
import { two, type Scenes } from './scene';

/** What the wire facts know of firms and households */
export const neighbors = {
  'firms.list': async (service) => {
    expect((await service.call('firms.list')).length).toBeGreaterThan(0);
  },
  'households.list': async (service) => {
    expect((await service.call('households.list', two)).length).toBeGreaterThan(0);
  },
} satisfies Scenes;
