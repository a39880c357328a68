import {
  addBusinessDays,
  businessDaysSince,
  localDay,
} from '../../../../preload/contract/domain/business-days';
import type { RoiRequestView } from '../../../../preload/contract/calls/roi';
import { roiWay, type Expectation } from '../../../../preload/contract/domain/roi-custodians';
import type { CustodianCode } from '../../../../preload/contract/fields';
import type { RoiStore } from '../../workspace/roi';
import type { StoredRequest } from '../../workspace/roi-requests';
import type { RoiAccounts } from './accounts';

/** How long a custodian is expected to take: as people set it, else as is usual. */
export const expectedOf = (roi: RoiStore, custodian: CustodianCode): Expectation | null =>
  roi.contacts.expectation(custodian) ?? roiWay(custodian).usual;

/** A custodian of whom nothing is known is asked about after so many business days. */
const ASK_AFTER = 5;

/** The day to follow up on a request that is made on a day. */
export const followUpOf = (roi: RoiStore, custodian: CustodianCode, day: string): string =>
  addBusinessDays(day, expectedOf(roi, custodian)?.last ?? ASK_AFTER);

/** A request with what can be said of it today. Whoever hands it on parses it: thousands are made at each visit. */
export function roiViewOf(
  { roi, accounts, now }: { roi: RoiStore; accounts: RoiAccounts; now: () => Date },
  stored: StoredRequest,
  unsaved = false,
): RoiRequestView {
  const today = localDay(now());
  const waiting = stored.closed === null && (stored.state === 'sent' || stored.state === 'unknown');
  const body = JSON.parse(stored.json) as RoiRequestView['body'];
  return {
    id: stored.id,
    custodian: stored.custodian,
    way: stored.way,
    body,
    json: stored.json,
    state: stored.state,
    startedAt: stored.started,
    day: stored.day,
    endedAt: stored.ended,
    answer: parsed(stored.answer) as RoiRequestView['answer'],
    failure: parsed(stored.failure) as RoiRequestView['failure'],
    unsaved,
    replaces: stored.replaces,
    ...replacement(roi, stored.id),
    foundAt: stored.found,
    businessDays: businessDaysSince(stored.day, localDay(closing(stored) ?? now())),
    expected: expectedOf(roi, stored.custodian),
    followUp: stored.follow_up,
    due: waiting && stored.follow_up !== null && stored.follow_up <= today,
    closed: stored.closed,
    closedAt: stored.closed_at,
    appeared:
      stored.state === 'sent' || stored.state === 'unknown' ? appearedOf(roi, accounts, stored, body) : null,
    spellings: accounts.spellings(stored.custodian, body.advisor_codes),
    notes: roi.requests.notes(stored.id),
  };
}

/** A closed request does not grow older. */
const closing = ({ closed_at }: StoredRequest): Date | null =>
  closed_at === null ? null : new Date(closed_at);

/** What was begun in a request's stead, and whether that has gone out (as far as is known). */
function replacement(roi: RoiStore, id: string): Pick<RoiRequestView, 'replacedBy' | 'superseded'> {
  const request = roi.requests.replacing(id);
  const draft = request ? null : roi.drafts.replacing(id);
  return {
    replacedBy: request
      ? { kind: 'request', id: request.id }
      : draft
        ? { kind: 'draft', id: draft.id }
        : null,
    superseded: request !== null && ['sending', 'sent', 'unknown'].includes(request.state),
  };
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** How many accounts of the request's codes are there now that were not at sending; null when either is not known. */
function appearedOf(
  roi: RoiStore,
  accounts: RoiAccounts,
  stored: StoredRequest,
  body: RoiRequestView['body'],
): number | null {
  const before = roi.requests.before(stored.id);
  const after = before && accounts.withCodes(stored.custodian, body.advisor_codes);
  return before && after ? after.filter((key) => !before.has(key)).length : null;
}
