import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Period, PeriodStep } from '#contract/features/period/sections';
import { BillingPeriod, withIds } from '../../../../renderer/features/period/billing-period.svelte';
import StepsSection from '../../../../renderer/features/period/StepsSection.svelte';
import { fakeEngine, declaredFailure } from '../../fakes';

const ONE = { id: 1, title: 'One' };
const TWO = { id: 2, title: 'Two' };
const idsOf = (titles: readonly string[], known: readonly Pick<PeriodStep, 'id' | 'title'>[]) =>
  withIds(
    titles.map((title) => ({ title })),
    known,
  ).map(({ id }) => id);

describe('edited steps', () => {
  it('keep their IDs if they are moved, or renamed in their position', () => {
    expect(idsOf(['Two', 'One'], [ONE, TWO])).toEqual([2, 1]);
    expect(idsOf(['First', 'Two'], [ONE, TWO])).toEqual([1, 2]);
  });

  it('are new if they are renamed while others are added or removed', () => {
    expect(idsOf(['First', 'Two', 'Three'], [ONE, TWO])).toEqual([null, 2, null]);
    expect(idsOf(['First'], [ONE, TWO])).toEqual([null]);
  });

  it('keep their IDs if two have the same title', () => {
    const known = [ONE, { ...TWO, title: 'One' }];
    expect(idsOf(['One', 'One'], known)).toEqual([1, 2]);
    expect(idsOf(['One', 'One', 'One'], known)).toEqual([1, 2, null]);
  });
});

const stepsOf = (...steps: Pick<PeriodStep, 'id' | 'title'>[]) => ({
  name: 'steps' as const,
  steps: steps.map((step) => ({ ...step, done: null })),
});
const periodWith = (facts: ReturnType<typeof stepsOf>): Period => ({
  ...{ firm: '39', endDate: '2026-06-30', signature: null, colleagues: [], left: [], custodians: [] },
  ...{ debit: null, accountsAsOf: null },
  sections: [{ ...{ state: 'open', checked: null, sha256: '' }, facts }],
});

it('does not replace steps that changed behind the dialog before it shows them', async () => {
  const { engine, calls } = fakeEngine({
    'period.get': () => periodWith(stepsOf(ONE)),
    'period.setSteps': () => undefined,
  });
  const period = new BillingPeriod(engine, { firm: '39', endDate: '2026-06-30' });
  const { rerender } = render(StepsSection, { facts: stepsOf(ONE), period, mayChange: true });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit steps…' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Steps');
  await user.clear(field);
  await user.type(field, 'First');
  await rerender({ facts: stepsOf(ONE, TWO) });
  const inputs = () => calls.filter(({ name }) => name === 'period.setSteps').map(({ input }) => input);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('list', { name: 'Current steps' })).textContent).toBe('OneTwo');
  expect([inputs(), field.value]).toEqual([[], 'First']);
  await user.type(field, '{Enter}Two');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const steps = [
    { id: 1, title: 'First' },
    { id: 2, title: 'Two' },
  ];
  await waitFor(() => expect(inputs()).toEqual([{ firm: '39', steps }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows a step as not done again if it could not be marked', async () => {
  const value = periodWith(stepsOf(ONE));
  const { engine } = fakeEngine({
    'period.get': () => structuredClone(value),
    'period.markStep': () => {
      throw declaredFailure('disk-full');
    },
  });
  const period = new BillingPeriod(engine, { firm: value.firm, endDate: value.endDate });
  await period.load();
  const loaded = period.value;
  const facts = () => {
    const section = period.value?.sections[0];
    if (section?.facts.name !== 'steps') throw new Error('no steps');
    return section.facts;
  };
  const { rerender } = render(StepsSection, { facts: facts(), period, mayChange: true });
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'One' });
  await userEvent.setup().click(box);
  await waitFor(() => expect(period.value).not.toBe(loaded));
  await rerender({ facts: facts() });
  expect(box.checked).toBe(false);
});
