/** What the task shows: the codes, the form for many, or a list that is being made, sent or was. */
export type Part = { readonly kind: 'codes' | 'many' } | { readonly kind: 'job'; readonly id: string };

export function partOf(text: string | undefined): Part {
  if (text === 'many') return { kind: 'many' };
  const [, id] = /^job:(.+)$/.exec(text ?? '') ?? [];
  return id === undefined ? { kind: 'codes' } : { kind: 'job', id };
}

export const jobPart = (id: string): string => `job:${id}`;

/** Goes to a part of the task; without one to the codes. */
export type Open = (part?: string, how?: 'push' | 'replace') => void;
