import { redact } from './redact';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value as a JSON object; null for a list, a text or a number. */
export const jsonOf = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

/** Returns the redacted messages of a body: `message`, `error`, `detail`, `validation_errors` and `errors`. */
export function messagesIn(value: unknown): string[] {
  const body = jsonOf(value);
  if (!body) return [];
  const messages = [
    body['message'],
    body['error'],
    body['detail'],
    body['validation_errors'],
    body['errors'],
  ];
  return [...new Set(messages.flat())]
    .filter((message): message is string => typeof message === 'string' && message.trim() !== '')
    .map((message) => redact(message));
}
