import { expect, it } from 'vitest';
import { fitsMemory } from '../../../scripts/lib/memory-folder.mjs';

const GB = 2 ** 30;
const enough = { platform: 'linux', env: {}, free: 4 * GB, memory: 8 * GB };

it('puts the files of tests into memory if it has enough space', () => expect(fitsMemory(enough)).toBe(true));

it.each([
  ['another system', { platform: 'darwin' }],
  ['a container with little shared memory', { free: 64 * 2 ** 20 }],
  ['a machine with little memory', { memory: 7 * GB }],
  ['a folder set by the user', { env: { TMPDIR: '/data/tmp' } }],
])('leaves them on the disk on %s', (_name, difference) =>
  expect(fitsMemory({ ...enough, ...difference })).toBe(false),
);
