import type { Connection } from '../../../preload/contract/connection';
import type { RoiRequestView } from '../../../preload/contract/calls/roi';
import { codeWord, CUSTODIANS, type CustodianCode } from '../../../preload/contract/fields';
import { counted, formatDate, formatMoment } from '../../kit/format';
import type { Tone } from '../../kit/tone';

type Body = RoiRequestView['body'];

export const custodianName = (code: CustodianCode): string => CUSTODIANS[code];

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1);
  return items.length < 2 ? (last ?? '') : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** "IP Number 7AB", "IP Numbers 7AB and 7AC"; at most eight of many. */
export function codesText(custodian: string, codes: readonly string[]): string {
  const word = codeWord(custodian);
  const shown = codes.length > 9 ? [...codes.slice(0, 8), `${codes.length - 8} more`] : codes;
  return `${word}${codes.length === 1 ? '' : 's'} ${listed(shown)}`;
}

export interface Line {
  readonly label: string;
  readonly values: readonly string[];
}

/** Everything the service is told, in words. */
export const bodyWords = (body: Body): Line[] => [
  { label: 'Custodian', values: [`${custodianName(body.custodian)} (${body.custodian})`] },
  { label: `${capital(codeWord(body.custodian))}s`, values: body.advisor_codes },
  { label: 'On behalf of', values: [body.owner_name] },
  { label: 'Firm', values: [body.firm_name] },
  { label: 'Sent by', values: [body.sender_name] },
  { label: 'Copies to', values: body.cc_emails },
  { label: 'Replies to', values: body.reply_to_emails },
];

/** What sending will cause, one sentence each. */
export function consequences(
  body: Body,
  followUp: string,
  { application, demo }: Pick<Connection, 'application' | 'demo'>,
): string[] {
  const name = custodianName(body.custodian);
  return [
    `The service sends an e-mail to ${name}. It asks ${name}, on behalf of ${body.owner_name}, to release the information of ${codesText(body.custodian, body.advisor_codes)} to ${body.firm_name}.`,
    body.cc_emails.length > 0
      ? `Copies go to ${listed(body.cc_emails)}.`
      : 'Nobody gets a copy, so nobody here sees the e-mail itself.',
    `What ${name} answers goes to ${listed(body.reply_to_emails)}.`,
    'It is sent once and cannot be called back.',
    `You are reminded to follow up on ${formatDate(followUp)}; you can change that later.`,
    ...(demo
      ? ['This is the demo firm: its service answers as the real one does and sends no e-mail.']
      : application === 'sandbox'
        ? [
            'This is a sandbox application. Nothing says that it holds such requests back: expect a real e-mail.',
          ]
        : []),
  ];
}

/** A request's state as a word with its tone. */
export function stateWord(request: RoiRequestView): { word: string; tone: Tone } {
  if (request.closed === 'granted') return { word: 'Granted', tone: 'good' };
  if (request.closed === 'refused')
    return { word: `Refused by ${custodianName(request.custodian)}`, tone: 'bad' };
  switch (request.state) {
    case 'sending':
      return { word: 'Sending…', tone: 'accent' };
    case 'refused':
      return { word: 'Not accepted', tone: 'bad' };
    case 'not-sent':
      return { word: 'Not sent', tone: 'bad' };
    case 'unknown':
      return request.superseded
        ? { word: 'Unknown, sent again', tone: 'quiet' }
        : { word: 'Outcome unknown', tone: 'warn' };
    case 'sent':
      if ((request.appeared ?? 0) > 0) return { word: 'Accounts have appeared', tone: 'good' };
      return request.due ? { word: 'Follow up', tone: 'warn' } : { word: 'Waiting', tone: 'accent' };
  }
}

/** Heads what was, or was to be, told to the service. */
export const toldTitle = ({ state }: RoiRequestView): string =>
  state === 'not-sent'
    ? 'What was to be sent'
    : state === 'unknown'
      ? 'What was sent'
      : 'What the service was told';

/** Still wants something to happen. */
export const isOpen = ({ closed, state, superseded }: RoiRequestView): boolean =>
  closed === null && !superseded && (state === 'sending' || state === 'sent' || state === 'unknown');

/** "3 business days". */
export const ageText = ({ businessDays }: RoiRequestView): string =>
  counted(businessDays, 'business day', 'business days');

export const expectedText = ({ first, last }: RoiRequestView['expected']): string =>
  first === last ? counted(last, 'business day', 'business days') : `${first} to ${last} business days`;

export interface OutcomeWords {
  readonly title: string;
  readonly tone: Tone;
  readonly text: string;
  /** What to look for, or to do, one by one. */
  readonly steps: readonly string[];
}

/** What happened, and what it means. */
export function outcomeWords(request: RoiRequestView): OutcomeWords {
  const { body, state } = request;
  const name = custodianName(request.custodian);
  const when = formatMoment(request.startedAt);
  const status = request.answer?.status;
  if (state === 'sending')
    return {
      title: 'The request is being sent',
      tone: 'accent',
      text: 'Waiting for the service’s answer.',
      steps: [],
    };
  if (state === 'not-sent')
    return {
      title: 'Nothing was sent',
      tone: 'bad',
      text: `The service did not take the request of ${when}, so no e-mail went to ${name}.`,
      steps: [],
    };
  if (state === 'refused')
    return request.failure
      ? {
          title: 'The service did not accept the request',
          tone: 'bad',
          text: `It said no at ${when}. No e-mail went to ${name}.`,
          steps: [],
        }
      : {
          title: 'The service could not send the e-mail',
          tone: 'bad',
          text: `It took the request at ${when} and answered “${status ?? ''}”. Check the addresses, or ask the service’s support.`,
          steps: [],
        };
  if (state === 'sent')
    return {
      title: request.foundAt ? `The request did reach ${name}` : `The e-mail to ${name} is on its way`,
      tone: 'good',
      text: request.foundAt
        ? `Its answer was lost at ${when}; you found on ${formatMoment(request.foundAt)} that it arrived.`
        : status
          ? `The service took the request at ${when} and answered “${status}”.`
          : `The service took the request at ${when} and said nothing more.`,
      steps: [],
    };
  return {
    title: 'It is not known whether the e-mail went out',
    tone: 'warn',
    text: `The request left this computer at ${when}, and its answer was lost. It is not sent again by itself, and the service keeps no list of past requests that could be asked. Look before you send it again:`,
    steps: [
      body.cc_emails.length > 0
        ? `Is a copy of an e-mail to ${name} from about that time in the mailbox of ${listed(body.cc_emails)}?`
        : 'Nobody was to get a copy, so no mailbox here shows the e-mail itself.',
      `Has ${name} answered to ${listed(body.reply_to_emails)}?`,
      `Ask ${name} whether a request for ${codesText(request.custodian, body.advisor_codes)} from ${body.firm_name} has arrived.`,
    ],
  };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
