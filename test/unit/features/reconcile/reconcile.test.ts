import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fail } from '#contract/failure';
import { comparisonSentence } from '#contract/features/reconcile/messages';
import type { Comparison } from '#contract/features/reconcile/findings';
import { previewArchive, reconcile } from '#engine/features/reconcile/reconcile';
import { billedAccount, mapping, memorySources } from './memory';

const csv = (...lines: (readonly [string, string])[]): string =>
  ['Account Number,Fee', ...lines.map(([number, fee]) => `${number},"${fee}"`)].join('\r\n');

const CURRENT_RECORD = { endDate: '2026-09-30', firmId: '39', files: 1, custodians: 1 };
const PREVIOUS_RECORD = { endDate: '2026-06-30', firmId: '39' };
const accounts = ['0011', '0022', '0033'].map((number, index) =>
  billedAccount({ number, household: String(index) }),
);

const outcomes = (comparisons: readonly Comparison[]) =>
  Object.fromEntries(
    comparisons.map((comparison) => [comparison.what, [comparison.outcome, comparisonSentence(comparison)]]),
  );

describe('a clean file', () => {
  it('agrees in every count and sum', async () => {
    const sources = memorySources({
      accounts,
      saved: { 40: { files: { 'SWB.csv': csv(['0011', '1,000.10'], ['0022', '0.20'], ['0033', '5.00']) } } },
      records: { 40: { ...CURRENT_RECORD, accounts: 3, households: 3, periodDebit: '1005.30' } },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    // The comparisons with the record come first.
    expect(result.comparisons.slice(0, 5).map(({ outcome }) => outcome)).toEqual(Array(5).fill('agrees'));
    expect(result.kinds).toEqual([]);
    expect(result.sum).toBe('1005.30');
  });
});

it.each([
  ['1005.3000000000002', ['agrees', 'Agrees.']],
  ['1005.2999999999998', ['agrees', 'Agrees.']],
  ['1005.4000000000001', ['differs', 'Differs: the file total is $0.10 lower.']],
])('compares a total of %s, a sum of floats, by the cent', async (periodDebit, outcome) => {
  const sources = memorySources({
    accounts,
    saved: { 40: { files: { 'SWB.csv': csv(['0011', '1,000.10'], ['0022', '0.20'], ['0033', '5.00']) } } },
    records: { 40: { ...CURRENT_RECORD, accounts: 3, households: 3, periodDebit } },
  });
  const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
  expect(outcomes(result.comparisons)['period-debit']).toEqual(outcome);
});

describe('a file that disagrees with its record', () => {
  it('describes each difference in words', async () => {
    const sources = memorySources({
      accounts,
      saved: { 40: { files: { 'SWB.csv': csv(['0011', '1.10'], ['0011', '1.10'], ['77', '123.45']) } } },
      records: {
        40: { ...CURRENT_RECORD, files: 2, custodians: 2, accounts: 4, households: 4, periodDebit: '1.10' },
      },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(result.comparisons)).toMatchObject({
      'period-debit': ['differs', 'Differs: the file total is $124.55 higher.'],
      accounts: ['differs', 'Differs: the file has 2 fewer accounts.'],
      custodians: ['differs', 'Differs: the file has 1 fewer custodian.'],
      households: ['differs', 'Differs: the file’s accounts belong to at least 2 fewer households.'],
      files: ['differs', 'Differs: the file has 1 fewer file.'],
    });
    expect(result.kinds).toEqual([
      { kind: 'unmatched', lines: 1, sum: '123.45' },
      { kind: 'duplicate', lines: 2, sum: '1.10' }, // the amount billed beyond the first of them
    ]);
  });

  it('accepts accounts without a household if the record counts only the other households', async () => {
    const sources = memorySources({
      accounts: [
        billedAccount({ number: '0011', household: '1' }),
        billedAccount({ number: '0022', household: null }),
      ],
      saved: { 40: { files: { 'SWB.csv': csv(['0011', '1.00'], ['0022', '1.00']) } } },
      records: { 40: { ...CURRENT_RECORD, accounts: 2, households: 1, periodDebit: '2' } },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(result.comparisons.slice(0, 5).map(({ outcome }) => outcome)).toEqual(Array(5).fill('agrees'));
  });

  it('leaves the household count undetermined if one household is unknown', async () => {
    const sources = memorySources({
      accounts: [
        billedAccount({ number: '0011', household: '1' }),
        billedAccount({ number: '0022', household: null }),
      ],
      saved: { 40: { files: { 'SWB.csv': csv(['0011', '1.00'], ['0022', '1.00']) } } },
      records: { 40: { ...CURRENT_RECORD, accounts: 2, households: 2, periodDebit: '2' } },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(result.comparisons)['households']).toEqual([
      'unsaid',
      'Not determined: the household of 1 account is unknown.',
    ]);
  });

  it('counts neither accounts nor households if a line has no account number', async () => {
    const sources = memorySources({
      accounts,
      saved: { 40: { files: { 'SWB.csv': csv(['0011', '1.00'], ['', '1.00']) } } },
      records: { 40: { ...CURRENT_RECORD, accounts: 2, households: 2, periodDebit: '2' } },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    const undetermined = ['unsaid', 'Not determined: 1 line has no account number.'];
    expect(outcomes(result.comparisons)).toMatchObject({ accounts: undetermined, households: undetermined });
  });

  it('does not compare facts that are missing or unreadable', async () => {
    const sources = memorySources({
      accounts,
      saved: { 40: { files: { 'SWB.csv': csv(['0011', 'n/a']), 'notes.txt': null } } },
      records: { 40: { ...CURRENT_RECORD, files: 2, periodDebit: '2.00' } },
    });
    const { result } = await reconcile(sources, '40', [
      mapping({ entry: 'SWB.csv' }),
      mapping({ entry: 'notes.txt', leftOut: true }),
    ]);
    expect(outcomes(result.comparisons)).toMatchObject({
      accounts: ['unsaid', 'Not determined: the record has no count of accounts.'],
      'period-debit': ['unsaid', 'Not determined: 1 amount could not be read.'],
      files: ['agrees', 'Agrees.'],
    });
    expect(result.remarks).toEqual([{ code: 'left-out', entry: 'notes.txt' }]);
  });
});

it('reconciles a saved file that was changed, and reports the change', async () => {
  const files = { 'SWB.csv': csv(['0011', '110.00']) };
  const issues = async (changed: boolean) => {
    const sources = memorySources({
      accounts,
      saved: { 40: { files, changed } },
      records: { 40: CURRENT_RECORD },
    });
    return (await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })])).result.remarks;
  };
  expect(await issues(true)).toEqual([{ code: 'file-changed' }]);
  expect(await issues(false)).toEqual([]);
});

describe('the previous period', () => {
  const saved = {
    33: { files: { 'SWB.csv': csv(['0011', '100.00'], ['0099', '7.00']) } },
    40: { files: { 'SWB.csv': csv(['0011', '110.00'], ['0022', '2.00']) } },
  };

  it('shows new and removed accounts and the change of the sum, overall and by custodian', async () => {
    const sources = memorySources({ accounts, saved, records: { 33: PREVIOUS_RECORD, 40: CURRENT_RECORD } });
    const { result, lines, removedLines } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(result.comparisons)).toMatchObject({
      'before-accounts': ['differs', 'Changed: 1 new account and 1 removed account.'],
      'before-sum': ['differs', 'Changed: up $5.00 (4.67%).'],
    });
    expect(result.custodians).toEqual([
      {
        custodian: 'SWB',
        files: 1,
        lines: 2,
        accounts: 2,
        sum: '112.00',
        before: { accounts: 2, sum: '107.00', new: 1, gone: 1, change: '5.00' },
      },
    ]);
    expect(lines).toHaveLength(2);
    expect(removedLines.map((line) => line.number)).toEqual(['0099']);
    expect(result.before).toMatchObject({ fileId: '33', endDate: '2026-06-30' });
  });

  it('is compared with the file of the same custodians if the period has several files', async () => {
    const files = {
      ...saved,
      34: { files: { 'NFS.csv': csv(['7001', '50.00']) } },
    };
    const records = { 33: PREVIOUS_RECORD, 34: PREVIOUS_RECORD, 40: CURRENT_RECORD };
    const sources = memorySources({ accounts, saved: files, records });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(result.before?.fileId).toBe('33');
    const otherCustodians = memorySources({ accounts, saved: { 34: files[34], 40: files[40] }, records });
    const other = await reconcile(otherCustodians, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(other.result.comparisons)['before-sum']?.[1]).toContain('are from other custodians');
    expect(other.removedLines).toEqual([]);
  });

  it('is compared with the file of most of the accounts if several are of the same custodians', async () => {
    const otherAccounts = { files: { 'SWB.csv': csv(['0055', '50.00'], ['0066', '60.00']) } };
    const sources = memorySources({
      accounts,
      saved: { ...saved, 32: otherAccounts, 34: otherAccounts },
      records: { 32: PREVIOUS_RECORD, 33: PREVIOUS_RECORD, 34: PREVIOUS_RECORD, 40: CURRENT_RECORD },
    });
    const { result, removedLines } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(result.before?.fileId).toBe('33');
    expect(removedLines.map((line) => line.number)).toEqual(['0099']);
  });

  it.each(['32', '34'])('is compared although another of its files (%s) cannot be read', async (id) => {
    const records = { [id]: PREVIOUS_RECORD, 33: PREVIOUS_RECORD, 40: CURRENT_RECORD };
    const sources = memorySources({ accounts, saved: { ...saved, [id]: { files: {} } }, records });
    const { result } = await reconcile(
      {
        ...sources,
        open: (fileId, signal) =>
          fileId === id ? Promise.reject(fail('file-unreadable')) : sources.open(fileId, signal),
      },
      '40',
      [mapping({ entry: 'SWB.csv' })],
    );
    expect(result.before?.fileId).toBe('33');
  });

  it('is compared with a file of nearly all accounts without reading the others', async () => {
    const records = { 33: PREVIOUS_RECORD, 34: PREVIOUS_RECORD, 40: CURRENT_RECORD };
    const sources = memorySources({ accounts, saved: { ...saved, 33: saved[40], 34: saved[40] }, records });
    const open = vi.fn<typeof sources.open>((id, signal) => sources.open(id, signal));
    await reconcile({ ...sources, open }, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['32', '33'],
    ['33', undefined],
  ])('is compared with the files read within two minutes if file %s is too slow', async (slow, before) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const otherAccounts = { files: { 'SWB.csv': csv(['0055', '50.00']) } };
    const records = { 32: PREVIOUS_RECORD, 33: PREVIOUS_RECORD, 34: PREVIOUS_RECORD, 40: CURRENT_RECORD };
    const others = { 32: otherAccounts, 34: otherAccounts };
    const sources = memorySources({ accounts, saved: { ...saved, ...others }, records });
    let onOpening = (): void => undefined;
    const isOpening = new Promise<void>((resolve) => (onOpening = resolve));
    const open: typeof sources.open = (id, signal) => {
      if (id !== slow) return sources.open(id, signal);
      onOpening();
      return new Promise(() => undefined); // a drive that stopped answering
    };
    const reconciled = reconcile({ ...sources, open }, '40', [mapping({ entry: 'SWB.csv' })]);
    await isOpening;
    vi.advanceTimersByTime(120_000);
    const { result } = await reconciled;
    expect(result.before?.fileId).toBe(before);
    if (!before) expect(outcomes(result.comparisons)['before-sum']?.[1]).toContain('could not be read');
  });

  it('is not compared if its file is not saved or not known', async () => {
    const notSaved = memorySources({
      accounts,
      saved: { 40: saved[40] },
      records: { 33: PREVIOUS_RECORD, 40: CURRENT_RECORD },
    });
    const { result } = await reconcile(notSaved, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(result.comparisons)['before-sum']).toEqual([
      'unsaid',
      'Not determined: the file of Jun 30, 2026 is not saved on this computer.',
    ]);
    const first = memorySources({ accounts, saved: { 40: saved[40] }, records: { 40: CURRENT_RECORD } });
    const withoutEarlierFile = await reconcile(first, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(withoutEarlierFile.result.comparisons)['before-sum']?.[1]).toContain(
      'no file of an earlier period',
    );
  });

  it('is not compared if the user must name its custodian first', async () => {
    const unknown = {
      33: { files: { 'fees.csv': csv(['9911', '1.00'], ['9922', '2.00'], ['9933', '3.00']) } },
    };
    const sources = memorySources({
      accounts,
      saved: { 40: saved[40], ...unknown },
      records: { 33: PREVIOUS_RECORD, 40: CURRENT_RECORD },
    });
    const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    expect(outcomes(result.comparisons)['before-sum']).toEqual([
      'unsaid',
      'Not determined: the custodian of fees.csv of Jun 30, 2026 is unknown.',
    ]);
  });
});

describe('the columns', () => {
  it('corrected by the user are remembered for the custodian and used the next time', async () => {
    const odd = 'Acct,Fee,Fee with tax\n0011,1.00,1.10\n0022,2.00,2.20';
    const sources = memorySources({
      accounts,
      saved: { 40: { files: { 'SWB.csv': odd } } },
      records: { 40: CURRENT_RECORD },
    });
    const [before] = await previewArchive(sources, '40');
    expect(before).toMatchObject({
      isRemembered: false,
      mapping: { custodian: 'SWB', account: 0, amount: 1 },
    });
    await reconcile(sources, '40', [mapping({ entry: 'SWB.csv', amount: 2 })]);
    const [after] = await previewArchive(sources, '40');
    expect(after).toMatchObject({
      isRemembered: true,
      mapping: { amount: 2 },
      amount: { confidence: 'sure' },
    });
  });

  it('are not invented for a file that is not a table; it is omitted with the reason', async () => {
    const sources = memorySources({
      saved: { 40: { files: { 'read me.txt': 'Hello', 'broken.csv': null } } },
    });
    const [text, broken] = await previewArchive(sources, '40');
    expect(text?.mapping.leftOut).toBe(true);
    expect(text?.problem).toEqual({ code: 'no-columns' });
    expect(broken).toMatchObject({ mapping: { leftOut: true }, problem: { code: 'unreadable' }, rows: [] });
  });
});

describe('any fees', () => {
  it('sum exactly and always agree with a record of the same facts', async () => {
    const fees = fc.array(
      fc.tuple(fc.stringMatching(/^[0-9]{5,9}$/), fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(fees, async (list) => {
        const text = csv(
          ...list.map(([number, cents]): [string, string] => [
            number,
            new Big(String(cents)).div(100).toFixed(2),
          ]),
        );
        const total = list.reduce((sum, [, cents]) => sum + cents, 0n);
        const sources = memorySources({
          saved: { 40: { files: { 'SWB.csv': text } } },
          records: {
            40: {
              ...CURRENT_RECORD,
              accounts: new Set(list.map(([number]) => number)).size,
              periodDebit: new Big(String(total)).div(100).toFixed(2),
            },
          },
        });
        const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
        expect(BigInt(new Big(result.sum).times(100).toFixed(0))).toBe(total);
        expect(outcomes(result.comparisons)).toMatchObject({
          'period-debit': ['agrees', 'Agrees.'],
          accounts: ['agrees', 'Agrees.'],
        });
      }),
      { numRuns: 60 },
    );
  });
});

it('counts as many new lines as new accounts, even if an account is billed repeatedly', async () => {
  const sources = memorySources({
    accounts,
    saved: {
      40: {
        files: { 'SWB.csv': csv(['0011', '1.00'], ['0022', '1.00'], ['0022', '1.00'], ['0033', '1.00']) },
      },
      39: { files: { 'SWB.csv': csv(['0011', '1.00']) } },
    },
    records: {
      40: { ...CURRENT_RECORD, accounts: 3, households: 3, periodDebit: '4.00' },
      39: PREVIOUS_RECORD,
    },
  });
  const { result } = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
  const accountsChange = result.comparisons.find(({ what }) => what === 'before-accounts');
  expect(accountsChange?.changed).toMatchObject({ added: 2 });
  expect(result.kinds.find(({ kind }) => kind === 'new')?.lines).toBe(2);
});
