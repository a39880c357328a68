import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { parseAddresses } from './addresses';
import { parseCodes } from './codes';

/** Texts that were not committed yet, or are invalid. */
export type UncommittedInput = RoiDraftContent['typed'];
export const NO_INPUT: UncommittedInput = { codes: '', cc: '', replyTo: '' };
export const INPUT_KINDS = ['codes', 'cc', 'replyTo'] as const;

export interface ParsedInput {
  /** The draft with the parsed codes and addresses; invalid ones stay in `typed`, to be corrected. */
  readonly content: RoiDraftContent;
  /** Number of duplicates of each kind. */
  readonly duplicates: Readonly<Record<keyof UncommittedInput, number>>;
}

/** Parses typed texts into the draft. */
export function parseInput(content: RoiDraftContent): ParsedInput {
  const codes = parseCodes(content.typed.codes, content.codes);
  const cc = parseAddresses(content.typed.cc, content.cc);
  const replyTo = parseAddresses(content.typed.replyTo, content.replyTo);
  return {
    content: {
      ...content,
      codes: [...content.codes, ...codes.valid],
      cc: [...content.cc, ...cc.valid],
      replyTo: [...content.replyTo, ...replyTo.valid],
      typed: {
        codes: codes.invalid.join(' '),
        cc: cc.invalid.join(', '),
        replyTo: replyTo.invalid.join(', '),
      },
    },
    duplicates: { codes: codes.duplicates, cc: cc.duplicates, replyTo: replyTo.duplicates },
  };
}
