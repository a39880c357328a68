import { describe, expect, it } from 'vitest';
import { memoize } from '#common/memoize';

/** Returns a function of texts and the list of its inputs. */
function recordedFunction() {
  const texts: string[] = [];
  const format = (text: string) => {
    texts.push(text);
    return `<${text}>`;
  };
  return { texts, format };
}

describe('memoize', () => {
  it('computes each value once, and returns it each time', () => {
    const { texts, format } = recordedFunction();
    const memoized = memoize(format);
    expect(['a', 'b', 'a', 'a', 'b'].map(memoized)).toEqual(['<a>', '<b>', '<a>', '<a>', '<b>']);
    expect(texts).toEqual(['a', 'b']);
  });

  it('distinguishes a number from its text', () => {
    const typeOf = memoize((value: string | number) => typeof value);
    expect([1, '1', 1, '1'].map(typeOf)).toEqual(['number', 'string', 'number', 'string']);
  });

  it('holds at most the given number of values, and stays correct beyond that', () => {
    const { texts, format } = recordedFunction();
    const memoized = memoize(format, 2);
    // Three times each, so that fewer than half of all lookups miss.
    for (let round = 0; round < 3; round += 1)
      for (const text of 'aaabbbccc') expect(memoized(text)).toBe(`<${text}>`);
    expect(texts.join('')).toBe('abcabcabc');
  });

  it('stops memoizing if most inputs are new', () => {
    const { texts, format } = recordedFunction();
    const memoized = memoize(format, 2);
    for (const text of ['a', 'b', 'c', 'c', 'c']) expect(memoized(text)).toBe(`<${text}>`);
    expect(texts).toEqual(['a', 'b', 'c', 'c', 'c']);
  });

  it('does not memoize long texts', () => {
    const { texts, format } = recordedFunction();
    const memoized = memoize(format);
    const long = 'x'.repeat(1_000);
    expect([memoized(long), memoized(long)]).toEqual([`<${long}>`, `<${long}>`]);
    expect(texts).toHaveLength(2);
  });
});
