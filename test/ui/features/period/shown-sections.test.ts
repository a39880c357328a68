import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Period, PeriodSection } from '#contract/features/period/sections';
import PeriodPage from '../../../../renderer/features/period/PeriodPage.svelte';
import {
  declaredFailure,
  deferredPromise,
  fakeEngine,
  openStream,
  UNCHECKED_REVIEW,
  waitForRestoredFocus,
  type Answers,
} from '../../fakes';
import { stubLayout } from '../../grid/support';
import { NO_RULES } from '#contract/features/team/approvals';
import { teamOf } from '../team/samples';

beforeEach(stubLayout);
afterAll(waitForRestoredFocus);

const ID = { firm: null, endDate: '2026-06-30' };

/** A setup section with a number of changes, each number with its own hash. */
const setup = (total: number): PeriodSection & { facts: { total: number } } => ({
  facts: {
    name: 'setup',
    since: { endDate: '2026-03-31', signedAt: '2026-04-02T15:00:00Z' },
    ...{ total, byField: [], changes: [], sha256: `changes-${total}` },
  },
  state: 'open',
  checked: null,
  sha256: `setup-${total}`,
});
const period = (section: PeriodSection): Period => ({
  ...ID,
  sections: [section],
  left: ['setup'],
  ...{ signature: null, colleagues: [], custodians: [], debit: null, accountsAsOf: null },
});

/** Shows the page; `reload` lets the rules end, after which it reads another state of the section. */
async function showPeriod(section: PeriodSection, overrides: Answers = {}) {
  let value = period(section);
  const rulesRan = deferredPromise<void>();
  const { engine, calls } = fakeEngine({
    'review.follow': async function* () {
      await rulesRan.promise;
      yield { ...UNCHECKED_REVIEW, state: 'done' };
      await new Promise(() => undefined);
    },
    'period.get': () => value,
    'period.list': () => [],
    'period.check': () => undefined,
    'period.sign': ({ sections }: { sections: string[] }) => {
      if (sections.join() !== value.sections.map(({ sha256 }) => sha256).join())
        throw declaredFailure('changed-since', { where: 'signature' });
      return {};
    },
    ...overrides,
  });
  const props = { engine, desktop: {} as never, id: ID, version: 1, go: vi.fn(), onback: vi.fn() };
  render(PeriodPage, props);
  await screen.findByRole('heading', { name: 'Setup changes', level: 2 });
  const reload = async (later: ReturnType<typeof setup>) => {
    value = period(later);
    rulesRan.settle();
    await screen.findAllByText(new RegExp(`^${later.facts.total} changes`));
  };
  const inputsOf = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return {
    user: userEvent.setup(),
    inputsOf,
    reload,
    set: (later: PeriodSection) => (value = period(later)),
  };
}

it('does not check off a section that changed while its dialog was open', async () => {
  const { user, inputsOf, reload } = await showPeriod(setup(3));
  await user.click(screen.getByRole('button', { name: /^Check off…/ }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Note'), 'Three changes, all agreed');
  await reload(setup(4));
  expect(within(dialog).getByText(/^3 changes/)).toBeTruthy();
  const submit = within(dialog).getByRole('button', { name: 'Check off' });
  await user.click(submit);
  expect(await within(dialog).findByText('This changed after you looked at it')).toBeTruthy();
  expect(inputsOf('period.check')).toEqual([]);
  // The dialog shows what it is now, and keeps the note.
  expect(within(dialog).getByText(/^4 changes/)).toBeTruthy();
  await user.click(submit);
  expect(inputsOf('period.check')).toEqual([
    { ...ID, section: 'setup', sha256: 'setup-4', note: 'Three changes, all agreed' },
  ]);
});

it('signs only what the dialog shows', async () => {
  const { user, inputsOf, reload } = await showPeriod(setup(3));
  await user.click(await screen.findByRole('button', { name: 'Sign…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign the period' });
  await user.type(within(dialog).getByLabelText('Note'), 'Three changes, all agreed');
  await reload(setup(4));
  const submit = within(dialog).getByRole('button', { name: 'Sign' });
  await user.click(submit);
  expect(await within(dialog).findByText('This changed after you looked at it')).toBeTruthy();
  await user.click(submit);
  expect(inputsOf('period.sign')).toEqual(
    ['setup-3', 'setup-4'].map((sha256) => ({
      ...{ ...ID, note: 'Three changes, all agreed' },
      sections: [sha256],
    })),
  );
});

it('says that a signature needs a note', async () => {
  const { user, inputsOf } = await showPeriod(setup(3));
  await user.click(await screen.findByRole('button', { name: 'Sign…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign the period' });
  const submit = within(dialog).getByRole('button', { name: 'Sign' });
  const reason = document.getElementById(submit.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Enter a note: what you checked and the reason for your decision.');
  await user.click(submit);
  expect(inputsOf('period.sign')).toEqual([]);
});

it('asks a colleague to approve only what the dialog shows', async () => {
  const { user, inputsOf, reload } = await showPeriod(setup(3), {
    'team.follow': () => openStream(teamOf()),
    'team.followApprovals': () => openStream({ rules: { ...NO_RULES, periods: true }, list: [] }),
    'team.approvalOf': () => ({ rules: ['periods'], approval: null, outdated: null }),
    'team.askApproval': ({ sections }: { sections: string[] }) => {
      if (sections.join() === 'setup-3') throw declaredFailure('changed-since', { where: 'signature' });
      return { ok: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Ask for approval…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Note of the signature'), 'All agreed');
  await reload(setup(4));
  const submit = within(dialog).getByRole('button', { name: 'Ask for approval' });
  await user.click(submit);
  expect(await within(dialog).findByText('This changed after you looked at it')).toBeTruthy();
  await user.click(submit);
  expect(inputsOf('team.askApproval')).toMatchObject([{ sections: ['setup-3'] }, { sections: ['setup-4'] }]);
});

it('is named after the period ends of its firm alone', async () => {
  const counts = { files: 1, debit: null, filesWithoutAmount: 1, filesLeft: 1, signed: null };
  const monthly = ['2026-05-31', '2026-04-30'].map((endDate) => ({ firm: '40', endDate, ...counts }));
  await showPeriod(setup(3), { 'period.list': () => monthly });
  expect(await screen.findByRole('heading', { name: 'Q2 2026' })).toBeTruthy();
});
