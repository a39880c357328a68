import type { RoiRequestView } from '#contract/features/roi/calls';
import { compareTexts, wordMatcher } from '#contract/text';
import { custodianName, isRequestOpen, roiStateLabel, methodText } from './messages';

/** The sortable columns of the table of requests. */
export const REQUEST_COLUMNS = [
  ['custodian', 'Custodian'],
  ['codes', 'Codes'],
  ['sent', 'Sent'],
  ['status', 'Status'],
  ['waiting', 'Waiting'],
  ['followUp', 'Follow up'],
] as const;
export type RequestColumn = (typeof REQUEST_COLUMNS)[number][0];
export interface RequestSort {
  readonly by: RequestColumn;
  readonly descending: boolean;
}

/** Requests that are not open have neither a waiting time nor a follow-up: -1 and "9999" sort them together. */
const SORT_KEYS: Readonly<Record<RequestColumn, (request: RoiRequestView) => string | number>> = {
  custodian: (request) => custodianName(request.custodian),
  codes: ({ body }) => body.advisor_codes.join(' '),
  sent: ({ day, startedAt }) => `${day} ${startedAt}`,
  status: (request) => roiStateLabel(request).label,
  waiting: (request) => (isRequestOpen(request) ? request.businessDays : -1),
  followUp: (request) => (isRequestOpen(request) ? (request.followUp ?? '9999') : '9999'),
};

/** Returns requests that contain every word in custodian, codes, names, addresses, method, status or notes. */
export function searchRequests(requests: readonly RoiRequestView[], search: string): RoiRequestView[] {
  const matchesSearch = wordMatcher(search);
  return requests.filter((request) => {
    const { body, custodian, notes } = request;
    const searchedTexts = [
      custodian,
      custodianName(custodian),
      ...body.advisor_codes,
      body.owner_name,
      body.firm_name,
      body.sender_name,
      ...body.cc_emails,
      ...body.reply_to_emails,
      methodText(request),
      request.sentBy ?? '',
      roiStateLabel(request).label,
      ...notes.map((note) => note.text),
    ];
    return matchesSearch(searchedTexts.join('\n'));
  });
}

/** Sorts requests; equal ones keep their order, latest first. */
export function sortRequests(
  requests: readonly RoiRequestView[],
  { by, descending }: RequestSort,
): RoiRequestView[] {
  const key = SORT_KEYS[by];
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
  return [...requests].sort((a, b) => (descending ? -1 : 1) * compare(key(a), key(b)));
}
