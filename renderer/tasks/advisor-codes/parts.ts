/** The page of the task: the codes, the form for many, or a list in preparation, in progress or ended. */
export type Part = { readonly kind: 'codes' | 'many' } | { readonly kind: 'job'; readonly id: string };

export function partOf(text: string | undefined): Part {
  if (text === 'many') return { kind: 'many' };
  const [, id] = /^job:(.+)$/.exec(text ?? '') ?? [];
  return id === undefined ? { kind: 'codes' } : { kind: 'job', id };
}

export const jobPart = (id: string): string => `job:${id}`;

/** Opens a page of the task; without an argument, the codes. */
export type Open = (part?: string, how?: 'push' | 'replace') => void;
