import { expect, it } from 'vitest';
import { StructureComparison } from '../../../../renderer/features/fee-structures/structures.svelte';
import { declaredFailure, deferredPromise, fakeEngine } from '../../fakes';

const record = (name: string) => ({
  raw: JSON.stringify({ name }),
  title: name,
  fetchedAt: '2026-11-21T07:00:00Z',
  drift: [],
});

it('has no fields of the structure chosen before while another is read, or after that failed', async () => {
  const second = deferredPromise<ReturnType<typeof record>>();
  const { engine } = fakeEngine({
    'records.get': ({ key }: { key: string }) => {
      if (key === '3') throw declaredFailure('unexpected');
      return key === '1' ? record('Core') : second.promise;
    },
  });
  const comparison = new StructureComparison();
  const choose = (key: string) => {
    comparison.key = key;
    return comparison.choose(engine);
  };
  await choose('1');
  expect(comparison.values).toMatchObject({ name: '"Core"' });
  const choosing = choose('2');
  expect(comparison.values).toBeNull();
  second.settle(record('Flat'));
  await choosing;
  expect(comparison.values).toMatchObject({ name: '"Flat"' });
  await choose('3');
  expect([comparison.key, comparison.values]).toEqual(['', null]);
});
