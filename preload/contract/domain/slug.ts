import { plainLetters } from './plain-letters';

/** `Exclude Apple` → `exclude-apple`, `Søren & Łukasz` → `soren-lukasz`. Empty for a name without a letter of a–z or a digit. */
export const slugOf = (name: string): string =>
  plainLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The slug of a name that no record has yet: `exclude-apple-2` where the first is in use. Empty as slugOf is. */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const slug = slugOf(name);
  if (slug === '' || !isTaken(slug)) return slug;
  let n = 2;
  while (isTaken(`${slug}-${n}`)) n += 1;
  return `${slug}-${n}`;
}
