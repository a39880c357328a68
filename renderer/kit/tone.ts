/** What a state means; always beside its word. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'quiet';
