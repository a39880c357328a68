import type {
  CodeJob,
  CodeLine,
  CodeLineState,
  CodeRow,
  CodeState,
  Firm,
} from '../../../preload/contract/calls/advisor-codes';
import type { Connection } from '../../../preload/contract/connection';
import { codeWord, CUSTODIANS } from '../../../preload/contract/fields';
import { count, counted, formatMoment } from '../../kit/format';
import type { Said } from '../../kit/tone';

type Application = Pick<Connection, 'application'>;
export const STATES: Readonly<Record<CodeState, Said & { readonly help: string }>> = {
  mapped: {
    word: 'Mapped',
    tone: 'good',
    help: 'The mapping has it and accounts carry it.',
  },
  carried: {
    word: 'Carried, not mapped',
    tone: 'warn',
    help: 'Accounts carry it, but the mapping of the application lacks it.',
  },
  idle: {
    word: 'Mapped, no accounts',
    tone: 'quiet',
    help: 'The mapping has it, but no account carries it.',
  },
};

const names: Readonly<Record<string, string>> = CUSTODIANS;
export const custodianName = (code: string | null): string => (code === null ? '—' : (names[code] ?? code));

/** "G-Number" in the middle of a sentence, "Advisor code" at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "Pershing IP Number 7AB". */
export const fullName = ({ custodian, code }: Pick<CodeRow, 'custodian' | 'code'>): string =>
  `${custodianName(custodian)} ${codeWord(custodian ?? '')} ${code ?? '—'}`;

/** "Juniper Harbor Wealth (39)", or the bare id where there is no name. */
export function firmName(id: string | number | null, firms: readonly Firm[]): string {
  if (id === null) return '—';
  const name = firms.find((firm) => String(firm.id) === String(id))?.name;
  return name ? `${name} (${id})` : String(id);
}

export const codesText = (codes: number): string => counted(codes, 'code', 'codes');
export const accountsText = (accounts: number): string => counted(accounts, 'account', 'accounts');

const DONE = { create: 'Created', delete: 'Deleted' } as const;
const LINE: Readonly<Record<Exclude<CodeLineState, 'done'>, Said>> = {
  ready: { word: 'Ready', tone: 'quiet' },
  wrong: { word: 'Wrong', tone: 'bad' },
  asked: { word: 'Being sent', tone: 'quiet' },
  refused: { word: 'Refused', tone: 'bad' },
  unknown: { word: 'Outcome unknown', tone: 'warn' },
  'not-sent': { word: 'Not sent', tone: 'quiet' },
};

/** How a line stands. In a sandbox application the service answers as if it were done (spec 4.5). */
export function lineWords(state: CodeLineState, kind: CodeJob['kind'], { application }: Application): Said {
  if (state !== 'done') return LINE[state];
  return application === 'sandbox' ? { word: 'Answered', tone: 'quiet' } : { word: DONE[kind], tone: 'good' };
}

/** What is to be said of a line beside its state. */
export function remarkOf(
  line: Pick<CodeLine, 'state' | 'remark' | 'confirmed'>,
  { kind, checkedAt }: Pick<CodeJob, 'kind' | 'checkedAt'>,
  { application }: Application,
): string | null {
  const { state, remark, confirmed } = line;
  const asOf = checkedAt === null ? '' : ` as of ${formatMoment(checkedAt)}`;
  if (state === 'unknown') return [remark, unknownWords(kind, confirmed, asOf)].filter(Boolean).join(' ');
  if (state === 'done' && application === 'sandbox') return 'Sandbox: the mapping has not changed.';
  if (state === 'done' && confirmed === false)
    return `The service said so, but the mapping${asOf} ${kind === 'create' ? 'does not have it' : 'still has it'}.`;
  return remark;
}

function unknownWords(kind: CodeJob['kind'], confirmed: boolean | null, asOf: string): string {
  const create = kind === 'create';
  if (confirmed === null) return `Its answer was lost. Look in the list of codes before you send it again.`;
  if (confirmed)
    return `The mapping${asOf} ${create ? 'has it' : 'does not have it any more'}: it did arrive.`;
  return `The mapping${asOf} ${create ? 'does not have it' : 'still has it'}. It may still be on its way: refresh and look before you send it again.`;
}

/** Before anything is sent: what a sandbox application does with it. */
export const sandboxBefore = (kind: CodeJob['kind']): string =>
  `This is a sandbox application: the service answers as usual, but ${kind === 'create' ? 'creating' : 'deleting'} codes changes nothing there.`;

/** Afterwards. */
export const sandboxAfter = (kind: CodeJob['kind']): string =>
  `Sandbox application: the service answered as if the codes were ${DONE[kind].toLowerCase()}, and the mapping has not changed.`;

/** "12 created, 3 refused, 1 not known": what there is of each. */
export function tally(
  { counts, kind }: Pick<CodeJob, 'counts' | 'kind'>,
  { application }: Application,
): string {
  const parts: [number, string][] = [
    [counts.done, application === 'sandbox' ? 'answered' : DONE[kind].toLowerCase()],
    [counts.refused, 'refused'],
    [counts.unknown, 'with an unknown outcome'],
    [counts['not-sent'], 'not sent'],
    [counts.wrong, 'left out'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${count(number)} ${word}`)
    .join(', ');
}

/** Lines that were sent, or are not going to be, of those that are not wrong. */
export const settledOf = ({ counts }: Pick<CodeJob, 'counts'>): number =>
  counts.done + counts.refused + counts.unknown + counts['not-sent'];

export const jobTitle = (kind: CodeJob['kind']): string =>
  kind === 'create' ? 'Create advisor codes' : 'Delete advisor codes';

/** What a plan comes to, in a sentence or two. */
export function planWords({ kind, counts, total, accounts }: CodeJob): string {
  const { ready, wrong } = counts;
  if (kind === 'delete') {
    const whom =
      accounts === null
        ? 'It is not known which accounts carry them: accounts were never fetched whole.'
        : accounts === 0
          ? 'No account carries them.'
          : `${capital(accountsText(accounts))} ${accounts === 1 ? 'carries' : 'carry'} ${ready === 1 ? 'it' : 'them'}. A code that is not mapped yields no accounts.`;
    return `${codesText(ready)} will be taken out of the mapping of this application. ${whom}`;
  }
  if (ready === 0) return total === 1 ? 'The line is wrong.' : `All ${count(total)} lines are wrong.`;
  const good = `${codesText(ready)} can be created.`;
  if (wrong === 0) return good;
  return `${good} ${counted(wrong, 'line is wrong and is', 'lines are wrong and are')} left out.`;
}

/** How a job ended, as a heading. */
export function endWords(job: CodeJob, connection: Application): Said {
  const { counts, kind, state } = job;
  if (counts.unknown > 0) return { word: 'It is not known what became of some codes', tone: 'warn' };
  if (state === 'canceled') return { word: 'Stopped on your request', tone: 'quiet' };
  if (state === 'stopped') return { word: 'Broken off', tone: 'bad' };
  if (counts.done === 0) return { word: 'The service refused them', tone: 'bad' };
  const some = counts.refused > 0 ? 'Some codes were refused' : null;
  if (some) return { word: some, tone: 'warn' };
  if (connection.application === 'sandbox') return { word: 'The service answered as usual', tone: 'quiet' };
  return { word: `${capital(codesText(counts.done))} ${DONE[kind].toLowerCase()}`, tone: 'good' };
}
