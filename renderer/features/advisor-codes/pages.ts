/** The page of the task: the codes, the form for many, or a list in preparation, in progress or ended. */
export type CodesPage = { readonly kind: 'codes' | 'many' } | { readonly kind: 'job'; readonly id: string };

export function parseCodesPage(text: string | undefined): CodesPage {
  if (text === 'many') return { kind: 'many' };
  const [, id] = /^job:(.+)$/.exec(text ?? '') ?? [];
  return id === undefined ? { kind: 'codes' } : { kind: 'job', id };
}

export const codesJobPage = (id: string): string => `job:${id}`;

/** Opens a page of the task; without an argument, the codes. */
export type OpenCodesPage = (part?: string, how?: 'push' | 'replace') => void;
