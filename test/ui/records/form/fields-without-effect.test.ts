import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import FormFields from '../../../../renderer/records/form/FormFields.svelte';
import { RecordForm } from '../../../../renderer/records/form/record-form.svelte';
import { fakeEngine } from '../../fakes';
import { sampleDraft, sampleDraftRow } from './samples';

afterEach(cleanup);

async function openFeeStructure() {
  const raw =
    '{"id":7,"name":"Core","calculation_type":"T","flat_rate":0.50,"flat_dollar_fee":null,"firm_id":39}';
  const { engine } = fakeEngine({
    'edits.open': () => sampleDraft({ resource: 'feeStructures', key: '7' }),
    'edits.rows': () => ({ rows: [sampleDraftRow([], { key: '7' })], total: 1 }),
    'records.get': () => ({ raw, title: 'Core', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }),
    'names.byId': () => [],
  });
  const form = new RecordForm(
    () => engine,
    () => () => undefined,
  );
  await form.open({ kind: 'edit', resource: 'feeStructures', key: '7' });
  return { form, engine };
}
const hasEffect = (field: string) => !field.startsWith('flat_');

it('keeps a field without effect visible while its input error prevents sending', async () => {
  const { form, engine } = await openFeeStructure();
  render(FormFields, { form, engine, view: { hasEffect } });
  expect(screen.queryByLabelText('Rate')).toBeNull();
  form.setInputError('flat_rate', 'Enter a rate.');
  expect(form.hasErrors).toBe(true);
  expect((await screen.findByLabelText('Rate')).getAttribute('aria-invalid')).toBe('true');
  form.setInputError('flat_rate', null);
  await waitFor(() => expect(screen.queryByLabelText('Rate')).toBeNull());
});

it('hides fields without effect and reports those with a value as kept', async () => {
  const { form, engine } = await openFeeStructure();
  const { rerender } = render(FormFields, { form, engine, view: { hasEffect } });
  expect(screen.queryByLabelText('Rate')).toBeNull();
  expect(screen.getByText('Not used with these values and kept as it is: Rate.')).toBeTruthy();
  await rerender({ form, engine, view: {} });
  expect(screen.getByLabelText('Rate')).toBeTruthy();
  expect(screen.queryByText(/kept as it is/)).toBeNull();
});
