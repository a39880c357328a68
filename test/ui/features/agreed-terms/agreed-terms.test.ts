import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AccountTerms, AgreedTerms, Agreement } from '#contract/features/agreed-terms/schemas';
import TermsDetail from '../../../../renderer/features/agreed-terms/TermsDetail.svelte';
import AgreedTermsView from '../../../../renderer/features/agreed-terms/AgreedTermsView.svelte';
import {
  comparedText,
  accountTermsText,
  RESULT_LABELS,
} from '../../../../renderer/features/agreed-terms/terms-messages';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  type Answers,
} from '../../fakes';

const TERMS: AgreedTerms = {
  structure: null,
  rate: '0.75',
  tiers: null,
  flatDollars: null,
  collection: 'R',
  frequency: null,
};
const AGREEMENT: Agreement = {
  id: 5,
  target: 'household',
  key: '60',
  date: '2025-01-03',
  terms: TERMS,
  reference: 'IMA-1',
  file: 'terms.xlsx',
  line: 12,
  importedAt: '2026-11-24T10:00:00.000Z',
  importedBy: 'jo',
};
const sampleAccount = (overrides: Partial<AccountTerms> = {}): AccountTerms => ({
  key: '1',
  name: 'Violet Juns',
  number: '00123',
  custodian: 'SWB',
  household: '60',
  result: 'differs',
  why: null,
  differences: [{ field: 'rate', agreed: '0.75', setUp: '0.85' }],
  agreement: AGREEMENT,
  structures: ['7'],
  ...overrides,
});
const COUNTS = { differs: 1, 'not-determined': 0, 'no-structure': 0, 'no-agreement': 3, agrees: 2 };
const listAnswer = (
  items: AccountTerms[],
  agreements = 1,
  accountsAsOf: string | null = '2026-11-24T09:00:00Z',
) => ({
  items,
  total: items.length,
  counts: COUNTS,
  agreements,
  accountsAsOf,
  structuresAsOf: '2026-11-24T09:00:00Z',
});

function show(answers: Answers = {}, page?: object) {
  const { engine, calls } = fakeEngine({
    'agreedTerms.list': () => listAnswer([sampleAccount()]),
    'agreedTerms.versions': () => [AGREEMENT],
    ...answers,
  });
  const { desktop } = fakeDesktop({ choose: () => [{ grant: 'g', path: '/t.xlsx', name: 't.xlsx' }] });
  const go = vi.fn();
  render(AgreedTermsView, {
    engine,
    desktop,
    live: liveOf(),
    connection: connectionOf(),
    route: { screen: 'task', task: 'agreedTerms', ...(page ? { page } : {}) } as never,
    go,
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), go, inputs };
}

it('shows results with counts, and filters by result', async () => {
  const { user, inputs } = show();
  expect(await screen.findByText('1 agreement on file')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Differs\s*1$/ }));
  await vi.waitFor(() =>
    expect(inputs('agreedTerms.list').at(-1)).toMatchObject({ filter: { result: 'differs' } }),
  );
});

it('shows the counts of the current filter if an earlier response arrives late', async () => {
  const late = deferredPromise<ReturnType<typeof listAnswer>>();
  const { user } = show({
    'agreedTerms.list': ({ filter }: { filter: object }) =>
      'result' in filter ? listAnswer([sampleAccount()], 2) : late.promise,
  });
  await user.click(screen.getByRole('radio', { name: /^Differs/ }));
  expect(await screen.findByText('2 agreements on file')).toBeTruthy();
  late.settle(listAnswer([sampleAccount()], 1));
  await new Promise((resolve) => setTimeout(resolve)); // long enough for the late response to be shown by mistake
  expect(screen.getByText('2 agreements on file')).toBeTruthy();
});

it('says when there are no agreements or no data, and when reading failed', async () => {
  show({ 'agreedTerms.list': () => listAnswer([sampleAccount()], 0) });
  expect(await screen.findByRole('heading', { name: 'No agreements yet' })).toBeTruthy();
  document.body.innerHTML = '';
  show({ 'agreedTerms.list': () => listAnswer([], 0, null) });
  expect(await screen.findByRole('heading', { name: 'No data yet' })).toBeTruthy();
  document.body.innerHTML = '';
  show({
    'agreedTerms.list': () => {
      throw declaredFailure('unexpected');
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('names both sides and the agreement, and never says that a fee is right', () => {
  expect(accountTermsText(sampleAccount())).toBe('Rate: 0.75% agreed, 0.85% set up');
  expect(comparedText(sampleAccount())).toBe(
    'Compares the household’s terms of Jan 3, 2025 with 7 as set up now. Only terms that the agreement names are compared.',
  );
  const several = sampleAccount({ result: 'not-determined', why: 'several-structures', differences: [] });
  expect(accountTermsText(several)).toBe('Not determined: the account has several fee structures');
  expect(comparedText(sampleAccount({ result: 'no-agreement', agreement: null }))).toBe(
    'No imported terms name this account or its household.',
  );
  const labels = Object.values(RESULT_LABELS).map(({ label }) => label);
  expect(labels.join(' ')).not.toMatch(/right|correct|approved|collected|valid/i);
});

it('maps columns, checks lines, gives reasons for excluded ones, and imports the others', async () => {
  const outcome = {
    problems: [],
    stored: 2,
    unchanged: 1,
    excluded: 1,
    lines: [{ line: 3, field: 'rate', issue: { code: 'out-of-range', facts: { least: 0, most: 99 } } }],
  };
  const { user, inputs, go } = show(
    {
      'agreedTerms.read': () => ({
        id: 't1',
        file: null,
        lines: 4,
        columns: [
          { heading: 'Account ID', samples: ['1'], field: 'id' },
          { heading: 'Signed on', samples: ['2025-01-03'], field: null },
        ],
        fields: [
          { field: 'id', isKey: true, isRequired: false },
          { field: 'date', isKey: false, isRequired: true },
        ],
      }),
      'agreedTerms.check': () => outcome,
      'agreedTerms.store': () => outcome,
    },
    { kind: 'import' },
  );
  await user.type(screen.getByLabelText('Paste from a spreadsheet'), 'Account ID');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.selectOptions(await screen.findByLabelText('Field of column “Signed on”'), 'date');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  expect(await screen.findByText('2 lines can be imported, 1 already stored, 1 excluded.')).toBeTruthy();
  expect(inputs('agreedTerms.check')).toEqual([{ table: 't1', fields: ['id', 'date'] }]);
  const excluded = within(screen.getByRole('table', { name: 'Excluded lines' }));
  expect(excluded.getByText('Rate: Enter a number from 0 to 99.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Import 2 lines' }));
  expect(await screen.findByText('2 lines imported, 1 already stored, 1 excluded.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Check lines' })); // once more, after the import
  await user.click(await screen.findByRole('button', { name: 'Import 2 lines' }));
  expect(await screen.findByText('2 lines imported, 1 already stored, 1 excluded.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'agreedTerms' });
});

it('does not show the agreements of one account as those of the next', async () => {
  const { engine } = fakeEngine({
    'agreedTerms.versions': ({ account }: { account: string }) =>
      account === '1' ? [AGREEMENT] : new Promise(() => undefined),
  });
  const props = { engine, asOf: null, go: vi.fn(), onclose: vi.fn() };
  const { rerender } = render(TermsDetail, { ...props, account: sampleAccount() });
  expect(await screen.findByText('Reference: IMA-1')).toBeTruthy();
  await rerender({ account: sampleAccount({ key: '2', name: 'Bo Lund' }) });
  expect(screen.getByText('Bo Lund')).toBeTruthy();
  expect(screen.queryByText('Reference: IMA-1')).toBeNull();
});
