import { describe, expect, it } from 'vitest';
import { addressText, parseAddresses } from '../../../../renderer/features/roi/addresses';
import { parseCodes } from '../../../../renderer/features/roi/codes';

describe('pasted list of addresses', () => {
  it('is split at commas, semicolons, tabs and new lines', () => {
    const { valid, invalid } = parseAddresses(
      ' a@firm.example, b@firm.example;c@firm.example\nd@firm.example\te@firm.example\n\n',
    );
    expect(valid.map(({ address }) => address)).toEqual([
      'a@firm.example',
      'b@firm.example',
      'c@firm.example',
      'd@firm.example',
      'e@firm.example',
    ]);
    expect(invalid).toEqual([]);
  });

  it.each([
    ['Ann Lee <ann@firm.example>', 'ann@firm.example', 'Ann Lee'],
    ['"Lee, Ann" <ann@firm.example>', 'ann@firm.example', 'Lee, Ann'],
    ['<ann@firm.example>', 'ann@firm.example', null],
    ['ann@firm.example (Ann Lee)', 'ann@firm.example', 'Ann Lee'],
    ['mailto:ann@firm.example', 'ann@firm.example', null],
  ])('accepts %s', (text, address, name) => {
    expect(parseAddresses(text)).toEqual({ valid: [{ address, name }], invalid: [], duplicates: 0 });
  });

  it('accepts plain addresses separated only by spaces', () => {
    expect(parseAddresses('a@firm.example  b@firm.example').valid).toHaveLength(2);
  });

  it('merges duplicate and existing addresses, ignoring case', () => {
    const already = [{ address: 'Ops@firm.example', name: null }];
    expect(parseAddresses('ops@FIRM.example; a@firm.example; A@firm.example', already)).toMatchObject({
      valid: [{ address: 'a@firm.example' }],
      duplicates: 2,
    });
  });

  it('names invalid addresses and still accepts the rest', () => {
    expect(parseAddresses('a@firm.example, Ann Lee, @firm.example, ann@firm, "x')).toMatchObject({
      valid: [{ address: 'a@firm.example' }],
      invalid: ['Ann Lee', '@firm.example', 'ann@firm', '"x'],
    });
  });
});

it('shows an address with the name of its owner, if it is known', () => {
  expect(addressText({ address: 'a@b.example', name: 'Ann' })).toBe('Ann <a@b.example>');
  expect(addressText({ address: 'a@b.example', name: null })).toBe('a@b.example');
});

describe('typed codes', () => {
  it('are split and deduplicated and keep their zeros and case', () => {
    expect(parseCodes('007, 7ab 7AB;\n007 G-1_x', ['7AB'])).toEqual({
      valid: ['007', '7ab', 'G-1_x'],
      invalid: [],
      duplicates: 2,
    });
  });

  it('are rejected if they have more than 64 characters', () => {
    const [longest, tooLong] = ['7'.repeat(64), '7'.repeat(65)];
    expect(parseCodes(`${longest} ${tooLong}`)).toMatchObject({ valid: [longest], invalid: [tooLong] });
  });

  it('are rejected if they have characters other than letters, digits, - and _', () => {
    expect(parseCodes('7AB 7.B é')).toMatchObject({ valid: ['7AB'], invalid: ['7.B', 'é'] });
    // An export of this app guards a code with a leading hyphen.
    expect(parseCodes("'-AB1 '7C")).toMatchObject({ valid: ['-AB1'], invalid: ["'7C"] });
  });
});
