import type { RoiDraftContent } from '../../../preload/contract/errands/roi';
import { parseAddresses } from './addresses';
import { parseCodes } from './codes';

/** Typed texts that are not part of the draft yet: codes and addresses wait until they are taken in. */
export interface Leftovers {
  readonly codes: string;
  readonly cc: string;
  readonly replyTo: string;
}
export const NO_LEFTOVERS: Leftovers = { codes: '', cc: '', replyTo: '' };

export interface Taken {
  readonly content: RoiDraftContent;
  /** What is no code or address stays to be corrected. */
  readonly left: Leftovers;
  /** How many of each were there already. */
  readonly folded: Readonly<Record<keyof Leftovers, number>>;
}

/** Takes typed texts into the draft. */
export function takeIn(content: RoiDraftContent, left: Leftovers): Taken {
  const codes = parseCodes(left.codes, content.codes);
  const cc = parseAddresses(left.cc, content.cc);
  const replyTo = parseAddresses(left.replyTo, content.replyTo);
  return {
    content: {
      ...content,
      codes: [...content.codes, ...codes.good],
      cc: [...content.cc, ...cc.good],
      replyTo: [...content.replyTo, ...replyTo.good],
    },
    left: { codes: codes.wrong.join(' '), cc: cc.wrong.join(', '), replyTo: replyTo.wrong.join(', ') },
    folded: { codes: codes.folded, cc: cc.folded, replyTo: replyTo.folded },
  };
}
