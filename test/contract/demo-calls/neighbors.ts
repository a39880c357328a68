import { expect } from 'vitest';
import { RESOURCE_NAMES, resourceNamed } from '../../../preload/contract/resources';
import { two, type Scene, type Scenes } from './scene';

/** What the wire facts know of firms and households */
export const neighbors = {
  'firms.list': async (service) => {
    expect((await service.call('firms.list')).length).toBeGreaterThan(0);
  },
  'households.list': async (service) => {
    expect((await service.call('households.list', two)).length).toBeGreaterThan(0);
  },
  /** Those that are resources are only listed, each alike. */
  ...Object.fromEntries(
    RESOURCE_NAMES.filter((name) => resourceNamed(name).service.optional).map((name): [string, Scene] => [
      `${name}.list`,
      async (service) => {
        const { records } = await service.call(`${name}.list`, two);
        expect(records.map(({ fits }) => fits)).toEqual([true, true]);
      },
    ]),
  ),
} satisfies Scenes;
