/** What the task shows: the list, a new draft, a kept one, or a request. */
export type Part =
  { readonly kind: 'home' | 'new' } | { readonly kind: 'draft' | 'request'; readonly id: string };

export function partOf(text: string | undefined): Part {
  if (text === 'new') return { kind: 'new' };
  const [, kind, id] = /^(draft|request):(.+)$/.exec(text ?? '') ?? [];
  return id !== undefined && (kind === 'draft' || kind === 'request') ? { kind, id } : { kind: 'home' };
}

export const partText = (kind: 'draft' | 'request', id: string): string => `${kind}:${id}`;

/** Goes to a part of the task; without one to its list. */
export type Open = (part: string | undefined, how?: 'push' | 'replace') => void;
