import { describe, expect, it } from 'vitest';
import { addressText, parseAddresses } from '../../../../renderer/features/roi/addresses';
import { parseCodes } from '../../../../renderer/features/roi/codes';

describe('pasted list of addresses', () => {
  it('is split at commas, semicolons, tabs and new lines', () => {
    const { good, wrong } = parseAddresses(
      ' a@firm.example, b@firm.example;c@firm.example\nd@firm.example\te@firm.example\n\n',
    );
    expect(good.map(({ address }) => address)).toEqual([
      'a@firm.example',
      'b@firm.example',
      'c@firm.example',
      'd@firm.example',
      'e@firm.example',
    ]);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Ann Lee <ann@firm.example>', 'ann@firm.example', 'Ann Lee'],
    ['"Lee, Ann" <ann@firm.example>', 'ann@firm.example', 'Lee, Ann'],
    ['<ann@firm.example>', 'ann@firm.example', null],
    ['ann@firm.example (Ann Lee)', 'ann@firm.example', 'Ann Lee'],
    ['mailto:ann@firm.example', 'ann@firm.example', null],
  ])('accepts %s', (text, address, name) => {
    expect(parseAddresses(text)).toEqual({ good: [{ address, name }], wrong: [], duplicates: 0 });
  });

  it('accepts plain addresses separated only by spaces', () => {
    expect(parseAddresses('a@firm.example  b@firm.example').good).toHaveLength(2);
  });

  it('merges duplicate and existing addresses, ignoring case', () => {
    const already = [{ address: 'Ops@firm.example', name: null }];
    expect(parseAddresses('ops@FIRM.example; a@firm.example; A@firm.example', already)).toMatchObject({
      good: [{ address: 'a@firm.example' }],
      duplicates: 2,
    });
  });

  it('names invalid addresses and still accepts the rest', () => {
    expect(parseAddresses('a@firm.example, Ann Lee, @firm.example, ann@firm, "x')).toMatchObject({
      good: [{ address: 'a@firm.example' }],
      wrong: ['Ann Lee', '@firm.example', 'ann@firm', '"x'],
    });
  });

  it('is shown with its names', () => {
    expect(addressText({ address: 'a@b.example', name: 'Ann' })).toBe('Ann <a@b.example>');
    expect(addressText({ address: 'a@b.example', name: null })).toBe('a@b.example');
  });
});

describe('typed codes', () => {
  it('are split and deduplicated and keep their zeros and case', () => {
    expect(parseCodes('007, 7ab 7AB;\n007 G-1_x', ['7AB'])).toEqual({
      good: ['007', '7ab', 'G-1_x'],
      wrong: [],
      duplicates: 2,
    });
  });

  it('are rejected with other characters, which support handles', () => {
    expect(parseCodes('7AB 7.B é')).toMatchObject({ good: ['7AB'], wrong: ['7.B', 'é'] });
  });
});
