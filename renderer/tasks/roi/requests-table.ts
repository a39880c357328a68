import type { RoiRequestView } from '../../../preload/contract/calls/roi';
import { byLetters } from '../../../preload/contract/domain/letter-order';
import { custodianName, isOpen, stateWord, wayText } from './words';

/** The sortable columns of the table of requests. */
export const COLUMNS = [
  ['custodian', 'Custodian'],
  ['codes', 'Codes'],
  ['sent', 'Sent'],
  ['status', 'Status'],
  ['waiting', 'Waiting'],
  ['followUp', 'Follow up'],
] as const;
export type Column = (typeof COLUMNS)[number][0];
export interface Sort {
  readonly by: Column;
  readonly down: boolean;
}

const KEYS: Readonly<Record<Column, (request: RoiRequestView) => string | number>> = {
  custodian: (request) => custodianName(request.custodian),
  codes: ({ body }) => body.advisor_codes.join(' '),
  sent: ({ day, startedAt }) => `${day} ${startedAt}`,
  status: (request) => stateWord(request).word,
  waiting: (request) => (isOpen(request) ? request.businessDays : -1),
  followUp: (request) => (isOpen(request) ? (request.followUp ?? '9999') : '9999'),
};

/** Returns requests that contain every word in custodian, codes, names, addresses, status or note. */
export function foundIn(requests: readonly RoiRequestView[], search: string): RoiRequestView[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    const { body, custodian, notes } = request;
    const text = [
      custodian,
      custodianName(custodian),
      ...body.advisor_codes,
      body.owner_name,
      body.firm_name,
      body.sender_name,
      ...body.cc_emails,
      ...body.reply_to_emails,
      wayText(request),
      stateWord(request).word,
      ...notes.map((note) => note.text),
    ]
      .join('\n')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Sorts requests; equal ones keep their order, latest first. */
export function sorted(requests: readonly RoiRequestView[], { by, down }: Sort): RoiRequestView[] {
  const key = KEYS[by];
  const order = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : byLetters(String(a), String(b));
  return [...requests].sort((a, b) => (down ? -1 : 1) * order(key(a), key(b)));
}
