import { expect, it } from 'vitest';
import { selectionAsText } from '#engine/records/selection-as-text';
import { writeRich } from '#main/desktop/rich-clipboard';
import { readerWith, queryOf } from '../cache/temp-cache';

const reader = () =>
  readerWith({
    accounts: [
      {
        id: 1,
        name: '=HYPERLINK("x")',
        number: '00920892',
        custodian: 'SWB',
        household_id: 60001,
        inception_date: '2020-01-05',
        required_cash: '-1234.5',
      },
    ],
  });
const names = {
  byId: (_: string, ids: readonly string[]) =>
    Promise.resolve(ids.map((id) => ({ id, name: 'Juns & Sons' }))),
};
const columns = ['name', 'number', 'custodian', 'household_id', 'inception_date', 'required_cash'];
type Request = Parameters<typeof selectionAsText>[1];
async function copyText(request: Request) {
  const steps = selectionAsText({ reader: reader(), names: names as never }, request);
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
const copy = (format: 'shown' | 'raw') =>
  copyText({ query: queryOf({}), selection: { kind: 'all', except: [] }, columns, format });

it('copies account numbers as texts and amounts as numbers for a spreadsheet', async () => {
  const { text, html, rows } = await copy('shown');
  expect(rows).toBe(1);
  expect(text.split('\n')[1]?.split('\t')).toEqual([
    `'=HYPERLINK("x")`,
    '00920892',
    'Charles Schwab',
    'Juns & Sons (60001)',
    'Jan 5, 2020',
    '-1234.5',
  ]);
  expect(html).toContain('<style>.t{mso-number-format:"\\@"}</style>');
  expect(html).toContain(
    '<td class=t sdnum="0;0;@">00920892</td><td class=t sdnum="0;0;@">Charles Schwab</td>',
  );
  expect(html).toContain('Juns &amp; Sons (60001)</td><td>Jan 5, 2020</td><td>-1234.5</td>');
  expect(html).toContain(`<td class=t sdnum="0;0;@">'=HYPERLINK(&quot;x&quot;)</td>`);
});

it('copies a range of rows without headings, like a spreadsheet range', async () => {
  const { text, html, rows } = await copyText({
    query: queryOf({}),
    range: { offset: 0, limit: 5 },
    columns: ['number', 'required_cash'],
    format: 'shown',
  });
  expect([text, rows]).toEqual(['00920892\t-1234.5', 1]);
  expect(html).toContain('<table><tr><td class=t sdnum="0;0;@">00920892</td><td>-1234.5</td></tr></table>');
});

it('copies the records of a range that have moved since it was shown, and no removed ones', async () => {
  const { text, rows } = await copyText({
    query: queryOf({}),
    range: { offset: 7, limit: 2, keys: ['1', 'removed'] },
    columns: ['number'],
    format: 'shown',
  });
  expect([text, rows]).toEqual(['00920892', 1]);
});

it('copies raw values as the service sends them, except formulas', async () => {
  const { text } = await copy('raw');
  expect(text.split('\n')[1]?.split('\t')).toEqual([
    `'=HYPERLINK("x")`,
    '00920892',
    'SWB',
    '60001',
    '2020-01-05',
    '-1234.5',
  ]);
});

it('writes both forms to the clipboard, with or without the class ClipboardItem', async () => {
  const written: unknown[] = [];
  const clipboard = {
    write: (data: unknown) => void written.push(data),
    writeText: (text: string) => void written.push(text),
  };
  class Item {
    constructor(readonly forms: Record<string, string>) {}
  }
  await writeRich(clipboard, undefined, { text: 'a', html: '<b>' });
  await writeRich(clipboard, Item, { text: 'a', html: '<b>' });
  await writeRich(clipboard, Item, { text: 'a' });
  expect(written).toEqual([
    { text: 'a', html: '<b>' },
    [new Item({ 'text/plain': 'a', 'text/html': '<b>' })],
    'a',
  ]);
});

it('copies an account of another list by its number', async () => {
  const steps = selectionAsText(
    {
      reader: readerWith({ relatedPersons: [{ id: 1, last_name: 'Juns', account_id: 7 }] }),
      names: {
        byId: () => Promise.resolve([{ id: '7', name: 'Juns IRA', detail: '', number: 'DEMO3577' }]),
        all: () => Promise.resolve(null),
      },
    },
    {
      query: { ...queryOf({}), resource: 'relatedPersons', sort: { field: 'id', descending: false } },
      range: { offset: 0, limit: 5 },
      columns: ['account_id'],
      format: 'shown',
    },
  );
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  expect(step.value.text).toBe('Juns IRA (DEMO3577)');
});
