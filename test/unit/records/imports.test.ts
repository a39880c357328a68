import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { createImports } from '#engine/records/import/imports';
import { Creations } from '#engine/records/create/creations';
import { Drafts } from '#engine/records/edits/drafts';
import { EditDraftFactory } from '#engine/records/edits/make-drafts';
import type { ImportKind } from '#contract/calls/imports';
import type { Draft } from '#contract/edit';
import type { ResourceName } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { rowIssueText } from '../../../renderer/records/outcome/row-issue-messages';
import { humanize } from '../../../renderer/records/record/record';
import { closeAfterTest } from '../../support/cleanups';
import { readerWith, queryOf } from '../cache/temp-cache';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../workspace/temp-workspace';

/** Two accounts have the number 500; one note is too long for a workbook, one looks like a formula. */
const ACCOUNTS = [
  { id: 1, name: 'Ann', number: '00123', custodian: 'SWB', firm_id: 39, notes: 'old', required_cash: 12.5 },
  { id: 2, name: 'Bob', number: 'AB-77', custodian: 'SWB', firm_id: 39, fee_structures_ids: [4, 5] },
  { id: 3, name: 'Cy', number: '500', custodian: 'SWB', firm_id: 39, notes: 'x'.repeat(40_000) },
  { id: 4, name: 'Di', number: '500', custodian: 'PER', firm_id: 39, notes: '=SUM(A1)' },
];
/** Two structures have the same name. */
const STRUCTURES = [
  ...[7, 8].map((id) => ({ id, name: `Structure ${id}`, firm_id: 39, flat_rate: 1 })),
  ...[10, 11].map((id) => ({ id, name: 'Twin', firm_id: 39, flat_rate: 1 })),
];
const ADJUSTMENTS = [{ id: 9, name: 'Exclude Apple', slug: 'exclude-apple', firm_id: 39 }];

function setUp() {
  const reader = readerWith({ accounts: ACCOUNTS, assetAdjustments: ADJUSTMENTS, feeStructures: STRUCTURES });
  const file = tempWorkspaceFile();
  const workspace = closeAfterTest(openTestWorkspace(file, WORKSPACE_KEY));
  const { signal: closed } = new AbortController();
  const drafts = new Drafts(workspace.drafts, closed);
  const service = { call: () => Promise.reject(new Error('an import sends no request')) } as never;
  const newRecords = new Creations({
    drafts,
    reader,
    service,
    closed,
    removeCreated: () => {
      throw new Error('an import undoes nothing');
    },
  });
  const imports = createImports({
    reader,
    service: { drafts, createMany: (...args) => newRecords.draftMany(...args) },
    pathOf: (grant) => grant,
  });
  const read = (text: string, kind: ImportKind = 'edit', resource: ResourceName = 'accounts') =>
    imports.read(resource, kind, { from: 'text', text });
  const factory = new EditDraftFactory({ drafts, reader, jobs: workspace.jobs });
  return { folder: path.dirname(file), drafts, imports, read, newRecords, factory };
}
type Harness = ReturnType<typeof setUp>;

let harness: Harness;
beforeEach(() => {
  harness = setUp();
});

/** Creates the draft of a table with its proposed columns. */
async function createDraft(
  text: string,
  kind: ImportKind = 'edit',
  resource: ResourceName = 'accounts',
): Promise<Draft> {
  const table = await harness.read(text, kind, resource);
  const fields = table.columns.map(({ field }) => field);
  const { draft, problems } = harness.imports.draft(table.id, fields, {});
  if (!draft) throw new Error(JSON.stringify(problems));
  return draft;
}
/** Returns the issue codes in the draft's rows for which the outcome screen has no message. */
const issuesWithoutMessage = (draft: Draft) =>
  rowsOf(draft)
    .flatMap(({ issue, fields }) => [issue, ...fields.map((field) => field.issue)])
    .flatMap((issue) => {
      if (issue === null) return [];
      // A code without a message is shown as it is.
      return rowIssueText(draft.resource, issue).includes(`${humanize(issue.code)}.`) ? [issue.code] : [];
    });
const rowsOf = (draft: Draft) => harness.drafts.allRows(draft.id);
const rowStates = (draft: Draft) =>
  rowsOf(draft).map(({ line, key, state, issue, fields }) => [
    line,
    key,
    state,
    issue?.code ?? fields.find((field) => field.issue)?.issue?.code ?? null,
  ]);

describe('names of IDs', () => {
  it('are read as their IDs if unique, ignoring case, including in lists with IDs', async () => {
    const draft = await createDraft('Number,Fee structures\n00123,structure 7; 08; 8\nAB-77,Structure 8');
    expect(rowsOf(draft).map(({ fields }) => fields.map(({ after }) => after))).toEqual([['[7,8]'], ['[8]']]);
  });

  it('that no record or several records have are refused with the reason', async () => {
    const draft = await createDraft('Number,Fee structures\n00123,Structure 9\nAB-77,Twin');
    const issues = rowsOf(draft).map(({ state, fields }) => [state, fields[0]?.issue]);
    expect(issues).toEqual([
      ['wrong', { code: 'unknown-name', facts: { value: 'Structure 9', of: 'feeStructures' } }],
      ['wrong', { code: 'ambiguous-name', facts: { value: 'Twin', of: 'feeStructures', count: 2 } }],
    ]);
    expect(issuesWithoutMessage(draft)).toEqual([]);
  });
});

describe('values for lines without a value', () => {
  const TEXT = 'Number,Notes,Required cash\n500,,7\n00123,Own,\n';
  const importWith = async (defaults: Record<string, string>) => {
    const table = await harness.read(TEXT);
    return harness.imports.draft(table.id, ['number', 'notes', 'required_cash'], defaults);
  };

  it('set the custodian of all lines, and fill empty cells and fields without a column', async () => {
    const { draft } = await importWith({ custodian: '"PER"', notes: '"For all"', benchmarks_ids: '[3]' });
    const rows = harness.drafts.allRows(draft?.id ?? '');
    expect(
      rows.map(({ key, state, fields }) => [key, state, fields.map(({ field, after }) => [field, after])]),
    ).toEqual([
      [
        '4',
        'ready',
        [
          ['required_cash', '7'],
          ['notes', '"For all"'],
          ['benchmarks_ids', '[3]'],
        ],
      ],
      // That custodian has no account with this number.
      [
        null,
        'wrong',
        [
          ['notes', '"Own"'],
          ['benchmarks_ids', '[3]'],
        ],
      ],
    ]);
  });

  it('are overridden by the value of a line', async () => {
    const { draft } = await importWith({ notes: '"For all"' });
    const [, overridden] = harness.drafts.allRows(draft?.id ?? '');
    expect(overridden?.fields.map(({ field, after }) => [field, after])).toEqual([['notes', '"Own"']]);
  });

  it('of an unknown field are refused with its name', async () => {
    const { draft, problems } = await importWith({ display_number: '"1"' });
    expect(draft).toBeNull();
    expect(problems).toEqual([
      { line: 1, column: null, issue: { code: 'unknown-column', facts: { heading: 'display_number' } } },
    ]);
  });
});

it.each([
  ['edit', 'accounts', 'Number,Notes,Required cash\n00123,SSN 123-45-6789,1\nAB-77,Call first,123-45-6789\n'],
  ['create', 'feeStructures', 'Name,Flat rate\nSmith 12-3456789,1\nSmith,12-3456789\n'],
  ['create', 'feeStructures', 'Name,Collection type\nSmith,123-45-6789\nJones,SSN 123 45 6789\n'],
] as const)('an import to %s %s stores no cell that could be a tax ID', async (kind, resource, text) => {
  const draft = await createDraft(text, kind, resource);
  expect(draft).toMatchObject({ total: 2, counts: { wrong: 2 } });
  expect(rowsOf(draft).map(({ fields }) => fields.find(({ issue }) => issue?.code === 'tax-id'))).toEqual([
    expect.objectContaining({ after: 'null' }),
    expect.objectContaining({ after: 'null' }),
  ]);
  expect(JSON.stringify(rowsOf(draft))).not.toMatch(/6789/);
  expect(issuesWithoutMessage(draft)).toEqual([]);
});

describe('an import of edits', () => {
  it('proposes the columns by label, name or alternative spelling', async () => {
    const { columns, lines } = await harness.read(
      'Account ID\tNOTES\tfee_structure_ids\tColor\n1\tx\t4\tred',
    );
    expect(columns.map(({ field }) => field)).toEqual(['id', 'notes', 'fee_structures_ids', null]);
    expect([lines, columns[0]?.samples]).toEqual([1, ['1']]);
  });

  it('creates a row for each line, and finds its record by number and custodian', async () => {
    const draft = await createDraft(
      'Number,Custodian,Notes,Required cash\n00123,,new,"$1,000.50"\n500,Pershing,x,\n500,SWB,,(none)\nAB-77,Schwab,y,\n',
    );
    expect(draft).toMatchObject({ kind: 'edit', origin: 'import', total: 4 });
    expect(rowsOf(draft)[0]).toMatchObject({
      key: '1',
      title: 'Ann',
      line: 2,
      state: 'ready',
      fields: [
        { field: 'notes', before: '"old"', after: '"new"' },
        { field: 'required_cash', before: '12.5', after: '1000.50' },
      ],
    });
    expect(rowStates(draft)).toEqual([
      [2, '1', 'ready', null],
      [3, '4', 'ready', null],
      [4, '3', 'unchanged', null],
      [5, null, 'wrong', 'not-choice'],
    ]);
  });

  it('locates lines with an unknown, repeated or merely similar record, and skips them', async () => {
    const draft = await createDraft('number;notes\n123;a\nAB77;b\n500;c\n999;d\n;e\n00123;f\n00123;g\n');
    expect(issuesWithoutMessage(draft)).toEqual([]);
    expect(rowStates(draft)).toEqual([
      [2, null, 'wrong', 'key-written-otherwise'],
      [3, null, 'wrong', 'key-written-otherwise'],
      [4, null, 'wrong', 'ambiguous-key'],
      [5, null, 'wrong', 'no-such-record'],
      [6, null, 'wrong', 'no-key'],
      [7, '1', 'wrong', 'duplicate-line'],
      [8, '1', 'wrong', 'duplicate-line'],
    ]);
    expect(rowsOf(draft)[0]?.issue?.facts).toEqual({ field: 'number', value: '123', instead: '00123' });
  });

  it('stores no tax ID of a line whose identifying column is the wrong one', async () => {
    const draft = await createDraft(
      'number;custodian;notes\n123-45-6789;;a\n999;12-3456789;b\n123-45-6789;;c;d\n123456789;;e\n500;987654321;f\n',
    );
    expect(rowsOf(draft).map(({ title, issue }) => [title, issue?.code])).toEqual([
      ['', 'tax-id'],
      ['999', 'tax-id'],
      ['', 'more-cells'],
      ['123456789', 'no-such-record'], // an account number can have nine digits
      ['500', 'tax-id'], // a custodian can't
    ]);
    expect(JSON.stringify(rowsOf(draft))).not.toContain('987654321');
    expect(JSON.stringify(rowsOf(draft))).not.toMatch(/\d-\d/);
  });

  it('locates invalid values and keeps the written text', async () => {
    const draft = await createDraft(
      'id|first_billable_date|notes\n1|46347|=A1\n2|2026-11-21|fine|one more\n',
    );
    expect(rowsOf(draft)[0]).toMatchObject({
      state: 'wrong',
      fields: [
        { field: 'first_billable_date', after: '"46347"', issue: { code: 'serial-date' } },
        { field: 'notes', after: '"=A1"', issue: { code: 'formula' } },
      ],
    });
    expect(rowsOf(draft)[1]?.issue).toEqual({ code: 'more-cells', facts: { cells: 4, columns: 3 } });
  });

  it('creates no draft if columns lack a key or a value, occur twice, or cannot be edited', async () => {
    const table = await harness.read('id,notes,Issues\n1,a,b');
    const problemsOf = (fields: (string | null)[]) =>
      harness.imports.draft(table.id, fields, {}).problems.map(({ column, issue }) => [issue.code, column]);
    expect(problemsOf([null, 'notes', null])).toEqual([['no-key-column', null]]);
    expect(problemsOf(['id', null, null])).toEqual([['no-value-column', null]]);
    expect(problemsOf(['id', 'notes', 'notes'])).toEqual([['double-column', 3]]);
    expect(problemsOf(['id', 'notes', 'status'])).toEqual([['unknown-column', 3]]);
  });

  it('rejects a table without lines, and one with more than 10,000', async () => {
    await expect(harness.read('id,notes\n')).rejects.toMatchObject({
      failure: { detail: { code: 'empty-list' } },
    });
    const long = `id,notes\n${'1,x\n'.repeat(10_001)}`;
    await expect(harness.read(long)).rejects.toMatchObject({
      failure: { kind: 'refused', detail: { code: 'long-list', facts: { lines: 10_001, maximum: 10_000 } } },
    });
  });

  it.each(['csv', 'xlsx'])(
    'reads its own template (%s) back without changes, with zeros, formulas and long texts',
    async (type) => {
      const file = path.join(harness.folder, `accounts.${type}`);
      const fields = [
        'notes',
        'required_cash',
        'fee_structures_ids',
        'payment_source',
        'first_billable_date',
      ];
      const { rows } = await harness.imports.template(file, fields, {
        kind: 'edit',
        query: queryOf(),
        selection: { kind: 'all', except: [] },
      });
      expect(rows).toBe(4);
      const table = await harness.imports.read('accounts', 'edit', { from: 'file', grant: file });
      expect(table.columns.map(({ field }) => field)).toEqual(['id', 'number', 'custodian', null, ...fields]);
      expect(table.file).toBe(`accounts.${type}`);
      const { draft } = harness.imports.draft(
        table.id,
        table.columns.map(({ field }) => field),
        {},
      );
      expect(draft?.counts).toMatchObject({ unchanged: 4, wrong: 0, ready: 0 });
    },
  );

  it('reads a workbook’s percentage as displayed and text with an equals sign, but no formula', async () => {
    const file = path.join(harness.folder, 'rates.xlsx');
    const rate = { value: 0.0085, format: '0.00%' };
    const formula = { value: '=1+1', type: 'Formula' } as const;
    const rows = [
      ['Fee structure id', 'Flat rate', 'Name'].map((value) => ({ value })),
      [{ value: 7 }, rate, { value: '=Text' }],
      [{ value: 8 }, formula, { value: ' =Spaced' }],
    ];
    fs.writeFileSync(file, await writeWorkbook(rows as never).toBuffer());
    const table = await harness.imports.read('feeStructures', 'edit', { from: 'file', grant: file });
    const { draft } = harness.imports.draft(
      table.id,
      table.columns.map(({ field }) => field),
      {},
    );
    expect(draft && rowsOf(draft).map(({ fields }) => fields)).toMatchObject([
      [
        { field: 'flat_rate', after: '0.85' },
        { field: 'name', after: '"=Text"' },
      ],
      [
        { field: 'name', after: '"=Spaced"' },
        { field: 'flat_rate', issue: { code: 'formula' } },
      ],
    ]);
  });

  it('reads a file in another encoding', async () => {
    const file = path.join(harness.folder, 'latin.csv');
    fs.writeFileSync(file, Buffer.from('id,notes\n1,M\xFCller\n', 'latin1'));
    const table = await harness.imports.read('accounts', 'edit', { from: 'file', grant: file });
    const { draft } = harness.imports.draft(table.id, ['id', 'notes'], {});
    expect(draft && rowsOf(draft)[0]?.fields[0]?.after).toBe('"Müller"');
  });

  it('keeps no file name that could be a tax ID', async () => {
    const file = path.join(harness.folder, 'Smith 123-45-6789.csv');
    fs.writeFileSync(file, 'id,notes\n1,new\n');
    const table = await harness.imports.read('accounts', 'edit', { from: 'file', grant: file });
    const { draft } = harness.imports.draft(table.id, ['id', 'notes'], {});
    expect([table.file, draft?.file]).toEqual(['a file', 'a file']);
  });

  it('writes a template of identifying and chosen columns without records', async () => {
    const file = path.join(harness.folder, 'headings.csv');
    await harness.imports.template(file, ['notes'], { kind: 'headings', resource: 'accounts' });
    const [headings] = fs.readFileSync(file, 'utf8').split('\r\n');
    expect(headings?.replace(/^\uFEFF/, '')).toBe('Account ID,Number,Custodian,Notes');
  });
});

describe('an import of records to create', () => {
  const HEADINGS = 'Name,Type,Level,Weight,Securities,Firm';

  it('creates slugs, accepts labels for codes, and reports what each line lacks', async () => {
    const draft = await createDraft(
      `${HEADINGS}\nExclude Tesla,Exclusion,Firm-wide,100,62;63,\nExclude Oil,e,a,,,39\n`,
      'create',
      'assetAdjustments',
    );
    expect(rowsOf(draft)[0]).toMatchObject({ key: null, line: 2, state: 'ready', subtitle: 'exclude-tesla' });
    expect(rowsOf(draft)[0]?.fields.map(({ field, after }) => [field, after])).toEqual([
      ['name', '"Exclude Tesla"'],
      ['adjustment_type', '"e"'],
      ['level', '"f"'],
      ['weight', '100'],
      ['security_ids', '[62,63]'],
      ['firm_id', '39'], // the only firm of the data
      ['slug', '"exclude-tesla"'],
    ]);
    expect(rowStates(draft)[1]).toEqual([3, null, 'wrong', 'required']);
    expect(issuesWithoutMessage(draft)).toEqual([]);
  });

  it('reports names in use or repeated in the table, so that a file creates nothing twice', async () => {
    const line = 'e,f,100,62,39';
    const draft = await createDraft(
      `${HEADINGS}\nExclude Apple,${line}\nExclude Oil,${line}\nExclude  oil!,${line}\n`,
      'create',
      'assetAdjustments',
    );
    expect(rowStates(draft)).toEqual([
      [2, null, 'wrong', 'name-in-use'],
      [3, null, 'ready', null],
      [4, null, 'wrong', 'name-in-use'],
    ]);
  });

  it('finds 40 wrong lines of 5,000, has 4,960 ready, and sends nothing', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, index) => `Exclude ${index},e,f,${index % 125 === 3 ? 1.5 : 100},62,39`, // a weight is a whole number
    );
    const draft = await createDraft(`${HEADINGS}\n${lines.join('\n')}`, 'create', 'assetAdjustments');
    expect(draft.counts).toMatchObject({ ready: 4_960, wrong: 40 });
  });

  it('writes an empty template with the required columns', async () => {
    const file = path.join(harness.folder, 'new.csv');
    await harness.imports.template(file, [], { kind: 'create', resource: 'assetAdjustments' });
    const [headings] = fs.readFileSync(file, 'utf8').split('\r\n');
    expect(headings?.replace(/^\uFEFF/, '')).toBe('Name,Type,Level,Weight,Securities,Firm,Short ID');
  });
});

describe('a wrong value fixed in the draft', () => {
  it('is checked again; the line keeps its number, and errors of its other values stay', async () => {
    const draft = await createDraft('Number,Required cash,Household\n00123,lots,no such name\n500,5,4');
    const statesBefore = rowStates(draft);
    harness.factory.fix(draft.id, 0, 'required_cash', '250.00');
    expect(harness.drafts.row(draft.id, 0)).toMatchObject({ line: 2, key: '1', state: 'wrong' });
    harness.factory.fix(draft.id, 0, 'household_id', '12');
    expect(harness.drafts.row(draft.id, 0)).toMatchObject({
      line: 2,
      key: '1',
      state: 'ready',
      fields: [
        { field: 'required_cash', before: '12.5', after: '250.00', issue: null },
        { field: 'household_id', after: '12', issue: null },
      ],
    });
    expect(harness.drafts.get(draft.id).counts).toMatchObject({ ready: 1, wrong: 1 });
    expect(rowStates(draft)[1]).toEqual(statesBefore[1]); // ambiguous: it names no record
  });

  it('stays an error if the new value is invalid too, and writes nothing for a withheld tax ID', async () => {
    const draft = await createDraft('Number,Required cash,Notes\n00123,lots,123-45-6789');
    harness.factory.fix(draft.id, 0, 'required_cash', '"still lots"');
    const [row] = rowsOf(draft);
    expect(row?.fields.find(({ field }) => field === 'required_cash')?.issue?.code).toBe('not-money');
    harness.factory.fix(draft.id, 0, 'required_cash', '1');
    expect(rowsOf(draft)[0]).toMatchObject({ state: 'wrong', line: 2 });
    expect(rowsOf(draft)[0]?.fields.find(({ field }) => field === 'notes')?.issue?.code).toBe('tax-id');
  });

  it('of a new record does not give it the name of another line', async () => {
    const { newRecords, drafts } = harness;
    const text = 'Name,Type,Level,Weight,Securities,Firm\nSmith,e,f,100,62,39\nSmyth,e,f,100,62,39\n';
    const draft = await createDraft(text, 'create', 'assetAdjustments');
    const states = () => rowsOf(draft).map(({ subtitle, state }) => [subtitle, state]);
    expect(states()).toEqual([
      ['smith', 'ready'],
      ['smyth', 'ready'],
    ]);
    newRecords.fix(draft.id, 1, 'name', '"Smith"');
    newRecords.fix(draft.id, 0, 'weight', '50');
    expect(states()).toEqual([
      ['smith', 'ready'],
      ['smith', 'wrong'],
    ]);
    expect(rowsOf(draft)[1]?.fields.find(({ field }) => field === 'name')?.issue).toEqual({
      code: 'name-in-use',
      facts: { title: 'Smith (2)' },
    });
    newRecords.fix(draft.id, 1, 'name', '"Smithe"');
    expect(states()[1]).toEqual(['smithe', 'ready']);
    // A draft of an earlier version may have a name twice.
    const [first] = rowsOf(draft);
    if (first) drafts.put(draft.id, [{ ...first, index: 1 }]);
    expect(newRecords.markNamesInUse(drafts.get(draft.id))).toBe(true);
    expect(states()).toEqual([
      ['smith', 'ready'],
      ['smith', 'wrong'],
    ]);
  });

  it('of a new record is checked again too; the record keeps its line and title', async () => {
    const draft = await createDraft('Name,Flat rate\nCore,much', 'create', 'feeStructures');
    expect(rowStates(draft)[0]?.[2]).toBe('wrong');
    for (const { field, issue } of rowsOf(draft)[0]?.fields ?? [])
      if (issue) harness.newRecords.fix(draft.id, 0, field, field === 'flat_rate' ? '1' : '39');
    expect(rowsOf(draft)[0]).toMatchObject({ line: 2, title: 'Core' });
    expect(rowsOf(draft)[0]?.fields.find(({ field }) => field === 'flat_rate')).toMatchObject({
      after: '1',
      issue: null,
    });
  });
});
