import { toast } from 'svelte-sonner';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Cell, Selection } from '#contract/query';
import { columnsOfWholeWords, printList } from '../../../renderer/records/export/print-list';
import { ResourceList } from '../../../renderer/records/list/list.svelte';
import { connectionOf, fakeDesktop, fakeEngine, liveOf } from '../fakes';

type CellsByColumn = Readonly<Record<string, Cell>>;

const LINES: readonly (readonly [key: string, cells: CellsByColumn, value?: string, count?: number])[] = [
  ['group:"SWB"', { required_cash: 700 }, 'SWB', 2],
  ['1', { name: 'Avery Lee', custodian: 'SWB', required_cash: 500 }],
  ['2', { name: 'Blake Juns', custodian: 'SWB', required_cash: 200 }],
  ['group:"NFS"', { required_cash: 30 }, 'NFS', 1],
  ['3', { name: 'Cleo Marsh', custodian: 'NFS', required_cash: 30 }],
];

/** Prints accounts grouped by custodian; returns the texts of each printed line, and whether printing was done. */
async function printAccounts(
  names: readonly string[],
  selection: Selection,
  { isCanceled = false, live = liveOf() } = {},
): Promise<{ lines: string[][]; header: string; isDone: boolean }> {
  const { engine } = fakeEngine({
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: LINES.map(([key, cells, value, count = 0]) => ({
        key,
        isDrifted: false,
        cells: columns.map((name) => cells[name] ?? null),
        ...(value === undefined ? {} : { group: { value, count, isCollapsed: false } }),
      })),
      total: LINES.length,
      version: 1,
    }),
    'records.totals': () => [{ name: 'required_cash', sum: '730', count: 3 }],
  });
  const printed: string[][] = [];
  let header = '';
  const { desktop } = fakeDesktop({
    'print.paper': async () => {
      for (const { cells } of document.querySelectorAll<HTMLTableRowElement>('.print-sheet tr'))
        printed.push([...cells].map(({ textContent }) => textContent));
      header = document.querySelector('.print-sheet header')?.textContent ?? '';
      await new Promise((resolve) => setTimeout(resolve)); // as long as the system's dialog is open
      return { wasPrinted: !isCanceled };
    },
  });
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('accounts need no list context');
  });
  list.query.group = { field: 'custodian', order: 'rising' };
  list.grid.groups.field = 'custodian';
  const context = { engine, desktop, connection: connectionOf(), live, go: () => undefined, list };
  const isDone = await printList(context, { output: 'print', names, selection, rows: 3 });
  return { lines: printed, header, isDone };
}
const printedLines = async (names: readonly string[], selection: Selection) =>
  (await printAccounts(names, selection)).lines;

it('prints a grouped list under group headings with counts and sums, and its total below', async () => {
  expect(await printedLines(['name', 'custodian', 'required_cash'], { kind: 'all', except: [] })).toEqual([
    ['Name', 'Custodian', 'Required cash'],
    ['Charles Schwab (2)', '$700.00'],
    ['Avery Lee', 'Charles Schwab', '$500.00'],
    ['Blake Juns', 'Charles Schwab', '$200.00'],
    ['Fidelity (1)', '$30.00'],
    ['Cleo Marsh', 'Fidelity', '$30.00'],
    ['Total', '$730.00'],
  ]);
});

it('adds the sum of the first column to the name of a printed group', async () => {
  const lines = await printedLines(['required_cash', 'name'], { kind: 'all', except: [] });
  expect(lines.at(-1)).toEqual(['Total, Required cash $730.00']);
  const [, heading] = lines;
  expect(heading).toEqual(['Charles Schwab (2), Required cash $700.00']);
});

it('prints one list after another, so that no printed page has rows of both', async () => {
  const everything: Selection = { kind: 'all', except: [] };
  const [names, numbers] = await Promise.all([
    printedLines(['name', 'required_cash'], everything),
    printedLines(['name', 'custodian'], everything),
  ]);
  expect([names[0], numbers[0]]).toEqual([
    ['Name', 'Required cash'],
    ['Name', 'Custodian'],
  ]);
  expect(names).toEqual(await printedLines(['name', 'required_cash'], everything));
  expect(numbers).toEqual(await printedLines(['name', 'custodian'], everything));
});

it('is not done if the user canceled the system’s dialog', async () => {
  expect(await printAccounts(['name'], { kind: 'all', except: [] })).toMatchObject({ isDone: true });
  const canceled = await printAccounts(['name'], { kind: 'all', except: [] }, { isCanceled: true });
  expect(canceled.isDone).toBe(false);
});

it('counts only the printed rows of a group, without sums of others and without a total', async () => {
  expect(await printedLines(['name', 'required_cash'], { kind: 'keys', keys: ['2'] })).toEqual([
    ['Name', 'Required cash'],
    ['Charles Schwab (1)'],
    ['Blake Juns', '$200.00'],
  ]);
});

const EVERYTHING: Selection = { kind: 'all', except: [] };
const SELECTED: Selection = { kind: 'keys', keys: ['1', '2', '3'] };
it.each([
  [{}, EVERYTHING, /3 accounts\s+Data updated Nov 21, 2026[^.]*\.$/],
  [{ asOf: null }, EVERYTHING, /Rows may be missing: the list hadn’t finished downloading\.$/],
  [{ asOf: null }, SELECTED, /3 accounts\s+The list hadn’t finished downloading\.$/],
  [{ uncertain: true }, EVERYTHING, /Data .*\. Rows may be missing: the list is not confirmed complete\.$/],
  [{ uncertain: true }, SELECTED, /3 accounts\s+Data updated Nov 21, 2026[^.]*\.$/],
])('says if rows of a printed list may be missing: %o, %o', async (state, selection, text) => {
  const resources = liveOf().resources.map((each) => ({ ...each, ...state }));
  const { header } = await printAccounts(['name'], selection, { live: liveOf({ resources }) });
  expect(header.trim()).toMatch(text);
});

it('titles a printed list with the number of its rows, which a refresh may have changed', async () => {
  const { header } = await printAccounts(['name'], { kind: 'keys', keys: ['1', '2'] });
  expect(header).toContain('2 accounts');
});

it('saves no PDF of a list that has too many rows by the time that the file is chosen', async () => {
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(0);
  onTestFinished(() => errorToast.mockRestore());
  const { engine } = fakeEngine({
    'records.window': ({ offset, limit }: { offset: number; limit: number }) => ({
      rows: Array.from({ length: limit }, (_, index) => ({
        key: String(offset + index),
        isDrifted: false,
        cells: ['Avery Lee'],
      })),
      total: 5_500,
      version: 1,
    }),
  });
  const { desktop, calls } = fakeDesktop({ choose: () => [{ grant: 'g', path: '/a.pdf', name: 'a.pdf' }] });
  const list = new ResourceList(engine, 'accounts', 'conn-0001', {}, () => {
    throw new Error('accounts need no list context');
  });
  const context = { engine, desktop, connection: connectionOf(), live: liveOf(), go: () => undefined, list };
  const selection: Selection = { kind: 'all', except: [] };
  expect(await printList(context, { output: 'pdf', names: ['name'], selection, rows: 3 })).toBe(false);
  expect(errorToast.mock.calls[0]?.[0]).toBe('Too many accounts');
  expect(calls.some(({ name }) => name === 'print.pdf')).toBe(false);
});

it('breaks words in a printed list only in the widest columns, if they do not fit', () => {
  const headings = ['Name', 'Number', 'Status', 'Custodian', 'Email'];
  const row = ['The Featherstonehaugh Family Trust', 'Y95-914334', 'Funded', 'Schwab', 'jo@example.com'];
  const allWhole = [true, true, true, true, true];
  expect(columnsOfWholeWords(headings, [row], false)).toEqual(allWhole);
  expect(columnsOfWholeWords(headings, [], false)).toEqual(allWhole);
  // A long text without spaces would be cut off beside the other columns.
  const longRow = ['', '', '', '', 'x'.repeat(90)];
  expect(columnsOfWholeWords(headings, [row, longRow], false)).toEqual([true, true, true, true, false]);
  expect(columnsOfWholeWords(headings, [row, longRow], true)).toEqual(allWhole); // in landscape
  expect(columnsOfWholeWords([], [], true)).toEqual([]);
});

it('keeps a printed date or number on one line if it fits', () => {
  const headings = ['Name', 'Created'];
  const row = ['x'.repeat(70), 'Nov 21, 2026, 10:20 PM'];
  expect(columnsOfWholeWords(headings, [row], false)).toEqual([true, true]);
  const isExact = [false, true];
  expect(columnsOfWholeWords(headings, [row], false, isExact)).toEqual([true, true]);
  // Together with the date on one line, this name is wider than the paper; with a date that breaks, it is not.
  const longRow = ['x'.repeat(85), 'Nov 21, 2026, 10:20 PM'];
  expect(columnsOfWholeWords(headings, [longRow], false)).toEqual([true, true]);
  expect(columnsOfWholeWords(headings, [longRow], false, isExact)).toEqual([false, true]);
});

it('never makes a list wider than the paper, however many columns it has', () => {
  const headings = Array.from({ length: 30 }, (_, index) => `Column${index}`);
  const whole = columnsOfWholeWords(headings, [headings.map(() => 'twelve letters')], true);
  expect(whole).not.toContain(true);
});

it('keeps the words of many narrow columns whole, which fit together', () => {
  const headings = Array.from({ length: 12 }, (_, index) => `Fee ${index}`);
  const row = headings.map(() => '8/1/2026');
  expect(columnsOfWholeWords(headings, [row], true)).not.toContain(false);
  // One wide column beside them breaks; the others stay whole.
  expect(columnsOfWholeWords([...headings, 'Email'], [[...row, 'x'.repeat(40)]], true)).toEqual([
    ...headings.map(() => true),
    false,
  ]);
});
