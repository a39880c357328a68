import type { Filter } from './query';

/** Returns whether a text contains the filter's part at the requested place, ignoring case. */
export function containsPart(text: string, { text: part, at }: Filter & { op: 'contains' }): boolean {
  const [whole, sought] = [text.toLowerCase(), part.toLowerCase()];
  if (at === 'start') return whole.startsWith(sought);
  return at === 'end' ? whole.endsWith(sought) : whole.includes(sought);
}
