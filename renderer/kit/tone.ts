/** What a state means; always beside its word. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';

/** How something stands: its word, and the color beside it. */
export interface Said {
  readonly word: string;
  readonly tone: Tone;
}
