import { TAX_IDS } from '../../../preload/contract/domain/tax-id-text';

const HIDDEN = '•••';

/** Things that must not travel in an error: tax ids, tokens, keys, e-mail addresses. */
const SECRETS: readonly RegExp[] = [
  /\bBearer\s+\S+/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, // a JWT
  TAX_IDS,
  /[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
  // Long opaque values: keys and tokens; not the codes of a network layer, which support asks for.
  /\b(?!ERR(_[A-Z0-9]+)+\b)[A-Za-z0-9_-]{32,}\b/g,
];

/**
 * Makes a text of the service fit for an error message or a log: one line, short, without secrets.
 * `known` are values that must go whatever they look like (the credential in use).
 */
export function redact(text: string, known: readonly string[] = []): string {
  // An address may end in a tax id: only its host is kept.
  let clean = text.replace(/\bhttps?:\/\/([^\s/?#]+)\S*/gi, '$1');
  for (const secret of known) if (secret.length >= 4) clean = clean.replaceAll(secret, HIDDEN);
  for (const pattern of SECRETS) clean = clean.replace(pattern, HIDDEN);
  clean = clean.replace(/\s+/g, ' ').trim();
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}
