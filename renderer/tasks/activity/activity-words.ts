import type {
  ActivityBreak,
  ActivityEntry,
  ActivityFacts,
  ActivityOutcome,
} from '../../../preload/contract/calls/activity';
import { count, counted, formatDate, formatMoment, isEmpty } from '../../kit/format';
import { CUSTODIANS, isCustodian } from '../../../preload/contract/fields';
import type { Said } from '../../kit/tone';
import { humanised } from '../../resource/record/record';

export const ACTIVITY_OUTCOMES: Readonly<Record<ActivityOutcome, Said>> = {
  done: { word: 'Done', tone: 'good' },
  partly: { word: 'Partly', tone: 'warn' },
  refused: { word: 'Refused', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Stopped', tone: 'quiet' },
  unknown: { word: 'Unknown', tone: 'warn' },
};

/** How an entry ended. One without an end that this run of the program did not begin has an outcome nobody knows. */
export function outcomeWords({ outcome, going }: Pick<ActivityEntry, 'outcome' | 'going'>): Said {
  if (going) return { word: 'In progress', tone: 'accent' };
  return ACTIVITY_OUTCOMES[outcome ?? 'unknown'];
}

/** Some entries have a custodian's code, others its name. */
const custodianText = (written: string): string => (isCustodian(written) ? CUSTODIANS[written] : written);

export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** The fact that names the job whose rows were written; it leads there and is no word for people. */
const JOB = 'job';
export function jobOf({ kind, facts }: Pick<ActivityEntry, 'kind' | 'facts'>): string | null {
  const job = facts[JOB];
  return kind.startsWith('record-') && typeof job === 'string' ? job : null;
}

/** The facts of an entry in words, without those that say nothing. */
export const factsOf = (facts: ActivityFacts): Fact[] =>
  Object.entries(facts).flatMap(([name, value]) => {
    if (name === JOB || isEmpty(value) || value === false || value === 0) return [];
    const text =
      typeof value === 'number'
        ? count(value)
        : value === true
          ? 'yes'
          : name === 'custodian' && value !== null
            ? custodianText(value)
            : name === 'until' && value !== null
              ? formatDate(value)
              : String(value);
    return [{ label: LABELS[name] ?? humanised(name), text }];
  });

/** Of facts whose names do not say enough. */
const LABELS: Readonly<Record<string, string>> = {
  of: 'Whose',
  until: 'Waived through',
  record_ids: 'Record IDs',
  fee_structure_id: 'Fee structure ID',
  ceiling: 'Highest rate, in percent',
  ceiling_before: 'Before',
};

/** A fact of more characters is cut on a line; a look at 5,000 tax IDs names 5,000 records. */
const LINE_MOST = 60;

/** As much of a fact as fits on a line: the first items of a list and how many more, never half an ID. */
function cut(text: string): string {
  if (text.length <= LINE_MOST) return text;
  const items = text.split(', ');
  let shown = 0;
  for (let used = 0; shown < items.length; shown += 1) {
    used += (items[shown] ?? '').length + 2;
    if (used > LINE_MOST) break;
  }
  return items.length === 1 || shown === 0
    ? `${text.slice(0, LINE_MOST).trimEnd()}…`
    : `${items.slice(0, shown).join(', ')} and ${count(items.length - shown)} more`;
}

/** An ID of this program's own making: it says nothing to people who read along a line. */
const OWN_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** "Reason: Tax form · From: a record": what fits on a line; the details have it whole. */
export const factLine = (facts: ActivityFacts): string =>
  factsOf(facts)
    .filter(({ text }) => !OWN_ID.test(text))
    .map(({ label, text }) => `${label}: ${cut(text)}`)
    .join(' · ');

const HOW: Readonly<Record<ActivityBreak['how'], (line: string) => string>> = {
  changed: (line) => `Line ${line} was changed, or something was inserted just before it.`,
  missing: (line) => `Line ${line} is missing, although later lines are there.`,
  cut: (line) => `The end is missing: line ${line} and whatever came after it.`,
  added: (line) => `Line ${line} was not written by Firm Desk.`,
};

/** Where the log does not hold, and what of it is still sure. */
export function breakWords({ line, how, lastGood }: ActivityBreak): { what: string; sure: string } {
  const sound = line - 1;
  return {
    what: HOW[how](count(line)),
    sure:
      sound === 0 || lastGood === null
        ? 'No earlier line can be verified.'
        : `The ${counted(sound, 'line', 'lines')} before it, up to ${formatMoment(lastGood)}, ${sound === 1 ? 'is' : 'are'} intact.`,
  };
}
