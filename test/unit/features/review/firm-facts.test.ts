import { expect, it } from 'vitest';
import { FirmColumns } from '#engine/features/billing-groups/firm-columns';
import { collectFirmData } from '#engine/features/review/firm-facts';

it('fails with the reason if a rule reads or calls a fact that no rule declared', () => {
  const { firm } = collectFirmData(
    new Set(),
    { reconciled: null, charges: null },
    { retired: [], ceiling: null },
    new FirmColumns(),
  );
  expect(() => firm.mapped.has('SWB A1')).toThrow('declares the need for mapped');
  expect(() => [...firm.structures]).toThrow('declares the need for structures');
  expect(() => firm.feePayer('1')).toThrow('declares the need for feePayer');
});
