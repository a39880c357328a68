import { expect, it } from 'vitest';
import type { RecordLinkGroup } from '../../../renderer/records/record/opened-record.svelte';
import { unprintedLinks } from '../../../renderer/records/record/sheet';

const group = (label: string, resource: RecordLinkGroup['resource'], keys: string[], total = keys.length) =>
  ({
    label,
    resource,
    total,
    items: keys.map((key) => ({ key, title: `Record ${key}`, subtitle: '' })),
  }) as unknown as RecordLinkGroup;

it('prints no list of records twice', () => {
  const fields = [
    { names: 'feeStructures', plain: '[1230, 1231]' },
    // A number that only looks like the ID of a billing group hides no list.
    { names: undefined, plain: '20266' },
  ];
  const links = unprintedLinks(
    [
      group('Fee structures', 'feeStructures', ['1230', '1231']),
      group('Billing groups of the household', 'billingGroups', ['20266']),
      group('Billing groups it is assigned to', 'billingGroups', ['20266']),
      group('Related people', 'relatedPersons', ['5']),
    ],
    fields,
  );
  expect(links.map(({ label, total }) => [label, total])).toEqual([
    ['Billing groups of the household; Billing groups it is assigned to', 1],
    ['Related people', 1],
  ]);
  // A truncated list may have more records than the field.
  expect(unprintedLinks([group('Fee structures', 'feeStructures', ['1230'], 9)], fields)).toHaveLength(1);
});
