import { capitalize } from '#contract/text';
import type { Connection } from '#contract/connection';
import { localDay } from '#contract/dates';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { advisorCodeTerm, custodianName } from '#contract/fields';
import { countOf, formatDate, formatDateTime, listText } from '../../ui/format';
import type { Tone } from '../../ui/tone';

export { custodianName };

type Body = RoiRequestView['body'];

/** "IP Number 7AB", "IP Numbers 7AB and 7AC"; of more than nine codes, the first eight and how many more there are. */
export function custodianCodesText(custodian: string, codes: readonly string[]): string {
  const codeTerm = advisorCodeTerm(custodian);
  const listed = codes.length > 9 ? [...codes.slice(0, 8), `${codes.length - 8} more`] : codes;
  return `${codeTerm}${codes.length === 1 ? '' : 's'} ${listText(listed)}`;
}

export interface LabeledValues {
  readonly label: string;
  readonly values: readonly string[];
}

/**
 * Returns the whole request as labeled values. Omits values that a request by portal or phone does not have.
 */
export const requestBodyLines = (body: Body, method: RoiRequestView['method'] = 'email'): LabeledValues[] =>
  allBodyLines(body).filter(({ values }) => method === 'email' || values.join('') !== '');

const allBodyLines = (body: Body): LabeledValues[] => [
  { label: 'Custodian', values: [`${custodianName(body.custodian)} (${body.custodian})`] },
  { label: `${capitalize(advisorCodeTerm(body.custodian))}s`, values: body.advisor_codes },
  { label: 'Advisor (on whose behalf)', values: [body.owner_name] },
  { label: 'Firm', values: [body.firm_name] },
  { label: 'Sender', values: [body.sender_name] },
  { label: 'CC', values: body.cc_emails },
  { label: 'Reply-to', values: body.reply_to_emails },
];

/** Returns when the user will be reminded of a request. */
export const followUpText = (followUp: string): string =>
  `You will be reminded to follow up on ${formatDate(followUp)}. You can change the date later.`;

/** Returns what a connection without real data does with emails; empty for other connections. */
function testFirmEffects({ application, demo }: Pick<Connection, 'application' | 'demo'>): string[] {
  if (demo) return ['This is the demo firm. Its service answers like the real one and sends no email.'];
  return application === 'sandbox'
    ? ['This is a sandbox application, which may still send a real email.']
    : [];
}

/** Returns the effects of sending a batch that are the same for each of its requests, one sentence each. */
export const batchSendingEffects = (connection: Pick<Connection, 'application' | 'demo'>): string[] => [
  'Each email is sent once and can’t be recalled.',
  ...testFirmEffects(connection),
];

/** Returns the effects of sending, one sentence each. */
export function sendingEffects(
  body: Body,
  followUp: string,
  connection: Pick<Connection, 'application' | 'demo'>,
): string[] {
  const name = custodianName(body.custodian);
  return [
    `The service emails ${name}. The email asks ${name}, on behalf of ${body.owner_name}, to release account data for ${custodianCodesText(body.custodian, body.advisor_codes)} to ${body.firm_name}.`,
    `A copy goes to ${listText(body.cc_emails)}.`,
    `${name} replies to ${listText(body.reply_to_emails)}.`,
    'The email is sent once and can’t be recalled.',
    followUpText(followUp),
    ...testFirmEffects(connection),
  ];
}

/** Returns how a request was made, for the middle of a sentence. */
export const methodText = ({ method }: Pick<RoiRequestView, 'method'>): string =>
  ({ email: 'by email', portal: 'in the portal', phone: 'by phone' })[method];

/** "Sent by Ada Park", of a colleague's request; "Attempted by Ada Park" if no email was sent. */
export function sentByText({ sentBy, method, state }: RoiRequestView): string {
  const isFailed = state === 'refused' || state === 'not-sent';
  const verb =
    method !== 'email' ? 'Submitted' : state === 'sending' ? 'Being sent' : isFailed ? 'Attempted' : 'Sent';
  return `${verb} by ${sentBy ?? 'you'}`;
}

/** Returns a request's state as a label with its tone. */
export function roiStateLabel(request: RoiRequestView): { label: string; tone: Tone } {
  if (request.closed === 'granted') return { label: 'Granted', tone: 'good' };
  if (request.closed === 'refused')
    return { label: `Declined by ${custodianName(request.custodian)}`, tone: 'bad' };
  switch (request.state) {
    case 'sending':
      return { label: 'Sending…', tone: 'accent' };
    case 'refused':
      return { label: 'Rejected', tone: 'bad' };
    case 'not-sent':
      return { label: 'Not sent', tone: 'bad' };
    case 'unknown':
      return request.isSuperseded
        ? { label: 'Unknown, sent again', tone: 'quiet' }
        : { label: 'Outcome unknown', tone: 'warn' };
    case 'sent':
      if ((request.appeared ?? 0) > 0) return { label: 'Accounts have appeared', tone: 'good' };
      return request.isDue ? { label: 'Follow up', tone: 'warn' } : { label: 'Waiting', tone: 'accent' };
  }
}

/** Returns the heading of a request's contents; says so if the service never received them. */
export const requestBodyTitle = ({ state, method }: RoiRequestView): string =>
  method !== 'email'
    ? 'Request details'
    : state === 'not-sent'
      ? 'Request summary (not sent)'
      : 'Request summary';

/** Returns true if the request needs another step. */
export const isRequestOpen = ({ closed, state, isSuperseded }: RoiRequestView): boolean =>
  closed === null && !isSuperseded && (state === 'sending' || state === 'sent' || state === 'unknown');

const sentToday = ({ method, day }: RoiRequestView, today: string): string | undefined =>
  day === today ? `${method === 'email' ? 'sent' : 'submitted'} today` : undefined;

/** "waiting 3 business days", "sent today". */
export const requestWaitingText = (request: RoiRequestView, today = localDay(new Date())): string =>
  sentToday(request, today) ?? `waiting ${countOf(request.businessDays, 'business day', 'business days')}`;

/** "3 of 5 business days", "6 of 5 business days, late", "Sent today". */
export function waitText(request: RoiRequestView, today = localDay(new Date())): string {
  const { businessDays, expected } = request;
  const todayText = sentToday(request, today);
  if (todayText !== undefined) return capitalize(todayText);
  if (!expected) return countOf(businessDays, 'business day', 'business days');
  return `${businessDays} of ${expected.last} business days${businessDays > expected.last ? ', late' : ''}`;
}

export const expectedText = ({ first, last }: NonNullable<RoiRequestView['expected']>): string =>
  first === last ? countOf(last, 'business day', 'business days') : `${first} to ${last} business days`;

export interface RoiOutcomeMessage {
  readonly title: string;
  readonly tone: Tone;
  readonly text: string;
  /** What to look for or to do, step by step. */
  readonly steps: readonly string[];
}

/** Message for an outcome that is known but not saved yet. */
export const UNSAVED_OUTCOME_NOTE =
  'This outcome could not be saved yet; the disk may be full. Free up space and keep Firm Desk open: saving is tried again every few seconds. Do not send the request again.';

/** Returns what happened, and what it means. */
export function roiOutcomeMessage(request: RoiRequestView): RoiOutcomeMessage {
  const name = custodianName(request.custodian);
  const when = formatDateTime(request.startedAt);
  const message = (title: string, tone: Tone, text: string, steps: readonly string[] = []) => ({
    title,
    tone,
    text,
    steps,
  });
  if (request.closed !== null) return closedMessage(request, name, when);
  switch (request.state) {
    case 'sending':
      return request.sentBy === null
        ? message('Sending the request', 'accent', 'Waiting for the service’s response.')
        : message(
            `Being sent by ${request.sentBy} since ${when}`,
            'accent',
            `If this does not change, Firm Desk was closed on that computer while sending. The outcome will be known when ${request.sentBy} opens it again.`,
          );
    case 'not-sent':
      return message(
        'Nothing was sent',
        'bad',
        `The service did not receive the request on ${when}, so no email went to ${name}.`,
      );
    case 'refused':
      return request.failure
        ? message('Request rejected', 'bad', `Rejected ${when}. No email went to ${name}.`)
        : message(
            'The service could not send the email',
            'bad',
            `It received the request on ${when} and answered “${request.response?.status ?? ''}”. Check the addresses, or contact the service’s support.`,
          );
    case 'sent':
      return sentMessage(request, name, when);
    case 'unknown':
      return unknownOutcomeMessage(request, name, when);
  }
}

/** Returns the message for a request that the custodian has decided. */
function closedMessage(request: RoiRequestView, name: string, when: string): RoiOutcomeMessage {
  const isGranted = request.closed === 'granted';
  return {
    title: `${name} ${isGranted ? 'granted' : 'declined'} the request`,
    tone: isGranted ? 'good' : 'bad',
    text: `${request.method === 'email' ? `Sent ${when}` : `Submitted ${methodText(request)} on ${formatDate(request.day)}`}${request.closedAt ? `; marked ${isGranted ? 'granted' : 'declined'}${request.closedBy === null ? '' : ` by ${request.closedBy} on`} ${formatDateTime(request.closedAt)}` : ''}.`,
    steps: [],
  };
}

/** Returns what the service confirmed, and what is due by now. */
function sentMessage(request: RoiRequestView, name: string, when: string): RoiOutcomeMessage {
  const status = request.response?.status;
  if (request.method !== 'email') return loggedRequestMessage(request, name);
  const prefix = request.foundAt
    ? `The service’s response on ${when} was lost. ${request.foundBy ?? 'You'} confirmed on ${formatDateTime(request.foundAt)} that the request arrived.`
    : status
      ? `The service received the request on ${when} and answered “${status}”.`
      : `The service received the request on ${when}.`;
  if ((request.appeared ?? 0) > 0)
    return {
      title: 'Accounts have appeared',
      tone: 'good',
      text: `${prefix} ${name} may have granted it.`,
      steps: [],
    };
  if (request.isDue)
    return { title: `Time to follow up with ${name}`, tone: 'warn', text: prefix, steps: [] };
  return {
    title: request.foundAt ? `The request reached ${name}` : `Email sent to ${name}`,
    tone: 'good',
    text: prefix,
    steps: [],
  };
}

/** Returns the message for a request made by portal or phone, of which only the logged values are known. */
function loggedRequestMessage(request: RoiRequestView, name: string): RoiOutcomeMessage {
  const text = `Submitted ${methodText(request)} on ${formatDate(request.day)}, and logged in Firm Desk.`;
  if ((request.appeared ?? 0) > 0)
    return {
      title: 'Accounts have appeared',
      tone: 'good',
      text: `${text} ${name} may have granted it.`,
      steps: [],
    };
  return request.isDue
    ? { title: `Time to follow up with ${name}`, tone: 'warn', text, steps: [] }
    : { title: `Waiting for ${name}`, tone: 'accent', text, steps: [] };
}

/** Returns how to find out whether the email was sent, if no response proves it. */
function unknownOutcomeMessage(
  { body, custodian, failure, response }: RoiRequestView,
  name: string,
  when: string,
): RoiOutcomeMessage {
  const reasons = failure?.reasons ?? [];
  const respondedCustodian = response?.['custodian'];
  const responseText =
    typeof respondedCustodian === 'string' && respondedCustodian !== custodian
      ? `The service’s response on ${when} is about another custodian (${respondedCustodian}).`
      : reasons.length > 0
        ? `The service’s response on ${when} does not confirm the email: “${reasons.join(' ')}”.`
        : `The request was sent on ${when}, and no response confirms the email.`;
  return {
    title: 'It is unknown whether the email was sent',
    tone: 'warn',
    text: `${responseText} It is not sent again automatically, and the service has no list of past requests. Check before you send it again:`,
    steps: [
      body.cc_emails.length > 0
        ? `Is a copy of an email to ${name} from about that time in the mailbox of ${listText(body.cc_emails)}?`
        : 'There was no CC, so none of your mailboxes has a copy of the email.',
      `Has ${name} replied to ${listText(body.reply_to_emails)}?`,
      `Ask ${name} whether a request for ${custodianCodesText(custodian, body.advisor_codes)} from ${body.firm_name} has arrived.`,
    ],
  };
}
