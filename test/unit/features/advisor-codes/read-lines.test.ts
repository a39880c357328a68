import { describe, expect, it } from 'vitest';
import { parseCustodian } from '#engine/features/advisor-codes/custodian-text';
import { readCodeLines } from '#engine/features/advisor-codes/read-lines';

const rows = (text: string) =>
  readCodeLines(text).map(({ number, custodian, code, firm }) => [number, custodian, code, firm]);

describe('a list of codes', () => {
  it('can have one code per line and empty lines', () => {
    expect(rows('7AB\n\n  00123 \r\nG-77\n')).toEqual([
      [1, '', '7AB', ''],
      [3, '', '00123', ''],
      [4, '', 'G-77', ''],
    ]);
  });

  it("can have headings in any order, with the custodians' terms for a code", () => {
    expect(rows('Firm ID,Custodian,G-Number\n39,Fidelity,G100\n41,SWB,0042')).toEqual([
      [2, 'Fidelity', 'G100', '39'],
      [3, 'SWB', '0042', '41'],
    ]);
    expect(rows('advisor_code;source\n7AB;PER')).toEqual([[2, 'PER', '7AB', '']]);
    expect(rows('Advisor code\n7AB')).toEqual([[2, '', '7AB', '']]);
  });

  it('is recognized without headings by the content of its columns', () => {
    expect(rows('PER\t7AB\t39\nSWB\t0042\t41')).toEqual([
      [1, 'PER', '7AB', '39'],
      [2, 'SWB', '0042', '41'],
    ]);
    expect(rows('7AB,Pershing\n7AC,Pershing')).toEqual([
      [1, 'Pershing', '7AB', ''],
      [2, 'Pershing', '7AC', ''],
    ]);
  });

  it('can be one that this app copied or exported, which guards codes with a leading hyphen', () => {
    expect(rows("code,custodian\n'-AB1,PER\n'AB2,PER")).toEqual([
      [2, 'PER', '-AB1', ''],
      [3, 'PER', "'AB2", ''],
    ]);
  });

  it('keeps quoted cells intact, with their line in the file', () => {
    expect(rows('code,custodian\n\n"7,AB",PER\n"7AC","Schwab"')).toEqual([
      [3, 'PER', '7,AB', ''],
      [4, 'Schwab', '7AC', ''],
    ]);
  });

  it('is refused if empty, too long, or with an unclosed quotation mark', () => {
    expect(() => readCodeLines(' \n ')).toThrow('refused');
    expect(() => readCodeLines('code,custodian')).toThrow('refused');
    expect(() => readCodeLines('A1\n'.repeat(10_001))).toThrow('refused');
    expect(() => readCodeLines('A1,PER\n"A2,PER\nA3,PER')).toThrow('refused');
  });
});

describe('a custodian', () => {
  it('is recognized by its code, its name, or a unique part of its name', () => {
    expect(
      ['per', 'Charles Schwab', 'Schwab', 'Fidelity', 'FIDELITY 401K/403B', 'Millennium Trust Co'].map(
        parseCustodian,
      ),
    ).toEqual(['PER', 'SWB', 'SWB', 'NFS', 'FPR', 'MLT']);
    expect(['', 'Trust', 'XYZ', 'Bank of Nowhere', '7AB'].map((text) => parseCustodian(text))).toEqual([
      null,
      'MLT',
      null,
      null,
      null,
    ]);
  });
});
