import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../preload/contract/failure';
import { Bench, NO_DEFAULTS, textOf } from './bench';

async function planned(
  bench: Bench,
  text: string,
  defaults: { custodian: 'PER' | null; firm: number | null } = NO_DEFAULTS,
) {
  const job = await bench.codes.planCreate(textOf(text), defaults);
  return { job, lines: bench.codes.lines(job.id) };
}

describe('what is known of codes', () => {
  it('tells mapped, idle and carried ones apart, each with its accounts', () => {
    const bench = new Bench([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: 'IDLE', source: 'PER', firm_id: 39 },
    ]);
    expect(
      bench.known.overview.rows.map(({ code, state, accounts, record }) => [code, state, accounts, record]),
    ).toEqual([
      ['7AB', 'mapped', 15, '801'],
      ['IDLE', 'idle', 0, '802'],
      ['7AC', 'carried', 3, null],
      ['00123', 'carried', 5, null],
    ]);
  });

  it('counts an account with two codes once', () => {
    const bench = new Bench();
    expect(
      bench.known.accountsWith([
        { custodian: 'PER', code: '7AB' },
        { custodian: 'PER', code: '7AC' },
      ]),
    ).toBe(15);
    expect(bench.known.accountsWith([{ custodian: 'SWB', code: '7AB' }])).toBe(0);
  });

  it('says nothing of accounts that were never fetched, nor of what a mapping lacks that was not', () => {
    const bench = new Bench();
    bench.accounts = [];
    bench.asOf = { codes: '2026-11-20T09:00:00.000Z', accounts: null };
    expect(bench.known.overview.rows).toMatchObject([{ state: 'mapped', accounts: null }]);
    const other = new Bench([]);
    other.asOf = { codes: null, accounts: '2026-11-20T09:00:00.000Z' };
    expect(other.known.overview.rows).toEqual([]);
  });

  it('counts the accounts of a code that is mapped for two firms with both', () => {
    const bench = new Bench([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: '7AB', source: 'PER', firm_id: 41 },
    ]);
    expect(bench.known.overview.rows.slice(0, 2).map(({ accounts }) => accounts)).toEqual([15, 15]);
  });
});

describe('a plan to create codes', () => {
  it('says line by line what is wrong, and sends nothing', async () => {
    const bench = new Bench();
    const { job, lines } = await planned(
      bench,
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
    expect(lines.map(({ number, state, remark }) => [number, state, remark])).toEqual([
      [2, 'ready', null],
      [3, 'wrong', 'The service’s support handles codes with “.”, space: they cannot be sent.'],
      [4, 'wrong', 'Is mapped already, for firm 39.'],
      [5, 'wrong', 'The same as in line 2.'],
      [6, 'wrong', '“Nobody” is no custodian that is known here.'],
      [7, 'wrong', 'The Master Account is missing.'],
      [8, 'wrong', '77 is not a firm of this application.'],
      [9, 'ready', null],
      [10, 'wrong', '“somewhere” is no firm id.'],
    ]);
    expect(lines[7]).toMatchObject({ firmId: '41', custodian: 'SWB' });
    expect(job).toMatchObject({ state: 'planned', total: 9, counts: { ready: 2, wrong: 7 } });
    expect(bench.arrived).toEqual([]);
  });

  it('reads a file that the person chose, and no other', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-codes-'));
    try {
      const file = path.join(folder, 'codes.csv');
      writeFileSync(file, '\uFEFFcustodian,code,firm id\r\nPershing,00042,39\r\n');
      const bench = new Bench();
      bench.files.set('grant-1', file);
      const job = await bench.codes.planCreate({ from: 'file', grant: 'grant-1' }, NO_DEFAULTS);
      expect(bench.codes.lines(job.id)).toMatchObject([
        { number: 2, custodian: 'PER', code: '00042', firmId: '39', state: 'ready' },
      ]);
      await expect(bench.codes.planCreate({ from: 'file', grant: 'other' }, NO_DEFAULTS)).rejects.toThrow(
        'file-unreadable',
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes custodian and firm from the defaults where a line does not say them', async () => {
    const { lines } = await planned(new Bench(), 'NEW-1\nNEW-2', { custodian: 'PER', firm: 39 });
    expect(lines).toMatchObject([
      { custodian: 'PER', firmId: '39', state: 'ready' },
      { custodian: 'PER', firmId: '39', state: 'ready' },
    ]);
    const without = await planned(new Bench(), 'NEW-1');
    expect(without.lines[0]?.remark).toBe('No custodian is given.');
  });

  it('doubts a code that is mapped in other letters, and sends it all the same', async () => {
    const { lines } = await planned(new Bench(), '7ab', { custodian: 'PER', firm: 39 });
    expect(lines).toMatchObject([{ state: 'ready', remark: 'Pershing has 7AB mapped, in other letters.' }]);
  });

  it('takes the firms of the service’s listing, and no others', async () => {
    const bench = new Bench();
    bench.firms = [
      { id: 39, name: 'Harborview' },
      { id: 40, name: 'Lakeside' },
    ];
    expect(await bench.codes.firms()).toEqual({ firms: bench.firms, listed: true });
    const listed = await planned(bench, 'NEW-1', { custodian: 'PER', firm: 40 });
    expect(listed.lines).toMatchObject([{ state: 'ready', remark: null }]);
    const { lines } = await planned(bench, 'NEW-1', { custodian: 'PER', firm: 77 });
    expect(lines).toMatchObject([{ state: 'wrong' }]);
  });

  it('only doubts a firm that no record names where the service has no listing', async () => {
    const bench = new Bench();
    bench.firms = fail('not-found');
    expect(await bench.codes.firms()).toEqual({ firms: [{ id: 39, name: null }], listed: false });
    const { lines } = await planned(bench, 'NEW-1', { custodian: 'PER', firm: 77 });
    expect(lines).toMatchObject([{ state: 'ready', remark: 'No record here is of firm 77.' }]);
  });

  it('says how many accounts carry each code already', async () => {
    const { job, lines } = await planned(new Bench(), '7AC\nNEW-1', { custodian: 'PER', firm: 39 });
    expect(lines.map(({ accounts }) => accounts)).toEqual([3, 0]);
    expect(job).toMatchObject({ accounts: 3, custodian: 'PER' });
  });
});

describe('a plan to delete codes', () => {
  it('says whom it affects: each account once', () => {
    const bench = new Bench([
      { id: 801, code: '7AB', source: 'PER', firm_id: 39 },
      { id: 802, code: '7AC', source: 'PER', firm_id: 39 },
    ]);
    const job = bench.codes.planDelete(['801', '802', '999']);
    expect(job).toMatchObject({ kind: 'delete', accounts: 15, counts: { ready: 2, wrong: 1 } });
    expect(bench.codes.lines(job.id)[2]?.remark).toBe('Is not in the local copy any more.');
  });

  it('is not carried out when another number was typed', () => {
    const bench = new Bench();
    const job = bench.codes.planDelete(['801']);
    expect(() => bench.codes.start(job.id, 2)).toThrow('changed-since');
    expect(() => bench.codes.start(job.id, undefined)).toThrow('changed-since');
    expect(bench.arrived).toEqual([]);
  });
});
