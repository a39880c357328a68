import { describe, expect, it, vi } from 'vitest';
import { AGREED_ACCOUNTS, termsHarness } from './terms-harness';

const HEADINGS = 'Account number\tCustodian\tAgreement date\tRate';
const sheet = (...lines: string[]) => [HEADINGS, ...lines].join('\n');

describe('comparing accounts with agreed terms', () => {
  it('says for each open account whether it agrees, differs, or cannot be compared', async () => {
    const { store, results } = termsHarness();
    expect(await results()).toEqual({
      1: 'no-agreement',
      2: 'no-agreement',
      3: 'no-agreement',
      4: 'no-agreement',
      5: 'no-agreement',
      6: 'no-agreement',
      8: 'no-agreement',
    });
    await store(
      [
        'Account ID\tAgreement date\tRate\tTiers\tFlat dollars\tCollection\tFrequency',
        '1\t2025-01-03\t0.85%\t\t\tArrears\tQuarterly',
        '2\t2025-01-03\t\t1,000,000: 1.25; above: 1\t\tR\t',
        '3\t2025-01-03\t1\t\t\t\t',
        '4\t2025-01-03\t1\t\t\t\t',
        '5\t2025-01-03\t1\t\t\t\t',
        '6\t2025-01-03\t\tabove: 1\t\t\t',
        '8\t2025-01-03\t\t\t$150.50\t\tQ',
      ].join('\n'),
    );
    expect(await results()).toEqual({
      1: 'agrees',
      2: 'collection',
      3: 'no-structure',
      4: 'several-structures',
      5: 'unknown-structure',
      6: 'faulty-tiers',
      8: 'frequency',
    });
  });

  it('finds an account by a number that looks like a tax ID, which is not stored', async () => {
    const { store, workspace } = termsHarness([{ ...AGREED_ACCOUNTS[0], number: '471234567' }]);
    expect(await store(sheet('471234567\tSWB\t2025-01-03\t0.85'))).toMatchObject({ stored: 1, excluded: 0 });
    expect(JSON.stringify(workspace.agreedTerms.current())).not.toContain('471234567');
  });

  it('shows both sides of every difference, with the agreement it comes from', async () => {
    const { store, compare } = termsHarness();
    await store(
      [
        'Account ID\tAgreement date\tRate\tTiers\tFrequency\tReference',
        '1\t2025-01-03\t0.75\t\tM\tA-17',
        '2\t2025-01-03\t0.75\t\t\t',
      ].join('\n'),
    );
    const { rows, agreements } = await compare();
    const [first, second] = ['1', '2'].map((key) => rows.find((row) => row.key === key));
    expect(agreements).toBe(2);
    expect(first?.differences).toEqual([
      { field: 'rate', agreed: '0.75', setUp: '0.85' },
      { field: 'frequency', agreed: 'M', setUp: 'Q' },
    ]);
    expect(first?.agreement).toMatchObject({
      target: 'account',
      date: '2025-01-03',
      reference: 'A-17',
      file: null,
      line: 2,
      importedBy: 'jo',
    });
    expect(second?.differences).toEqual([{ field: 'calculation', agreed: 'R', setUp: 'T' }]);
  });

  it('uses the terms of the account before those of its household', async () => {
    const { store, results, compare } = termsHarness();
    await store('Household\tDate\tFee structure\n60\t2025-01-03\t7');
    expect(await results()).toMatchObject({ 1: 'agrees', 2: 'structure' });
    await store('Account number\tDate\tFee structure\nAB-77\t2024-06-30\tTiered');
    expect(await results()).toMatchObject({ 1: 'agrees', 2: 'agrees' });
    const { rows } = await compare();
    expect(rows.map(({ key, agreement }) => [key, agreement?.target])).toContainEqual(['1', 'household']);
  });

  it('lists what needs attention first, and filters by result, name and number', async () => {
    const { store, compareFiltered } = termsHarness();
    await store('Account ID\tDate\tRate\n1\t2025-01-03\t0.85\n3\t2025-01-03\t1\n5\t2025-01-03\t1');
    const { rows, counts } = await compareFiltered({});
    expect(counts).toEqual({
      differs: 0,
      'not-determined': 1,
      'no-structure': 1,
      'no-agreement': 4,
      agrees: 1,
    });
    expect(rows.map(({ key }) => key)).toEqual(['5', '3', '2', '4', '6', '8', '1']);
    const keysOf = async (filter: Parameters<typeof compareFiltered>[0]) =>
      (await compareFiltered(filter)).rows.map(({ key }) => key);
    expect(await keysOf({ result: 'no-structure' })).toEqual(['3']);
    expect(await keysOf({ text: 'ab-77' })).toEqual(['2']);
  });
});

describe('importing agreed terms', () => {
  it('keeps every version; the latest date wins, then the last import', async () => {
    const { store, workspace, results } = termsHarness();
    await store(sheet('00123\t\t2025-01-03\t1'));
    await store(sheet('00123\t\t2024-01-03\t2'));
    expect(await results()).toMatchObject({ 1: 'rate' });
    await store(sheet('00123\t\t2025-01-03\t0.85'));
    expect(await results()).toMatchObject({ 1: 'agrees' });
    const versions = workspace.agreedTerms.agreementsOf('account', '1');
    expect(versions.map(({ date, terms }) => [date, terms.rate])).toEqual([
      ['2025-01-03', '0.85'],
      ['2025-01-03', '1'],
      ['2024-01-03', '2'],
    ]);
  });

  it('checks the lines with pauses, so that other calls can run', async () => {
    const { check, pause } = termsHarness();
    const line = '00123\t\t2025-01-03\t1';
    await check(sheet(line));
    const pausesOfOneLine = pause.mock.calls.length;
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    try {
      await check(sheet(...Array.from({ length: 1000 }, () => line)));
    } finally {
      vi.restoreAllMocks();
    }
    expect(pause).toHaveBeenCalledTimes(2 * pausesOfOneLine + 4); // to read the lines, and to check them
  });

  it('skips an agreement that is already stored with the same terms', async () => {
    const { store, workspace } = termsHarness();
    expect(await store(sheet('00123\t\t2025-01-03\t0.85'))).toMatchObject({ stored: 1, unchanged: 0 });
    expect(await store(sheet('00123\t\t2025-01-03\t0.850%'))).toMatchObject({ stored: 0, unchanged: 1 });
    expect(workspace.agreedTerms.agreementsOf('account', '1')).toHaveLength(1);
  });

  it.each([
    ['an unknown account', '99999\t\t2025-01-03\t1', 'no-such-record'],
    ['a lost leading zero', '123\t\t2025-01-03\t1', 'key-written-otherwise'],
    ['a number of two accounts', '500\t\t2025-01-03\t1', 'ambiguous-key'],
    ['an unknown custodian', '500\tBank\t2025-01-03\t1', 'not-choice'],
    ['a rate of 100', '00123\t\t2025-01-03\t100', 'out-of-range'],
    ['a negative rate', '00123\t\t2025-01-03\t-1', 'out-of-range'],
    ['a rate as text', '00123\t\t2025-01-03\tone percent', 'not-percent'],
    ['no rate', '00123\t\t2025-01-03\t', 'no-terms'],
    ['no date', '00123\t\t\t1', 'required'],
    ['an impossible date', '00123\t\t2025-02-30\t1', 'no-such-day'],
    ['a date in the future', '00123\t\t2026-11-25\t1', 'future-date'],
    ['no account or household', '\tSWB\t2025-01-03\t1', 'no-owner'],
    ['a formula', '00123\t\t2025-01-03\t=A1', 'formula'],
    ['more cells than headings', '00123\t\t2025-01-03\t1\t2', 'more-cells'],
  ])('leaves out a line with %s, and stores the other line', async (_, line, code) => {
    const { store, workspace } = termsHarness();
    const outcome = await store(sheet(line, 'AB-77\t\t2025-01-03\t1'));
    expect(outcome).toMatchObject({ problems: [], stored: 1, excluded: 1 });
    expect(outcome.lines.map(({ line: lineNumber, issue }) => [lineNumber, issue.code])).toEqual([[2, code]]);
    expect(workspace.agreedTerms.current().map(({ key }) => key)).toEqual(['2']);
  });

  it.each([
    ['an unknown household', 'Household\tDate\tRate\n61\t2025-01-03\t1', 'no-such-household'],
    [
      'both an account and a household',
      'Account ID\tHousehold\tDate\tRate\n1\t60\t2025-01-03\t1',
      'two-owners',
    ],
    ['two fees', 'Account ID\tDate\tRate\tFlat fee\n1\t2025-01-03\t1\t100', 'several-fees'],
    ['negative dollars', 'Account ID\tDate\tFlat fee\n1\t2025-01-03\t-100', 'negative'],
    ['an unknown structure', 'Account ID\tDate\tFee structure\n1\t2025-01-03\tGone', 'unknown-name'],
    ['tiers without an end', 'Account ID\tDate\tTiers\n1\t2025-01-03\t100: 1', 'not-tiers'],
    ['tiers in disorder', 'Account ID\tDate\tTiers\n1\t2025-01-03\t200: 1; 100: 2; above: 1', 'not-tiers'],
  ])('leaves out %s', async (_, text, code) => {
    const { store } = termsHarness();
    const { stored, lines } = await store(text);
    expect([stored, ...lines.map(({ issue }) => issue.code)]).toEqual([0, code]);
  });

  it('leaves out the second line about the same account and date', async () => {
    const { store } = termsHarness();
    const outcome = await store(sheet('00123\t\t2025-01-03\t1', '00123\tSWB\t2025-01-03\t2'));
    expect(outcome).toMatchObject({
      stored: 1,
      lines: [{ line: 3, issue: { code: 'duplicate-line', facts: { line: 2 } } }],
    });
  });

  it('reports unusable columns, checks without storing, and logs what was stored', async () => {
    const { check, store, workspace } = termsHarness();
    expect((await check('Date\tRate\n2025-01-03\t1')).problems).toMatchObject([
      { issue: { code: 'no-key-column' } },
    ]);
    expect(await check(sheet('00123\t\t2025-01-03\t1'))).toMatchObject({ stored: 1 });
    expect(workspace.agreedTerms.current()).toEqual([]);
    await store(sheet('00123\t\t2025-01-03\t1', '9\t\t2025-01-03\t1'));
    expect(workspace.activity.list({}, 0, 5).entries).toMatchObject([
      { kind: 'agreed-terms-import', count: 1, facts: { file: 'pasted list', excluded: 1, unchanged: 0 } },
    ]);
  });
});
