/** Characters of a member's name. */
export const MAX_MEMBER_NAME = 80;

/** Names that people read as the same: capital letters and blanks don't tell two people apart. */
const readAs = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns a name that no other member has: the second Pat Lee is "Pat Lee (2)". */
export function distinctName(name: string, taken: Iterable<string>): string {
  const known = new Set([...taken].map(readAs));
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const distinct = `${name.slice(0, MAX_MEMBER_NAME - end.length).trimEnd()}${end}`;
    if (!known.has(readAs(distinct))) return distinct;
  }
}
