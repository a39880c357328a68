import { TAX_IDS } from '#contract/tax-id';

const HIDDEN = '•••';
/** Removing shorter secrets would remove letters of ordinary words. */
const MIN_SECRET_LENGTH = 4;
/** Longer secrets are removed inside longer words, too. */
const MAX_WORD_LENGTH = 11;

/** Patterns that must not appear in an error: tax IDs, tokens, keys, email addresses. */
const SECRETS: readonly RegExp[] = [
  /\bBearer\s+\S+/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, // a JWT
  TAX_IDS,
  // Only from the start of a run: trying each of its characters would take quadratic time.
  /(?<![\w.+@-])[\w.+@-]+@[\w-]+(\.[\w-]+)+/g,
  // Long opaque values: keys and tokens, but not network error codes, which support needs.
  /\b(?!ERR(_[A-Z0-9]+)+\b)[A-Za-z0-9_-]{32,}\b/g,
];

/** Values of the credential in use, which are redacted in addition to the patterns. */
export interface KnownSecrets {
  /** Keys, passwords and tokens. */
  readonly secrets: readonly string[];
  readonly userName?: string | undefined;
}

/** Returns a text of the service for an error message or a log: one line, short, without secrets. */
export function redact(text: string, known: KnownSecrets = { secrets: [] }): string {
  // An address may begin with a password and end in a tax ID: only its host is kept.
  let clean = text.replace(/\bhttps?:\/\/(?:[^\s/?#]*@)?([^\s/?#]+)\S*/gi, '$1');
  for (const secret of known.secrets)
    if (secret.length >= MIN_SECRET_LENGTH) clean = clean.replace(patternOf(secret), HIDDEN);
  if (known.userName) clean = clean.replace(userNamePattern(known.userName), HIDDEN);
  for (const pattern of SECRETS) clean = clean.replace(pattern, HIDDEN);
  clean = clean.replace(/\s+/g, ' ').trim();
  return clean.length > 300 ? `${clean.slice(0, 299)}…` : clean;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches the text where it is not part of a longer word; punctuation at its ends needs no further boundary. */
const wholeWord = (text: string): string => {
  const start = /^[\p{L}\p{N}]/u.test(text) ? '(?<![\\p{L}\\p{N}])' : '';
  const end = /[\p{L}\p{N}]$/u.test(text) ? '(?![\\p{L}\\p{N}])' : '';
  return `${start}${escaped(text)}${end}`;
};

/** A short secret can be part of a common word: hiding only that part would give it away. */
const patternOf = (secret: string): RegExp =>
  new RegExp(secret.length > MAX_WORD_LENGTH ? escaped(secret) : wholeWord(secret), 'gu');

/** A user name that is an ordinary word, such as "owner", is hidden only where the text means the user. */
function userNamePattern(name: string): RegExp {
  const isWord = /^\p{L}+$/u.test(name);
  const lookbehind = isWord ? '(?<=["\'“‘`]|\\b(?:user|user ?name|login)["\'”’`]?[\\s:=]{1,3})' : '';
  return new RegExp(lookbehind + wholeWord(name), 'giu');
}
