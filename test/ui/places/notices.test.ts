import { expect, it } from 'vitest';
import { noticesOf } from '../../../renderer/places/shell/notices';
import { liveOf } from '../fakes';

const notices = [
  { id: 'cache', failure: { kind: 'cache-unreadable' as const } },
  { id: 'full', failure: { kind: 'disk-full' as const } },
];
const idsOf = (asOf: string | null) => {
  const live = liveOf({ notices });
  const resources = live.resources.map((one) => ({ ...one, asOf }));
  return noticesOf(null, { ...live, resources }, 0).map(({ id, remedy }) => [id, remedy]);
};

it('data that was set aside is told with its remedy until it is fetched again; other notices stay', () => {
  expect(idsOf(null)).toEqual([
    ['cache', 'refresh'],
    ['full', undefined],
  ]);
  expect(idsOf('2026-11-23T02:31:00Z')).toEqual([['full', undefined]]);
});
