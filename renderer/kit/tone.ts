import type { Tone } from '../../preload/contract/fields';

export type { Tone };

/** The color beside a code: of those a field gives its codes, or the quiet one for a code that nobody knows. */
export const toneOf = (tones: Readonly<Record<string, Tone>>, code: unknown): Tone =>
  (Object.hasOwn(tones, String(code)) ? tones[String(code)] : undefined) ?? 'quiet';

/** How something stands: its word, and the color beside it. */
export interface Said {
  readonly word: string;
  readonly tone: Tone;
}
