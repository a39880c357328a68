import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { fail } from '#contract/failure';
import { AdvisorCodesHarness, NO_DEFAULTS, textInput } from './harness';

async function planCreation(
  harness: AdvisorCodesHarness,
  text: string,
  defaults: { custodian: 'PER' | null; firm: number | null } = NO_DEFAULTS,
) {
  const job = await harness.codes.planCreate(textInput(text), defaults);
  return { job, lines: harness.lines(job.id) };
}

describe('known codes', () => {
  it('are mapped, unused or only on accounts, each with its accounts', () => {
    const harness = new AdvisorCodesHarness([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: 'IDLE', source: 'PER', firm_id: 39 },
    ]);
    expect(
      harness.cachedCodes.overview.rows.map(({ code, state, accounts, record }) => [
        code,
        state,
        accounts,
        record,
      ]),
    ).toEqual([
      ['7AB', 'mapped', 15, '801'],
      ['IDLE', 'unused', 0, '802'],
      ['7AC', 'unmapped', 3, null],
      ['00123', 'unmapped', 5, null],
    ]);
  });

  it('count an account with two codes once', () => {
    const harness = new AdvisorCodesHarness();
    expect(
      harness.cachedCodes.accountsWith([
        { custodian: 'PER', code: '7AB' },
        { custodian: 'PER', code: '7AC' },
      ]),
    ).toBe(15);
    expect(harness.cachedCodes.accountsWith([{ custodian: 'SWB', code: '7AB' }])).toBe(0);
  });

  it('omit account counts and missing mappings until the data has been fetched', () => {
    const harness = new AdvisorCodesHarness();
    harness.accounts = [];
    harness.asOf = { codes: '2026-11-20T09:00:00.000Z', accounts: null };
    expect(harness.cachedCodes.overview.rows).toMatchObject([{ state: 'mapped', accounts: null }]);
    const other = new AdvisorCodesHarness([]);
    other.asOf = { codes: null, accounts: '2026-11-20T09:00:00.000Z' };
    expect(other.cachedCodes.overview.rows).toEqual([]);
  });

  it('count a code’s accounts for both firms that it is mapped to', () => {
    const harness = new AdvisorCodesHarness([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: '7AB', source: 'PER', firm_id: 41 },
    ]);
    expect(harness.cachedCodes.overview.rows.slice(0, 2).map(({ accounts }) => accounts)).toEqual([15, 15]);
  });
});

describe('a plan to create codes', () => {
  it('reports errors line by line, and sends nothing', async () => {
    const harness = new AdvisorCodesHarness();
    const { job, lines } = await planCreation(
      harness,
      [
        'custodian,code,firm',
        'PER,NEW-1,39',
        'PER,7.B C,39',
        'PER,7AB,39',
        'PER,NEW-1,39',
        'Nobody,X1,39',
        'SWB,,39',
        'SWB,X2,77',
        'SWB,X3,Juniper West',
        'SWB,X4,somewhere',
      ].join('\n'),
    );
    expect(lines.map(({ number, state, issue }) => [number, state, issue?.code, issue?.facts])).toEqual([
      [2, 'planned', undefined, undefined],
      [3, 'skipped', 'characters', { characters: '. ' }],
      [4, 'skipped', 'mapped', { firm: '39' }],
      [5, 'skipped', 'duplicate', { line: 2 }],
      [6, 'skipped', 'unknown-custodian', { custodian: 'Nobody' }],
      [7, 'skipped', 'no-code', undefined],
      [8, 'skipped', 'foreign-firm', { firm: 77 }],
      [9, 'planned', undefined, undefined],
      [10, 'skipped', 'unknown-firm', { firm: 'somewhere' }],
    ]);
    expect(lines[7]).toMatchObject({ firmId: '41', custodian: 'SWB' });
    expect(job).toMatchObject({ state: 'planned', total: 9, counts: { planned: 2, skipped: 7 } });
    expect(harness.receivedRequests).toEqual([]);
  });

  it('saves no text of a line that could have a tax ID', async () => {
    const harness = new AdvisorCodesHarness();
    const text = [
      '123-45-6789,PER,39',
      '12-3456789,Nobody,x',
      'N1,123456789,39',
      'N2,PER,123-45-6789',
      '123456789,PER,39',
    ];
    const { lines } = await planCreation(harness, ['code,custodian,firm', ...text].join('\n'));
    expect(
      lines.map(({ state, issue, custodian, code, firmId }) => [state, issue?.code, custodian, code, firmId]),
    ).toEqual([
      ['skipped', 'tax-id', 'PER', '', '39'],
      ['skipped', 'tax-id', null, '', null],
      ['skipped', 'tax-id', null, '', '39'],
      ['skipped', 'tax-id', 'PER', '', null],
      ['planned', undefined, 'PER', '123456789', '39'], // codes may have nine digits
    ]);
  });

  it('reads only a file that the user chose', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-codes-'));
    try {
      const file = path.join(folder, 'codes.csv');
      writeFileSync(file, '\uFEFFcustodian,code,firm id\r\nPershing,00042,39\r\n');
      const harness = new AdvisorCodesHarness();
      harness.files.set('grant-1', file);
      const job = await harness.codes.planCreate({ from: 'file', grant: 'grant-1' }, NO_DEFAULTS);
      expect(harness.lines(job.id)).toMatchObject([
        { number: 2, custodian: 'PER', code: '00042', firmId: '39', state: 'planned' },
      ]);
      await expect(harness.codes.planCreate({ from: 'file', grant: 'other' }, NO_DEFAULTS)).rejects.toThrow(
        'file-unreadable',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    [
      'an Excel workbook',
      () =>
        writeWorkbook(
          [
            ['Custodian', 'Code', 'Firm ID'],
            ['Pershing', '00042', 39],
          ].map((row) => row.map((value) => ({ value }))),
        ).toBuffer(),
    ],
    [
      'an Excel text file (UTF-16, tabs)',
      () => Buffer.from('\uFEFFcustodian\tcode\tfirm id\nPershing\t00042\t39', 'utf16le'),
    ],
    [
      'a Windows text file (windows-1252, semicolons)',
      () => Buffer.from('custodian;code;firm id;note\nPershing;00042;39;Z\u00fcrich', 'latin1'),
    ],
  ])('reads %s', async (_name, createContent) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-codes-'));
    try {
      const file = path.join(folder, 'codes');
      writeFileSync(file, await createContent());
      const harness = new AdvisorCodesHarness();
      harness.files.set('grant-1', file);
      const job = await harness.codes.planCreate({ from: 'file', grant: 'grant-1' }, NO_DEFAULTS);
      expect(harness.lines(job.id)).toMatchObject([
        { number: 2, custodian: 'PER', code: '00042', firmId: '39', state: 'planned' },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('uses the default custodian and firm for lines without them', async () => {
    const { lines } = await planCreation(new AdvisorCodesHarness(), 'NEW-1\nNEW-2', {
      custodian: 'PER',
      firm: 39,
    });
    expect(lines).toMatchObject([
      { custodian: 'PER', firmId: '39', state: 'planned' },
      { custodian: 'PER', firmId: '39', state: 'planned' },
    ]);
    const noDefaults = await planCreation(new AdvisorCodesHarness(), 'NEW-1');
    expect(noDefaults.lines[0]?.issue?.code).toBe('no-custodian');
  });

  it('accepts firm names if the service lists its firms, with and without headings', async () => {
    const lines = async (text: string) => (await planCreation(new AdvisorCodesHarness(), text)).lines;
    const parsed = [
      await lines('Custodian,Code,Firm\nPER,N-1,Juniper West\nPER,N-2,juniper harbor'),
      await lines('PER,N-1,Juniper West\nPER,N-2,juniper harbor'),
      await lines('Juniper West;PER;N-1\nJuniper Harbor;PER;N-2'),
      await lines('N-1\tJuniper West\tPER\nN-2\tNobody\tPER'),
    ].map((all) => all.map(({ code, firmId, state }) => [code, firmId, state]));
    const both = [
      ['N-1', '41', 'planned'],
      ['N-2', '39', 'planned'],
    ];
    expect(parsed).toEqual([both, both, both, [both[0], ['N-2', 'Nobody', 'skipped']]]);
  });

  it('warns of a code mapped with different capitalization, and still sends it', async () => {
    const { lines } = await planCreation(new AdvisorCodesHarness(), '7ab', { custodian: 'PER', firm: 39 });
    expect(lines).toMatchObject([
      { state: 'planned', issue: { code: 'other-case', facts: { code: '7AB', custodian: 'PER' } } },
    ]);
  });

  it('accepts only the firms that the service lists', async () => {
    const harness = new AdvisorCodesHarness();
    harness.firms = [
      { id: 39, name: 'Harborview' },
      { id: 40, name: 'Lakeside' },
    ];
    expect(await harness.codes.firms()).toEqual({ firms: harness.firms, isListed: true });
    const listed = await planCreation(harness, 'NEW-1', { custodian: 'PER', firm: 40 });
    expect(listed.lines).toMatchObject([{ state: 'planned', issue: null }]);
    const { lines } = await planCreation(harness, 'NEW-1', { custodian: 'PER', firm: 77 });
    expect(lines).toMatchObject([{ state: 'skipped' }]);
  });

  it('only warns of an unknown firm if the service has no list of firms', async () => {
    const harness = new AdvisorCodesHarness();
    harness.firms = fail('not-found');
    expect(await harness.codes.firms()).toEqual({ firms: [{ id: 39, name: null }], isListed: false });
    const { lines } = await planCreation(harness, 'NEW-1', { custodian: 'PER', firm: 77 });
    expect(lines).toMatchObject([{ state: 'planned', issue: { code: 'strange-firm', facts: { firm: 77 } } }]);
  });

  it('shows how many accounts already have each code', async () => {
    const { job, lines } = await planCreation(new AdvisorCodesHarness(), '7AC\nNEW-1', {
      custodian: 'PER',
      firm: 39,
    });
    expect(lines.map(({ accounts }) => accounts)).toEqual([3, 0]);
    expect(job.facts).toEqual({ accounts: 3, custodian: 'PER', custodians: 1 });
  });
});

describe('a plan to delete codes', () => {
  it('counts each affected account once', () => {
    const harness = new AdvisorCodesHarness([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: '7AC', source: 'PER', firm_id: 39 },
    ]);
    const job = harness.codes.planDelete(['801', '802', '999']);
    expect(job).toMatchObject({
      kind: { resource: 'advisorCodes', operation: 'remove' },
      facts: { accounts: 15 },
      counts: { planned: 2, skipped: 1 },
    });
    expect(harness.lines(job.id)[2]?.issue?.code).toBe('gone');
  });

  it('does not run if a different count was confirmed', () => {
    const harness = new AdvisorCodesHarness();
    const job = harness.codes.planDelete(['801']);
    expect(() => harness.jobs.start(job.id, 2)).toThrow('changed-since');
    expect(() => harness.jobs.start(job.id, undefined)).toThrow('changed-since');
    expect(harness.receivedRequests).toEqual([]);
  });
});
