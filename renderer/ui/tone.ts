import type { Tone } from '#contract/fields';

export type { Tone };

/** Returns the color for a code, as its field defines it; unknown codes get the quiet one. */
export const toneOf = (tones: Readonly<Record<string, Tone>>, code: unknown): Tone =>
  exceptionToneOf(tones, code) ?? 'quiet';

/** Returns the color of a code that its field marks as an exception; undefined for other codes. */
export const exceptionToneOf = (tones: Readonly<Record<string, Tone>>, code: unknown): Tone | undefined =>
  Object.hasOwn(tones, String(code)) ? tones[String(code)] : undefined;

/** A state: its text and color. */
export interface StateLabel {
  readonly label: string;
  readonly tone: Tone;
}
