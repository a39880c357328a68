import { describe, expect, it } from 'vitest';
import type { Session } from '../../../preload/contract/calls/live';
import { cacheStamp, connectionState } from '../../../renderer/places/shell/stamp';
import type { ResourceName } from '../../../preload/contract/resources';
import { connectionOf, liveOf } from '../fakes';

describe('the state of the connection, in a word', () => {
  const open: NonNullable<Session['open']> = { connection: connectionOf(), state: 'open' };
  const word = (more: Parameters<typeof liveOf>[0]) => connectionState(open, liveOf(more), 'flowing').word;

  it('is Online only from an answer on, while nothing says otherwise', () => {
    expect(word({ contact: 'untried' })).toBe('Not asked yet');
    expect(word({ contact: 'answered' })).toBe('Online');
    expect(word({ contact: 'retrying' })).toBe('Trying again…');
    expect(word({ contact: 'no-answer' })).toBe('No answer');
    expect(word({ contact: 'offline', offline: true })).toBe('Offline');
    expect(word({ contact: 'answered', offline: true })).toBe('Offline');
  });
});

describe('the stamp of the data', () => {
  it('is that of the oldest list, and says nothing of lists that may be missing', () => {
    const state = (resource: ResourceName, asOf: string | null) => ({
      ...{ resource, asOf, count: 0, uncertain: false, drifted: 0 },
    });
    const live = liveOf({
      resources: [
        state('accounts', '2026-11-21T07:00:00Z'),
        state('billingGroups', '2026-11-21T06:00:00Z'),
        state('billingMinimums', '2026-11-20T06:00:00Z'),
        state('legacyMappings', null),
      ],
    });
    expect(cacheStamp(live)).toMatchObject({ asOf: '2026-11-21T06:00:00Z' });
    expect(cacheStamp(live).detail).not.toContain('never fetched');
  });
});
