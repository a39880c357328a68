import { describe, expect, it } from 'vitest';
import type { Session } from '../../../preload/contract/calls/live';
import { connectionState } from '../../../renderer/places/shell/stamp';
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
