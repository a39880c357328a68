import { advisorCodeText } from '#contract/fields';

export interface ParsedCodes {
  readonly good: readonly string[];
  /** Codes with characters that only support can handle (spec 2.5). */
  readonly wrong: readonly string[];
  /** Number of codes that were selected before or occur twice. */
  readonly duplicates: number;
}

/** Splits typed or pasted codes at spaces, commas, semicolons and line breaks. Case matters, zeros stay. */
export function parseCodes(text: string, already: readonly string[] = []): ParsedCodes {
  const seen = new Set(already);
  const good: string[] = [];
  const wrong: string[] = [];
  let duplicates = 0;
  for (const code of text.split(/[\s,;]+/).filter(Boolean)) {
    if (code.length > 64 || !advisorCodeText.safeParse(code).success) wrong.push(code);
    else if (seen.has(code)) duplicates += 1;
    else {
      seen.add(code);
      good.push(code);
    }
  }
  return { good, wrong, duplicates };
}
