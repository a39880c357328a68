import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundAccount } from '#engine/cache/query/account-lookup';
import { FeeLineReader, kindsIn } from '#engine/features/reconcile/lines';
import { matchLines } from '#engine/features/reconcile/match';
import { addRows, billedAccount, lookUpIn, mapping } from './memory';

/** Returns the lines of one file, matched with these accounts. */
function matchedLines(
  fees: readonly (readonly [number: string, amount: string])[],
  accounts: readonly FoundAccount[],
  request = mapping(),
) {
  const collected = new FeeLineReader();
  addRows(collected, [['Account', 'Fee'], ...fees], request);
  matchLines(collected.lines, lookUpIn(accounts), '2026-09-30');
  return collected.lines.map((line) => ({
    number: line.number,
    account: line.account?.key ?? null,
    kinds: kindsIn(line.kinds),
    issue: line.issue,
  }));
}

describe('a line', () => {
  it('matches its account despite dashes and spaces, and keeps its number as written', () => {
    expect(matchedLines([['z12 345-678', '1.00']], [billedAccount({ number: 'Z12-345678' })])).toEqual([
      { number: 'z12 345-678', account: 'Z12-345678', kinds: [], issue: '' },
    ]);
  });

  it('does not match an account with other leading zeros, but reports it', () => {
    const [line] = matchedLines([['12345', '1.00']], [billedAccount({ number: '0012345' })]);
    expect(line).toMatchObject({ account: null, kinds: ['unmatched'] });
    expect(line?.issue).toBe('zeros-lost 0012345');
  });

  it('reports both an amount that cannot be read and leading zeros that may be missing', () => {
    const [line] = matchedLines([['12345', 'n/a']], [billedAccount({ number: '0012345' })]);
    expect(line).toMatchObject({ account: null, kinds: ['unmatched', 'unreadable'] });
    expect(line?.issue).toBe('no-amount n/a; zeros-lost 0012345');
  });

  it('is unmatched if there is no such account', () => {
    expect(matchedLines([['99999999', '1.00']], [])[0]?.kinds).toEqual(['unmatched']);
  });

  it('flags an account that was closed by the end of the period, and only notes a later closing', () => {
    const lines = matchedLines(
      [
        ['1001', '1.00'],
        ['1002', '1.00'],
        ['1003', '1.00'],
        ['1004', '1.00'],
      ],
      [
        billedAccount({ number: '1001', status: 'closed', closeDate: '2026-09-30' }),
        billedAccount({ number: '1002', status: 'closed', closeDate: '2026-10-01' }),
        billedAccount({ number: '1003', status: 'closed', closeDate: '2026-09-30T00:00:00Z' }),
        billedAccount({ number: '1004', status: 'closed', closeDate: null }),
      ],
    );
    expect(lines.map((line) => [line.kinds, line.issue])).toEqual([
      [['closed'], 'closed-earlier'],
      [[], 'closed-later'],
      [['closed'], 'closed-earlier'],
      [['closed'], ''],
    ]);
  });

  it('reports an account that is stale or billed directly', () => {
    const lines = matchedLines(
      [
        ['1001', '1.00'],
        ['1002', '1.00'],
      ],
      [
        billedAccount({ number: '1001', status: 'stale' }),
        billedAccount({ number: '1002', paymentSource: 'D' }),
      ],
    );
    expect(lines.map((line) => line.kinds)).toEqual([['stale'], ['direct-billed']]);
  });

  it('reports an account that another custodian holds', () => {
    const [line] = matchedLines([['1001', '1.00']], [billedAccount({ number: '1001', custodian: 'NFS' })]);
    expect(line).toMatchObject({ kinds: ['other-custodian'], issue: 'held-at NFS' });
  });

  it('reports a negative, zero or unreadable amount', () => {
    const accounts = ['1001', '1002', '1003', '1004'].map((number) => billedAccount({ number }));
    const lines = matchedLines(
      [
        ['1001', '(12.30)'],
        ['1002', '0.00'],
        ['1003', 'n/a'],
        ['1004', '-0.00'],
      ],
      accounts,
    );
    expect(lines.map((line) => line.kinds)).toEqual([['negative'], ['zero'], ['unreadable'], ['zero']]);
    expect(lines[2]?.issue).toBe('no-amount n/a');
  });

  it('is unreadable without an account number, and matches no account', () => {
    expect(matchedLines([['', '5.00']], [])[0]).toMatchObject({ kinds: ['unreadable'], account: null });
  });
});

describe('several lines of one account', () => {
  it('are all reported, however the number is written', () => {
    const lines = matchedLines(
      [
        ['Z1-234', '1.00'],
        ['1002', '1.00'],
        ['Z1234', '1.00'],
      ],
      [billedAccount({ number: 'Z1234' }), billedAccount({ number: '1002' })],
    );
    expect(lines.map((line) => line.kinds)).toEqual([['duplicate'], [], ['duplicate']]);
    expect(lines[2]?.issue).toBe('repeated 2 2');
  });
});

describe('accounts that share a number', () => {
  const both = [
    billedAccount({ number: '1001', key: '1', custodian: 'NFS' }),
    billedAccount({ number: '1001', key: '2', custodian: 'SWB' }),
  ];

  it('are distinguished by the custodian of the file', () => {
    expect(matchedLines([['1001', '1.00']], both)[0]).toMatchObject({ account: '2', kinds: [] });
  });

  it('are distinguished by the spelling of the number and by which one is open', () => {
    const written = [
      billedAccount({ number: '10-01', key: '1' }),
      billedAccount({ number: '1001', key: '2' }),
    ];
    expect(matchedLines([['10-01', '1.00']], written)[0]?.account).toBe('1');
    const closed = [
      billedAccount({ number: '1001', key: '1', status: 'closed' }),
      billedAccount({ number: '1001', key: '2' }),
    ];
    expect(matchedLines([['1001', '1.00']], closed)[0]?.account).toBe('2');
  });

  it('are never guessed', () => {
    const same = [billedAccount({ number: '1001', key: '1' }), billedAccount({ number: '1001', key: '2' })];
    expect(matchedLines([['1001', '1.00']], same)[0]).toMatchObject({ account: null, kinds: ['ambiguous'] });
  });
});

describe('a total line', () => {
  it('is not counted, but a fee without a number is', () => {
    const collected = new FeeLineReader();
    addRows(collected, [
      ['Account', 'Fee'],
      ['1001', '1.00'],
      ['Total', '1.00'],
      ['', ''],
      ['', '2.00'],
    ]);
    expect(collected.lines.map((line) => line.lineNumber)).toEqual([2, 5]);
    expect(collected.summaries.get('SWB_fees.csv')).toBe(1);
  });
});

describe('any accounts', () => {
  // So few different ones that a billed number is often that of an account, and often billed twice.
  const digits = fc.stringMatching(/^[01]{3,4}$/);
  it('match exactly the lines with their number', () => {
    fc.assert(
      fc.property(fc.uniqueArray(digits), fc.array(digits), (known, billed) => {
        const lines = matchedLines(
          billed.map((number) => [number.replace(/^(..)/, '$1-'), '1.00'] as const),
          known.map((number) => billedAccount({ number })),
        );
        lines.forEach((line, index) => {
          const number = billed[index] ?? '';
          expect(line.account).toBe(known.includes(number) ? number : null);
          expect(line.kinds.includes('unmatched')).toBe(!known.includes(number));
          expect(line.kinds.includes('duplicate')).toBe(
            billed.filter((billedNumber) => billedNumber === number).length > 1,
          );
        });
      }),
    );
  });
});
