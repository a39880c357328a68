import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkTaxId,
  holdsTaxId,
  maskedTaxId,
  taxIdLines,
  tokenLines,
  typedTaxId,
  withDashes,
} from '#contract/tax-id';

const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map((n) => String(n).padStart(9, '0'));

describe('a tax ID', () => {
  it('keeps every digit and leading zero in any notation', () => {
    fc.assert(
      fc.property(nineDigits, fc.constantFrom('ssn' as const, 'tax_id' as const), (digits, type) => {
        const value = withDashes(digits, type);
        expect(value.replaceAll('-', '')).toBe(digits);
        expect(checkTaxId(digits, type)).toMatchObject({ ok: true, value, type });
        // Dashes determine the type, regardless of the default for bare digits.
        expect(checkTaxId(value, 'ssn')).toMatchObject({ ok: true, value, type });
        expect(checkTaxId(` ${value.replaceAll('-', '–')} `, 'tax_id')).toMatchObject({
          ok: true,
          value,
          type,
        });
      }),
    );
  });

  it('gets its dashes while it is typed, digit by digit, and loses no digit', () => {
    fc.assert(
      fc.property(nineDigits, (digits) => {
        let typed = '';
        for (const digit of digits) typed = typedTaxId(typed + digit, 'ssn');
        expect(typed).toBe(withDashes(digits, 'ssn'));
      }),
    );
    expect(typedTaxId('01', 'tax_id')).toBe('01');
    expect(typedTaxId('012', 'tax_id')).toBe('01-2');
    expect(typedTaxId('0123456789', 'ssn')).toBe('012-34-56789'); // an extra digit stays visible
    expect(typedTaxId('12a', 'ssn')).toBe('12a');
  });

  it.each([
    ['12345678', { code: 'lost-zero', digits: 8 }],
    ['1', { code: 'digits', digits: 1 }],
    ['1234567890', { code: 'digits', digits: 10 }],
    ['123-456-789', { code: 'dashes' }],
    ['123 45 6789', { code: 'dashes' }],
    ['12E-45-6789', { code: 'characters' }],
  ])('written as %s is rejected with %o', (text, problem) => {
    expect(checkTaxId(text, 'ssn')).toEqual({ ok: false, problem });
  });

  it.each([
    ['000-12-3456', { code: 'ssn-prefix', prefix: '000' }],
    ['666-12-3456', { code: 'ssn-prefix', prefix: '666' }],
    ['123-00-3456', { code: 'ssn-zeros' }],
    ['123-45-0000', { code: 'ssn-zeros' }],
    ['07-1234567', { code: 'ein-prefix', prefix: '07' }],
    ['987-65-4321', null], // an ITIN
    ['12-3456789', null],
  ])('written as %s is accepted with the warning %o', (text, warning) => {
    expect(checkTaxId(text, 'ssn')).toMatchObject({ ok: true, warning });
  });

  it('is masked without any of its digits', () => {
    expect(maskedTaxId('ssn') + maskedTaxId('tax_id') + maskedTaxId(null)).not.toMatch(/\d/);
  });

  it('is detected inside other texts, so that it is not stored there', () => {
    for (const text of ['for 123-45-6789', '123456789.', 'EIN 12-3456789', '123 45 6789'])
      expect(holdsTaxId(text)).toBe(true);
    // With other dashes, dots, an invisible character and full-width digits.
    for (const text of [
      '123–45–6789',
      '123−45−6789',
      '123.45.6789',
      '123\u200b45\u200b6789',
      '12 – 3456789',
      '１２３-４５-６７８９',
    ])
      expect(holdsTaxId(text)).toBe(true);
    for (const text of ['Tax form 1099', 'tok_0123456789', '2026-11-21', 'invoice 1234567890', ''])
      expect(holdsTaxId(text)).toBe(false);
  });
});

describe('a list', () => {
  it('reports invalid lines by number, skipping empty ones', () => {
    const lines = taxIdLines('123-45-6789\r\n\r\n12345\n 012345678 ', 'tax_id');
    expect(lines.map(({ number, checked }) => [number, checked.ok])).toEqual([
      [1, true],
      [3, false],
      [4, true],
    ]);
    expect(lines[2]?.checked).toMatchObject({ value: '01-2345678' });
  });

  it('with several columns uses the one with tax IDs, without the heading', () => {
    const text = 'Name,Account,Tax ID\n"Lee",DEMO1,"123-45-6789"\nOrr,DEMO2,98765\nKim,DEMO3,012-34-5678';
    expect(taxIdLines(text, 'ssn').map(({ number, text: cell }) => [number, cell])).toEqual([
      [2, '123-45-6789'],
      [3, '98765'],
      [4, '012-34-5678'],
    ]);
  });

  it('keeps its columns with a separator in a quoted name, or with bars as separators', () => {
    const values = (text: string) => taxIdLines(text, 'ssn').map(({ text: cell }) => cell);
    expect(values('Tax ID,Name\n123-45-6789,Lee\n234-56-7890,"Orr, Kim"')).toEqual([
      '123-45-6789',
      '234-56-7890',
    ]);
    expect(values('"Lee, Ann",123-45-6789\nOrr,234-56-7890\n"Kim, Jo",345-67-8901')).toEqual([
      '123-45-6789',
      '234-56-7890',
      '345-67-8901',
    ]);
    expect(values('Lee|123-45-6789\nOrr|234-56-7890')).toEqual(['123-45-6789', '234-56-7890']);
  });

  it('of several columns uses the one named by a heading, or else the one with dashes', () => {
    const values = (text: string) =>
      taxIdLines(text, 'ssn').map(({ text: cell, checked }) => (checked.ok ? cell : checked.problem.code));
    expect(values('Account,tax_id\n111222333,444556666\n111222334,444556667')).toEqual([
      '444556666',
      '444556667',
    ]);
    expect(values('111222333,123-45-6789\n111222334,\n111222335,345-67-8901')).toEqual([
      '123-45-6789',
      'digits',
      '345-67-8901',
    ]);
  });

  it('accepts no line if the tax IDs may be in one of several columns', () => {
    for (const text of ['111222333,444556666\n111222334,', '123-45-6789,234-56-7890'])
      for (const { checked } of taxIdLines(text, 'ssn'))
        expect(checked).toEqual({ ok: false, problem: { code: 'several-columns' } });
  });

  it('of tokens can be one that this app copied, which guards those with a leading hyphen', () => {
    expect(tokenLines("'-Ab1\ntok_2").map(({ text, problem }) => [text, problem])).toEqual([
      ['-Ab1', null],
      ['tok_2', null],
    ]);
  });

  it('of tokens with line and account numbers reads the tokens', () => {
    const tokens = (text: string) => tokenLines(text).map(({ text: cell }) => cell);
    expect(tokens('Line,Account,Token\n1,A-100200300,t1\n2,A-100200301,t2')).toEqual(['t1', 't2']);
    expect(tokens('1,A100200,tok_0123456789\n2,A100201,tok_1123456789\n3,A100202,')).toEqual([
      'tok_0123456789',
      'tok_1123456789',
      '',
    ]);
  });

  it('keeps an invalid first line with digits, and the only line even if it is of words', () => {
    expect(taxIdLines('12345\n123-45-6789', 'ssn')).toHaveLength(2);
    expect(taxIdLines('words only', 'ssn')).toHaveLength(1);
  });

  it('can have more lines or columns than a call can have arguments', () => {
    expect(tokenLines('tok_1\n'.repeat(200_000))).toHaveLength(200_000);
    expect(tokenLines('tok_1,'.repeat(200_000))).toHaveLength(1);
  });

  it('of tokens reports plain tax IDs and impossible tokens', () => {
    const lines = tokenLines('token\ntok_1\n123-45-6789\nto ken\ntok_2');
    expect(lines.map(({ number, problem }) => [number, problem])).toEqual([
      [2, null],
      [3, { code: 'plain-tax-id' }],
      [4, { code: 'spaces' }],
      [5, null],
    ]);
  });
});
