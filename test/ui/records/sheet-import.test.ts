import { expect, it } from 'vitest';
import type { SheetOutcome } from '#contract/calls/sheet-tables';
import { SheetImportForm } from '../../../renderer/records/sheet/sheet-import.svelte';
import { deferredPromise, fakeDesktop } from '../fakes';

const TABLE = {
  id: 't1',
  file: null,
  lines: 1,
  columns: ['Number', 'Value'].map((heading, index) => ({
    heading,
    samples: ['1'],
    field: index === 0 ? 'number' : 'value',
  })),
  fields: [],
};
const OUTCOME: SheetOutcome = { problems: [], stored: 1, unchanged: 0, excluded: 0, lines: [] };

it('a check is ignored if a column was assigned differently before it ended', async () => {
  const checks = [deferredPromise<SheetOutcome>(), deferredPromise<SheetOutcome>()];
  let count = 0;
  const form = new SheetImportForm(
    {
      read: () => Promise.resolve(TABLE),
      check: () => checks[count++]?.promise ?? Promise.reject(new Error('a third check')),
      store: () => Promise.resolve(OUTCOME),
      template: () => Promise.resolve({ rows: 0 }),
    },
    fakeDesktop().desktop,
    { open: 'import-table', template: 'import-template', title: 'Open', name: 'template' },
  );
  await form.read({ from: 'text', text: 'Number\tValue\n1\t1' });
  const first = form.check();
  form.assign(1, '');
  checks[0]?.settle(OUTCOME);
  expect(await first).toBeNull();
  expect(form.checkOutcome).toBeNull(); // so that the other columns cannot be stored unchecked
  const second = form.check();
  checks[1]?.settle(OUTCOME);
  expect(await second).toBe(OUTCOME);
  expect(form.checkOutcome).toBe(OUTCOME);
});
