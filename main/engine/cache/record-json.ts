export type Json = Record<string, unknown>;

/** The record of a text; undefined for a text that is no object. */
export const objectOf = (raw: string): Json | undefined => parsed(raw);

/** The same with every number beyond 2^53 as its own text: a double would change its last digits. */
export const exactObjectOf = (raw: string): Json | undefined => parsed(raw, exact);

/** Whether a value holds a number of which JSON.parse may have lost digits. */
export function losesDigits(value: unknown): boolean {
  if (typeof value === 'number') return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  for (const part of Object.values(value)) if (losesDigits(part)) return true;
  return false;
}

function parsed(raw: string, reviver?: typeof exact): Json | undefined {
  try {
    const value: unknown = JSON.parse(raw, reviver);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined; // kept as it came, and flagged
  }
}

const exact = (_name: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && losesDigits(value) ? (context?.source ?? value) : value;
