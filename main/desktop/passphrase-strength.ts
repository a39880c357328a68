import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The highest score: at least 10^10 guesses. A backup can be attacked offline, at about a tenth of a second per guess. */
const MIN_SCORE = 4;
/** Characters that are estimated: estimating takes longer for longer texts, and a strong beginning is enough. */
const MAX_ESTIMATED = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Returns whether a passphrase is easy to find: by common passwords and patterns, or by the names it was made from. */
export const isGuessable = (passphrase: string, names: readonly string[]): boolean =>
  estimator.check(passphrase.slice(0, MAX_ESTIMATED), [...names]).score < MIN_SCORE;
