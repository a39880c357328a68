import { codesIn, type CodeOf } from '../roi-link';

/** A batch of requests, by their drafts, and the codes of custodians that take none by email. */
export interface RoiBatchPage {
  readonly drafts: readonly string[];
  readonly elsewhere: readonly (readonly [custodian: string, codes: readonly string[]])[];
}

/** The page of the task: the list, a new draft, a saved one, a request, or a batch. */
export type RoiPage =
  | { readonly kind: 'home' | 'new' }
  | { readonly kind: 'draft' | 'request'; readonly id: string }
  | { readonly kind: 'codes'; readonly codes: readonly CodeOf[] }
  | { readonly kind: 'pass'; readonly pass: RoiBatchPage };

const PASS = 'pass:';

export function parseRoiPage(text: string | undefined): RoiPage {
  if (text === 'new') return { kind: 'new' };
  const codes = codesIn(text);
  if (codes) return { kind: 'codes', codes };
  if (text?.startsWith(PASS))
    return { kind: 'pass', pass: JSON.parse(text.slice(PASS.length)) as RoiBatchPage };
  const [, kind, id] = /^(draft|request):(.+)$/.exec(text ?? '') ?? [];
  return id !== undefined && (kind === 'draft' || kind === 'request') ? { kind, id } : { kind: 'home' };
}

export const roiPageText = (kind: 'draft' | 'request', id: string): string => `${kind}:${id}`;
export const batchPageText = (pass: RoiBatchPage): string => PASS + JSON.stringify(pass);

/** Opens a page of the task; without an argument its list. */
export type OpenRoiPage = (part: string | undefined, how?: 'push' | 'replace') => void;
