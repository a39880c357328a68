import { advisorCodeText } from '#contract/fields';
import { unguardFormula } from '#contract/spreadsheet-cells';

export interface ParsedCodes {
  readonly valid: readonly string[];
  /** Codes that are too long, or have characters that only support can handle (spec 2.5). */
  readonly invalid: readonly string[];
  /** Number of codes that were selected before or occur twice. */
  readonly duplicates: number;
}

/** As in `roiDraftContent`. */
const MAX_CODE_LENGTH = 64;

/** Splits typed or pasted codes at spaces, commas, semicolons and line breaks. Case matters, zeros stay. */
export function parseCodes(text: string, existing: readonly string[] = []): ParsedCodes {
  const knownCodes = new Set(existing);
  const valid: string[] = [];
  const invalid: string[] = [];
  let duplicates = 0;
  for (const code of text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(unguardFormula)) {
    if (code.length > MAX_CODE_LENGTH || !advisorCodeText.safeParse(code).success) invalid.push(code);
    else if (knownCodes.has(code)) duplicates += 1;
    else {
      knownCodes.add(code);
      valid.push(code);
    }
  }
  return { valid, invalid, duplicates };
}
