/** Maximum length of a member's name. */
export const MAX_MEMBER_NAME = 80;

/** Returns a key that is the same for names that differ only in capital letters and blanks. */
const nameKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns a name that no other member has: the second Pat Lee is "Pat Lee (2)". */
export function distinctName(name: string, taken: Iterable<string>): string {
  const takenKeys = new Set([...taken].map(nameKey));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const distinct = `${name.slice(0, MAX_MEMBER_NAME - end.length).trimEnd()}${end}`;
    if (!takenKeys.has(nameKey(distinct))) return distinct;
  }
}
