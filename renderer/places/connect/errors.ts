import type { z } from 'zod';

/** Messages by field name, from the schema that the app process checks with too: one source of the rules. */
export function errorsOf(result: z.ZodSafeParseResult<unknown>): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path.at(-1) ?? '');
    errors[field] ??= issue.message;
  }
  return errors;
}
