import { addBusinessDays, businessDaysSince, localDay } from '#contract/dates';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { roiChannel, type Turnaround } from '#contract/features/roi/custodians';
import type { CustodianCode } from '#contract/fields';
import type { RoiStore } from './saved-work/store';
import type { StoredRequest } from './saved-work/stored-request';
import { sharedFacts } from './saved-work/shared-request-rows';
import type { RoiAccounts } from './accounts';

/** Returns how long a custodian usually takes: the user's setting, else the default. */
export const expectedTurnaround = (roi: RoiStore, custodian: CustodianCode): Turnaround | null =>
  roi.turnarounds.get(custodian) ?? roiChannel(custodian).turnaround;

/** Business days before a follow-up with a custodian whose usual time is unknown. */
const DEFAULT_FOLLOW_UP_DAYS = 5;

/** Returns the day to follow up on a request made on a given day. */
export const followUpDay = (roi: RoiStore, custodian: CustodianCode, day: string): string =>
  addBusinessDays(day, expectedTurnaround(roi, custodian)?.last ?? DEFAULT_FOLLOW_UP_DAYS);

/**
 * Returns a request with its state as of today. The caller validates it, because thousands are created per
 * visit.
 */
export function roiViewOf(
  { roi, accounts, now }: { roi: RoiStore; accounts: RoiAccounts; now: () => Date },
  stored: StoredRequest,
  isUnsaved = false,
): RoiRequestView {
  const today = localDay(now());
  const isWaiting = stored.closed === null && (stored.state === 'sent' || stored.state === 'unknown');
  const body = JSON.parse(stored.json) as RoiRequestView['body'];
  return {
    id: stored.id,
    ...sharedView(stored),
    custodian: stored.custodian,
    method: stored.way,
    body,
    json: stored.json,
    state: stored.state,
    startedAt: stored.started,
    day: stored.day,
    endedAt: stored.ended,
    response: parseStored(stored.answer) as RoiRequestView['response'],
    failure: parseStored(stored.failure) as RoiRequestView['failure'],
    isUnsaved,
    replaces: stored.replaces,
    ...replacement(roi, stored.id),
    foundAt: stored.found,
    businessDays: businessDaysSince(stored.day, localDay(closedDate(stored) ?? now())),
    expected: expectedTurnaround(roi, stored.custodian),
    followUp: stored.follow_up,
    isDue: isWaiting && stored.follow_up !== null && stored.follow_up <= today,
    closed: stored.closed,
    closedAt: stored.closed_at,
    appeared:
      stored.state === 'sent' || stored.state === 'unknown'
        ? countAppeared(roi, accounts, stored, body)
        : null,
    accountsAsOf: accounts.asOf(),
    spellings: accounts.spellings(stored.custodian, body.advisor_codes),
    notes: roi.requests.notes(stored.id).map(({ id, at, text, author }) => ({ id, at, text, by: author })),
  };
}

/** Returns which team member did what. */
function sharedView(stored: StoredRequest) {
  const facts = sharedFacts(stored);
  return {
    sentBy: stored.member === null ? null : (facts?.by ?? ''),
    foundBy: facts?.foundBy ?? null,
    followUpBy: facts?.followUpBy ?? null,
    closedBy: (stored.closed && facts?.decision?.by) ?? null,
    contested: [...(facts?.contested ?? [])],
  };
}

/** A closed request does not age. */
const closedDate = ({ closed_at }: StoredRequest): Date | null =>
  closed_at === null ? null : new Date(closed_at);

/** Returns what replaced a request last, and whether any replacement was sent (as far as known). */
function replacement(roi: RoiStore, id: string): Pick<RoiRequestView, 'replacedBy' | 'isSuperseded'> {
  const request = roi.requests.replacing(id);
  const draft = request ? null : roi.drafts.replacing(id);
  return {
    replacedBy: request
      ? { kind: 'request', id: request.id }
      : draft
        ? { kind: 'draft', id: draft.id }
        : null,
    isSuperseded: request !== null && roi.requests.isSuperseded(id),
  };
}

const parseStored = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/**
 * Counts accounts with the request's codes that appeared since it was sent; null if either count is unknown.
 */
function countAppeared(
  roi: RoiStore,
  accounts: RoiAccounts,
  stored: StoredRequest,
  body: RoiRequestView['body'],
): number | null {
  const keysBefore = roi.requests.accountKeysAtSending(stored.id);
  const keysNow = keysBefore && accounts.accountKeysWith(stored.custodian, body.advisor_codes);
  return keysBefore && keysNow ? keysNow.filter((key) => !keysBefore.has(key)).length : null;
}
