import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { DraftField, DraftKind } from '#contract/edit';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { valueIssueOf } from '#contract/value-issue';
import FormFields from '../../../../renderer/records/form/FormFields.svelte';
import { reviewNote } from '../../../../renderer/records/form/form-messages';
import { RecordForm } from '../../../../renderer/records/form/record-form.svelte';
import type { FormValues } from '../../../../renderer/records/form/form-view';
import { FEE_STRUCTURE_FORM } from '../../../../renderer/features/fee-structures/form';
import { fakeEngine } from '../../fakes';
import { sampleDraft, sampleDraftRow } from './samples';

const RAW =
  '{"id":7,"name":"Core","slug":"core","calculation_type":"T","flat_rate":0.50,"flat_dollar_fee":null,"tiers":[{"min_balance":0,"max_balance":null,"rate":1}],"weight":100,"firm_id":39}';

/** Shows the form of a record with these draft values, checked as in the engine. */
async function showForm(
  resource: ResourceName,
  kind: DraftKind,
  draftValues: Record<string, string>,
  presetField?: DraftField,
) {
  const fields = [
    ...Object.entries(draftValues).map(([field, after]): DraftField => ({
      field,
      ...(kind === 'edit' ? { before: 'null' } : {}),
      after,
      issue: valueIssueOf(resourceNamed(resource).fields[field], after),
    })),
    ...(presetField ? [presetField] : []),
  ];
  const draft = sampleDraft({ resource, kind, key: kind === 'edit' ? '7' : null });
  const { engine } = fakeEngine({
    'edits.open': () => draft,
    'edits.create': () => draft,
    'edits.rows': () => ({ rows: [sampleDraftRow(fields, { key: draft.key })], total: 1 }),
    'records.get': () => ({ raw: RAW, title: 'Core', fetchedAt: '2026-11-21T07:00:00Z', drift: [] }),
    'records.facets': () => ({ values: [], distinct: 0 }),
    'names.byId': () => [],
    'names.find': () => ({ hasNames: false, items: [] }),
  });
  const form = new RecordForm(
    () => engine,
    () => () => undefined,
  );
  await form.open(kind === 'edit' ? { kind, resource, key: '7' } : { kind: 'create', resource, like: null });
  render(FormFields, {
    form,
    engine,
    view:
      resource === 'feeStructures'
        ? { hasEffect: (field: string, values: FormValues) => FEE_STRUCTURE_FORM.hasEffect(field, values) }
        : {},
  });
  return form;
}
/** Returns the message of a field as exposed to screen readers. */
const errorAt = (label: string): string | null | undefined => {
  const box = screen.getByLabelText(label);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  return document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
};

describe('invalid input', () => {
  it.each([
    ['feeStructures', 'Rate', 'flat_rate', '100', 'Enter a number from 0 to 99.'],
    ['feeStructures', 'Rate', 'flat_rate', '-1', 'Enter a number from 0 to 99.'],
    ['feeStructures', 'Flat fee', 'flat_dollar_fee', '"ten"', 'This is not an amount.'],
    ['feeStructures', 'Quarter cycle', 'quarter_cycle', '1.5', 'This is not a whole number.'],
    ['assetAdjustments', 'Weight', 'weight', '1.5', 'This is not a whole number.'],
    ['accounts', 'Household', 'household_id', '"Juniper"', 'No household with this name.'],
    ['accounts', 'First billable date', 'first_billable_date', '"1700-01-01"', 'from 1900 to 2199.'],
    ['accounts', 'First billable date', 'first_billable_date', '"9999-12-31"', 'from 1900 to 2199.'],
    ['billingMinimums', 'Value', 'value', '"a lot"', 'This is not a number.'],
  ] as const)('is kept and reported at its field: %s: %s', async (resource, label, field, json, message) => {
    const form = await showForm(resource, 'edit', { [field]: json });
    expect(errorAt(label)).toContain(message);
    expect(form.value(field)).toBe(json);
    expect(form.hasErrors).toBe(true);
  });

  it('reports a slug in use, which the user cannot edit, with what to do', async () => {
    await showForm(
      'assetAdjustments',
      'create',
      { name: '"Core"' },
      {
        field: 'slug',
        after: '"core"',
        issue: { code: 'slug-in-use', facts: { title: 'Core' } },
      },
    );
    expect(screen.getByRole('alert').textContent).toBe(
      '“Core” already has this short ID. Change the name to get a different one.',
    );
  });

  it('says of the draft of a removed record that it can only be discarded', () => {
    expect(reviewNote({ state: 'gone', issue: null }, 0, 'billingGroups')).toBe(
      'The service no longer has this billing group. The draft can only be discarded.',
    );
  });

  it("shows the service's reasons at the fields they name, including a hidden field", async () => {
    const form = await showForm('feeStructures', 'edit', {});
    expect(screen.queryByLabelText('Rate')).toBeNull(); // tiered: not used
    form.showReasons([
      'flat_rate: must be between 0 and 99',
      'tiers[1].min_balance leaves a hole',
      'slug has already been taken',
      'Try again later',
    ]);
    expect(await screen.findByText('The service said: flat_rate: must be between 0 and 99')).toBeTruthy();
    expect(errorAt('Rate')).toContain('must be between 0 and 99');
    expect(screen.getByText('The service said: tiers[1].min_balance leaves a hole')).toBeTruthy();
    expect(screen.getByText('Try again later')).toBeTruthy();
  });
});
