import type { Guess, GuessReason } from '#contract/features/reconcile/findings';
import { count } from '../../ui/format';
import { teamChangeText } from '../team/team-messages';

/** Messages for why a column, a custodian or a notation was recognized. */

const percent = (share: number): string => (share === 1 ? 'All' : `${Math.floor(share * 100)}%`);

function reasonText(reason: GuessReason): string {
  switch (reason.code) {
    case 'heading':
      return `The heading is “${reason.heading}”.`;
    case 'known-accounts':
      return `${percent(reason.share)} of ${count(reason.examples)} examples are numbers of your accounts.`;
    case 'like-accounts':
      return 'Looks like account numbers.';
    case 'amounts':
      return `${percent(reason.share)} of its contents are ${reason.cents ? 'amounts with cents' : 'numbers'}.`;
    case 'accounts-at-custodian':
      return `${count(reason.count)} of ${count(reason.of)} examples that match your accounts are held there.`;
    case 'file-name':
      return 'From the file name.';
    case 'unknown-custodian':
      return 'Neither the file name nor the accounts show the custodian.';
    case 'notation-example':
      return `Example: ${reason.example}.`;
    case 'mixed-notations': {
      const [decimal, otherDecimal] = reason.as === 'comma' ? ['comma', 'point'] : ['point', 'comma'];
      return `${count(reason.shown)} examples have a decimal ${decimal}, ${count(reason.against)} a decimal ${otherDecimal}.`;
    }
    case 'no-decimals':
      return 'No amount has decimals: these may be whole dollars or whole cents.';
    case 'no-evidence':
      return 'The amounts don’t show which format it is.';
    case 'remembered':
      return reason.change
        ? `Confirmed for this custodian by ${teamChangeText(reason.change)}.`
        : 'You confirmed this for this custodian before.';
    case 'no-column':
      return 'No column was recognized.';
    case 'chosen':
      return 'You chose this.';
  }
}

/** Returns all reasons for a guess. */
export const guessText = ({ reasons }: Guess): string =>
  reasons.length === 0
    ? 'The best match of all columns.'
    : reasons.map((reason) => reasonText(reason)).join(' ');
