import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * The highest score: at least 10^10 guesses. An offline attack on a backup takes about half a second per guess.
 */
const MIN_SCORE = 4;
/** Maximum number of characters to estimate: longer texts take longer, and a strong beginning is enough. */
const MAX_ESTIMATED = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * Returns whether a passphrase is easy to guess: from common passwords and patterns, or from the given names.
 */
export const isGuessable = (passphrase: string, names: readonly string[]): boolean =>
  estimator.check(passphrase.slice(0, MAX_ESTIMATED), [...names]).score < MIN_SCORE;
