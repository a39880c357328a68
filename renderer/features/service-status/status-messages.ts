import { capitalize } from '#contract/text';
import { custodianName } from '#contract/fields';
import type { CustodianData, RunningJob } from '#contract/features/service-status/schemas';
import { count, countOf, listText } from '../../ui/format';

/** "portfolio_refresh" as "portfolio refresh": the service's own word, without its underscores. */
const plain = (word: string): string => word.replaceAll(/[_-]+/g, ' ').trim();

/** "transactions, lots". */
export const missingKindsText = ({ missing }: CustodianData): string => missing.map(plain).join(', ');

/** Returns what arrived completely: the custodians by name while there are few, else their number. */
export function arrivedText(data: readonly CustodianData[]): string {
  const complete = data.filter(({ missing }) => missing.length === 0);
  if (complete.length === 0) return 'No custodian’s data is complete.';
  if (complete.length === data.length && data.length > 3)
    return `All data of ${countOf(data.length, 'custodian', 'custodians')} has arrived.`;
  return complete.length > 3
    ? `Complete: ${countOf(complete.length, 'custodian', 'custodians')}.`
    : `Complete: ${listText(complete.map(({ custodian }) => custodianName(custodian)))}.`;
}

/** "Billing run: step 3 of 8". */
export function runningJobText({ type, step, steps }: RunningJob): string {
  const name = plain(type) || 'A job';
  const title = capitalize(name);
  if (step === null) return title;
  return steps === null
    ? `${title}: step ${count(step)}`
    : `${title}: step ${count(step)} of ${count(steps)}`;
}
