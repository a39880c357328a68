import { expect, test } from 'vitest';
import { resourceNamed, type ResourceName } from '../../../../preload/contract/resources';
import { meantBy } from '../../../../renderer/resource/list/pasted';

/** What the firm has, by field. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  number: ['00920892', '123456789', 'X1'],
  id: ['200001', '200002'],
  last_name: ['Diaz', 'Moreau'],
  name: ['Smith Trust'],
};
const meant = (text: string, resource: ResourceName = 'accounts') =>
  meantBy(text, resourceNamed(resource), (field, values) =>
    Promise.resolve(values.filter((value) => !(HELD[field] ?? []).includes(value))),
  );

test('a pasted list is one of the field in which most of it is found', async () => {
  expect(await meant('00920892\nX1\n77')).toEqual({ field: 'number', values: ['00920892', 'X1', '77'] });
  expect(await meant('200001\r\n200002\r\n')).toEqual({ field: 'id', values: ['200001', '200002'] });
  expect(await meant('Diaz\nMoreau', 'relatedPersons')).toEqual({
    field: 'last_name',
    values: ['Diaz', 'Moreau'],
  });
});

test('of a pasted table the column counts that the firm knows', async () => {
  expect(await meant('Diaz\t00920892\t$5\nMoreau\tX1\t$6')).toEqual({
    field: 'number',
    values: ['00920892', 'X1'],
  });
  // Names are found as often as numbers, and tell less.
  expect((await meant('Smith Trust\t00920892\nSmith Trust\t00920892'))?.field).toBe('number');
});

test('a list of which nothing is found is one of the numbers, and says what it lacks', async () => {
  expect(await meant('a\nb')).toEqual({ field: 'number', values: ['a', 'b'] });
});
