import { describe, expect, it } from 'vitest';
import { distinctName, MAX_MEMBER_NAME } from '#contract/features/team/member-name';
import { MemoryLog } from './memory-log';
import { newTeam } from './writers';

describe('the name of a member', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['Pat Lee', [], 'Pat Lee'],
    ['Pat Lee', ['Robin Reyes'], 'Pat Lee'],
    ['Pat Lee', ['Pat Lee'], 'Pat Lee (2)'],
    ['Pat Lee', ['Pat Lee', 'Pat Lee (2)'], 'Pat Lee (3)'],
    ['pat  LEE', ['Pat Lee'], 'pat  LEE (2)'],
  ])('shows %s on a team with %j as %s', (name, taken, expected) => {
    expect(distinctName(name, taken)).toBe(expected);
  });

  it('stays within its length with a number', () => {
    const name = 'x'.repeat(MAX_MEMBER_NAME);
    const second = distinctName(name, [name]);
    expect(second).toHaveLength(MAX_MEMBER_NAME);
    expect(second).toMatch(/x \(2\)$/);
  });

  it('is distinct on every computer if two members are admitted with the same name', async () => {
    const log = new MemoryLog();
    const writers = await newTeam(log, ['Pat Lee', 'Ana Ruiz', 'Pat Lee']);
    writers[2]?.mark('no-household', '1', 'by the second');
    for (const writer of [...writers.toReversed(), ...writers]) await writer.run(log);
    for (const writer of writers) {
      const names = writer.sync.ledger.membership.members.map(({ name }) => name);
      expect(names).toEqual(['Pat Lee', 'Ana Ruiz', 'Pat Lee (2)']);
      expect(writer.marks()).toEqual(['no-household 1 by the second Pat Lee (2)']);
    }
  });
});
