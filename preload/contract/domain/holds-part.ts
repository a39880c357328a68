import type { Filter } from '../query';

/** Whether a text has the part that a filter asks for, at the place it asks for; capital letters are like small ones. */
export function holdsPart(text: string, { text: part, at }: Filter & { op: 'contains' }): boolean {
  const [whole, sought] = [text.toLowerCase(), part.toLowerCase()];
  if (at === 'start') return whole.startsWith(sought);
  return at === 'end' ? whole.endsWith(sought) : whole.includes(sought);
}
