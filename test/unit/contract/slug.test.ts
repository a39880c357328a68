import { expect, it } from 'vitest';
import { freeSlug, slugOf } from '#contract/text';

it.each([
  ['Exclude Apple', 'exclude-apple'],
  ['  Müller & Söhne, LLC ', 'muller-sohne-llc'],
  ['Søren & Małgorzata Groß', 'soren-malgorzata-gross'],
  ['0.75% tiered', '0-75-tiered'],
  ['—', ''],
])('makes the slug of %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it('adds the next free number to a slug in use', () => {
  const usedSlugs = new Set(['growth', 'growth-2']);
  expect(freeSlug('Growth', (slug) => usedSlugs.has(slug))).toBe('growth-3');
  expect(freeSlug('Income', (slug) => usedSlugs.has(slug))).toBe('income');
  expect(freeSlug('—', () => true)).toBe('');
});
