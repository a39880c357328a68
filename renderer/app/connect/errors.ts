import type { z } from 'zod';
import { CONNECTION_PROBLEMS, type ConnectionProblem } from '#contract/connection';

const WORDS: Readonly<Record<ConnectionProblem, string>> = {
  address: 'Enter an address that begins with https://, without a user name, question mark or hash.',
  'no-username': 'Enter the user name.',
  'no-password': 'Enter the password.',
  'no-key': 'Enter the API key.',
  'short-key': 'Enter the full API key. It has at least 8 characters.',
  'odd-key': 'The key contains a character that keys can’t have. Paste it again.',
  'no-name': 'Enter a name for the connection.',
  'long-name': 'Enter a name of up to 80 characters.',
  'no-key-name': 'Enter a name for the key.',
};

/** Returns messages by field from the schema that the app process validates with, too. */
export function errorsOf(result: z.ZodSafeParseResult<unknown>): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const code = CONNECTION_PROBLEMS.find((one) => one === message);
    errors[String(path.at(-1) ?? '')] ??= code ? WORDS[code] : 'Check this field.';
  }
  return errors;
}
