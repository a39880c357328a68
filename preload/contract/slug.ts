import { plainLetters } from './plain-letters';

/**
 * Returns a slug: `Exclude Apple` → `exclude-apple`, `Søren & Łukasz` → `soren-lukasz`. Empty if the name has
 * no letter or digit.
 */
export const slugOf = (name: string): string =>
  plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns an unused slug for a name: `exclude-apple-2` if the first is taken. Empty like slugOf. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name);
  if (slug === '' || !isTaken(slug)) return slug;
  let n = 2;
  while (isTaken(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
