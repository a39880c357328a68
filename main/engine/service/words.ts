import { redact } from './redact';

export type Json = Readonly<Record<string, unknown>>;

/** The value as an object of JSON; null for a list, a text, a number. */
export const jsonOf = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;

/** The sentences of a body that speaks instead of showing: `message`, `error`, `detail`, `validation_errors`. */
export function wordsOf(value: unknown): string[] {
  const body = jsonOf(value);
  if (!body) return [];
  const said = [body['message'], body['error'], body['detail'], body['validation_errors'], body['errors']];
  return [...new Set(said.flat())]
    .filter((words): words is string => typeof words === 'string' && words.trim() !== '')
    .map((words) => redact(words));
}
