import type { Tone } from '../../preload/contract/fields';

export type { Tone };

/** The color beside a code: of those a field gives its codes, or the quiet one for a code that nobody knows. */
export const toneOf = (tones: Readonly<Record<string, Tone>>, code: unknown): Tone =>
  exceptionOf(tones, code) ?? 'quiet';

/** The color of a code that is an exception: one of those that a field has a color for. */
export const exceptionOf = (tones: Readonly<Record<string, Tone>>, code: unknown): Tone | undefined =>
  Object.hasOwn(tones, String(code)) ? tones[String(code)] : undefined;

/** How something stands: its word, and the color beside it. */
export interface Said {
  readonly word: string;
  readonly tone: Tone;
}
