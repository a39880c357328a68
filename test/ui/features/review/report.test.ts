import { toast } from 'svelte-sonner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { exportSource } from '#contract/calls/exports';
import type { NamedList } from '#contract/calls/names';
import type { ReportedFinding } from '#contract/features/review/calls';
import { saveReport, type ReportOutput } from '../../../../renderer/features/review/save-report';
import { fakeDesktop, fakeEngine, type Answers } from '../../fakes';

const SELECTED = { kind: 'all', filter: { states: ['waived'] }, except: [] } as const;
const finding = (key: string, overrides: Partial<ReportedFinding> = {}): ReportedFinding => ({
  id: `no-household ${key}`,
  rule: 'no-household',
  resource: 'accounts',
  key,
  title: `Account ${key}`,
  subtitle: `N${key}`,
  custodian: 'SWB',
  state: 'open',
  hasNote: false,
  owner: null,
  foundAt: null,
  facts: {},
  mark: null,
  ...overrides,
});
const REPORTED = [
  finding('1', {
    state: 'waived',
    mark: {
      state: 'waived',
      by: 'pat',
      at: '2026-11-21T09:00:00Z',
      reason: 'jointly held',
      until: '2026-12-31',
      note: 'Asked the advisor',
    },
  }),
  finding('2', { rule: 'structure-alike', resource: 'feeStructures', facts: { structures: ['7', '8'] } }),
  finding('3', { rule: 'payer-outside', resource: 'billingGroups', facts: { accounts: ['12'] } }),
];
/** Returns one finding per page. */
const report = ({ offset }: { offset: number }) => ({
  stamp: 1,
  items: REPORTED.slice(offset, offset + 1),
  total: REPORTED.length,
});

async function save(output: ReportOutput, responses: Answers = {}, count = 2) {
  const printedTexts: string[] = [];
  const { engine, calls } = fakeEngine({
    'review.report': report,
    'names.byId': ({ list }: { list: NamedList }) =>
      list === 'accounts'
        ? [{ id: '12', name: 'Cedar IRA', detail: '', number: 'N12' }]
        : [{ id: '7', name: 'Flat 1%', detail: '' }],
    'exports.start': () => ({ id: 'x' }),
    'exports.follow': async function* () {
      yield await Promise.resolve({ id: 'x', rows: 2, total: 2, cut: 0, ended: { how: 'done' as const } });
    },
    ...responses,
  });
  const capture = () => void printedTexts.push(document.querySelector('.print-sheet')?.textContent ?? '');
  const { desktop, calls: desktopCalls } = fakeDesktop({
    choose: () => [{ grant: 'g', path: '/out', name: 'out' }],
    'print.pdf': capture,
    'print.paper': () => (capture(), { wasPrinted: true }),
  });
  const subject = { findings: SELECTED as never, count };
  await saveReport({ desktop, engine, firm: 'Juniper', subject, about: 'State: waived' }, output);
  const inputs = (name: string) => [...calls, ...desktopCalls].filter((call) => call.name === name);
  return {
    printedTexts,
    inputs,
    /** Returns the exported rows, by heading. */
    rows: () => {
      const [startCall] = inputs('exports.start');
      const { source } = z.object({ source: exportSource }).parse(startCall?.input);
      if (source.from !== 'rows') throw new Error('no rows were exported');
      const { headings } = source;
      return source.rows.map((row): Record<string, string> =>
        Object.fromEntries(row.map((cell, index) => [headings[index] ?? '', cell] as const)),
      );
    },
  };
}

describe('the export of findings', () => {
  it('contains what is wrong, what was decided, why, and by whom', async () => {
    const { rows, inputs } = await save('xlsx');
    expect(rows()).toMatchObject([
      {
        Severity: 'Medium',
        Finding: 'No household',
        Record: 'Account 1',
        'What is wrong': 'This account does not belong to a household.',
        State: 'Waived',
        Reason: 'jointly held',
        'Waived through': '2026-12-31',
        Note: 'Asked the advisor',
        'Marked by': 'pat',
      },
      {
        'What is wrong': 'These fee structures are otherwise identical: Flat 1% (7) and 8.',
        State: 'Open',
        Reason: '',
        'Marked by': '',
      },
      // An account has its number, as on the screen.
      { 'What is wrong': 'Cedar IRA (N12) pays for accounts of this group, but is not in it.' },
    ]);
    expect(inputs('review.report').map(({ input }) => input)).toMatchObject([
      { findings: SELECTED, offset: 0 },
      { findings: SELECTED, offset: 1 },
      { findings: SELECTED, offset: 2 },
    ]);
  });

  it('starts again if a mark changed the findings between two pages', async () => {
    let reads = 0;
    const { rows, inputs } = await save('csv', {
      'review.report': (request: { offset: number }) => ({
        ...report(request),
        stamp: (reads += 1) > 1 ? 2 : 1,
      }),
    });
    expect(rows()).toHaveLength(REPORTED.length);
    expect(inputs('review.report')).toHaveLength(2 + REPORTED.length);
  });

  it.each(['print', 'pdf'] as const)(
    'prints one table for %s, and then removes it from the page',
    async (output) => {
      const { printedTexts } = await save(output);
      expect(printedTexts).toHaveLength(1);
      for (const text of [
        'Review queue, Juniper',
        'State: waived',
        'Waived through Dec 31, 2026',
        'jointly held',
        'pat, Nov 21, 2026',
      ])
        expect(printedTexts[0]).toContain(text);
      expect(document.querySelector('.print-sheet')).toBeNull();
    },
  );

  it('prints a waiver that has ended as such', async () => {
    const [waived] = REPORTED;
    const { printedTexts } = await save('print', {
      'review.report': () => ({ stamp: 1, items: [{ ...waived, state: 'open' }], total: 1 }),
    });
    expect(printedTexts[0]).toContain('Open. The waiver through Dec 31, 2026 no longer applies');
  });

  it('is refused with the reason if there are too many findings for paper', async () => {
    const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
    onTestFinished(() => errorToast.mockRestore());
    const { printedTexts, inputs } = await save('print', {}, 5_001);
    expect(errorToast).toHaveBeenCalledWith(
      'Too many findings',
      expect.objectContaining({ description: expect.stringContaining('at most 5,000 fit') as unknown }),
    );
    expect(printedTexts).toEqual([]);
    expect(inputs('review.report')).toEqual([]);
  });
});
