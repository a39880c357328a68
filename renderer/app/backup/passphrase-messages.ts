import { MIN_PASSPHRASE_LENGTH } from '#contract/calls/backups';

/** Shown for a passphrase that follows common passwords or patterns. */
export const GUESSABLE =
  'This passphrase is easy to guess. Use a longer one, for example four unrelated words.';

/** Returns the errors of a new passphrase typed twice, by field. */
export function passphraseErrors(first: string, repeated: string): { first?: string; repeated?: string } {
  if (first.length < MIN_PASSPHRASE_LENGTH)
    return { first: `Enter at least ${MIN_PASSPHRASE_LENGTH} characters.` };
  if (first !== repeated) return { repeated: 'The passphrases do not match.' };
  return {};
}
