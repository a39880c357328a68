import { succeeds } from '#common/succeeds';
import { addDays, localDay } from '#contract/dates';
import { fail } from '#contract/failure';
import type { RoiDraft } from '#contract/features/roi/schemas';
import type { RoiRequestView } from '#contract/features/roi/calls';
import { defaultTurnaround, type RoiCustodian } from '#contract/features/roi/custodians';
import { JsonText } from '../../service/calls';
import type { Service } from '../../service/client';
import type { Clock } from '../../service/clock';
import type { Activity, EndEntry } from '../../workspace/activity/activity';
import type { Workspace } from '../../workspace/open/workspace';
import type { RoiStore } from './saved-work/store';
import type { StoredRequest } from './saved-work/stored-request';
import type { RoiAccounts } from './accounts';
import { roiBodyOf, type RoiBody } from './body';
import { NO_COLLEAGUES, type ColleaguesState, type RoiColleagues } from './colleagues';
import { writeOutcomeOf } from '../../service/failure-facts';
import { createHeldOutcomes } from './held-outcomes';
import { ENDING_OUTCOMES, outcomeOfResponse } from './outcome';
import { expectedTurnaround, followUpDay, roiViewOf } from './request-view';

/** Calendar days in which an earlier request to the same custodian with a shared code is reported. */
const EARLIER_REQUEST_DAYS = 30;

export interface RoiDeps {
  readonly service: Pick<Service, 'call'>;
  readonly roi: RoiStore;
  readonly activity: Pick<Activity, 'begin'>;
  /** One transaction for a request and its activity entry. */
  readonly transaction: Workspace['transaction'];
  readonly accounts: RoiAccounts;
  /** None by default. */
  readonly colleagues?: RoiColleagues;
  /** Aborted when the connection closes; requests in flight then have an unknown outcome. */
  readonly closed: AbortSignal;
  /** True if nothing may be sent: a draft then stays a draft. */
  readonly isReadOnly?: boolean | undefined;
  readonly clock?: Pick<Clock, 'after'>;
  readonly now?: () => Date;
}

/** The request that the user confirmed (contract/features/roi/calls, `send`). */
interface SendRequest {
  readonly draft: string;
  readonly json: string;
  readonly shownEarlier: readonly string[];
  readonly restored?: string | null | undefined;
  readonly acceptsOlder?: boolean | undefined;
}

/** A request in flight, with the function that ends its activity entry. */
interface RequestInFlight {
  readonly request: StoredRequest;
  readonly end: EndEntry;
  readonly options: SendRequest;
}

/**
 * Release-of-information requests (spec 4.5): previewed, sent once, and tracked until the custodian answers.
 */
export class RoiRequests {
  readonly #deps: RoiDeps;
  readonly #now: () => Date;
  readonly #colleagues: RoiColleagues;
  /** Sends in flight, by request. */
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #outcomes: ReturnType<typeof createHeldOutcomes>;

  constructor(deps: RoiDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => new Date());
    this.#colleagues = deps.colleagues ?? NO_COLLEAGUES;
    this.#outcomes = createHeldOutcomes(deps);
  }

  view(stored: StoredRequest): RoiRequestView {
    const { roi, accounts } = this.#deps;
    return roiViewOf(
      { roi, accounts, now: this.#now },
      this.#outcomes.withHeldOutcome(stored),
      this.#outcomes.isHeld(stored.id),
    );
  }

  request(id: string): RoiRequestView | null {
    const { roi } = this.#deps;
    const stored = roi.requests.get(id);
    return stored && this.view(stored);
  }

  /** Returns the day since which earlier requests are reported: for a restored draft, at least since the backup. */
  #since({ restored }: RoiDraft) {
    const recent = addDays(localDay(this.#now()), -EARLIER_REQUEST_DAYS);
    const restoredDay = restored ? localDay(new Date(restored)) : recent;
    return restoredDay < recent ? restoredDay : recent;
  }

  #requireDraft(id: string): RoiDraft {
    const { roi } = this.#deps;
    const draft = roi.drafts.get(id);
    if (!draft) throw fail('not-found', { where: 'draft' });
    return draft;
  }

  /** Reads colleagues' requests. Fails with `changed-since` if they cannot be read, unless the user accepts that. */
  async #readColleagues({ acceptsOlder = false }: SendRequest): Promise<void> {
    const state = await this.#colleagues.read();
    if (state && !state.isCurrent && !acceptsOlder)
      throw fail('changed-since', { cause: 'colleagues’ requests could not be read' });
  }

  /**
   * Shares a request before it is sent. Withdraws it, and returns true, if a colleague's request for any of its codes
   * that the user was not shown comes before it in the team's log, or if sharing failed.
   */
  async #withdrawIfPreceded({
    request: { id, custodian, json, day },
    end,
    options,
  }: RequestInFlight): Promise<boolean> {
    const { roi, transaction } = this.#deps;
    const isShared = await succeeds(this.#readColleagues(options));
    const { advisor_codes: codes } = JSON.parse(json) as RoiBody;
    const isPreceded = roi.requests
      .sentSince(custodian, codes, addDays(day, -EARLIER_REQUEST_DAYS))
      .filter((other) => other.id !== id && !options.shownEarlier.includes(other.id))
      .some((other) => this.#colleagues.isBefore(other.id, id));
    if (isShared && !isPreceded) return false;
    try {
      transaction(() => {
        roi.requests.withdraw(id);
        end(ENDING_OUTCOMES['not-sent']);
      });
    } catch {
      this.#outcomes.record(id, { state: 'not-sent' }, end); // written when the disk has space
    }
    return true;
  }

  /** Sends a request; never rejects, because its outcome is stored. */
  async #sendRequest(inFlight: RequestInFlight): Promise<void> {
    const { service, closed } = this.#deps;
    const {
      request: { id, json },
      end,
    } = inFlight;
    if (this.#colleagues.isInTeam && (await this.#withdrawIfPreceded(inFlight))) return;
    const ending = await service
      .call('roiRequests.send', { body: new JsonText(json), signal: closed })
      .then((responses) => outcomeOfResponse(responses, JSON.parse(json) as RoiBody), writeOutcomeOf);
    this.#outcomes.record(id, ending, end);
  }

  /** Returns `end` only to the caller that may send. A request whose activity entry cannot be written is not sent. */
  #begin(request: SendRequest): Pick<RequestInFlight, 'request'> & Partial<Pick<RequestInFlight, 'end'>> {
    const { roi, activity, accounts, transaction } = this.#deps;
    if (this.#deps.isReadOnly) throw fail('read-only');
    const draft = this.#requireDraft(request.draft);
    const { body, json } = roiBodyOf(draft);
    if (json !== request.json) throw fail('changed-since', { cause: 'the draft is not what was previewed' });
    const { custodian, advisor_codes: codes } = body;
    const accountKeys = accounts.accountKeysWith(custodian, codes);
    return transaction(() => {
      const { request: stored, isNew } = roi.requests.begin({
        draft: request.draft,
        content: draft,
        custodian,
        json,
        codes,
        followUp: followUpDay(roi, custodian, localDay(this.#now())),
        since: this.#since(draft),
        shownEarlier: request.shownEarlier,
        restored: request.restored ?? null,
        accountKeys,
      });
      if (!isNew) return { request: stored };
      const facts = { custodian, request: stored.id };
      return { request: stored, end: activity.begin({ kind: 'roi-send', count: codes.length, facts }) };
    });
  }

  overview() {
    const { roi } = this.#deps;
    return { drafts: roi.drafts.list(), requests: roi.requests.list().map((stored) => this.view(stored)) };
  }

  attention(): RoiRequestView[] {
    const { roi } = this.#deps;
    return roi.requests
      .list()
      .map((stored) => this.#outcomes.withHeldOutcome(stored))
      .filter(({ state, closed }) => closed === null && (state === 'sent' || state === 'unknown'))
      .map((stored) => this.view(stored))
      .filter(
        ({ isDue, state, appeared, isSuperseded }) =>
          !isSuperseded && (isDue || state === 'unknown' || (appeared ?? 0) > 0),
      );
  }

  custodian(custodian: RoiCustodian) {
    const { roi, accounts } = this.#deps;
    return {
      codes: accounts.codes(custodian),
      contacts: roi.contacts.list(custodian),
      latestContacts: roi.contacts.latestContacts(),
      advisors: roi.requests.advisors(custodian),
      expected: expectedTurnaround(roi, custodian) ?? defaultTurnaround(custodian).turnaround,
      isUserSet: roi.turnarounds.get(custodian) !== null,
      expectedChanged: roi.turnarounds.changeOf(custodian),
    };
  }

  draft(id: string) {
    const { roi } = this.#deps;
    const sent = roi.requests.ofDraft(id);
    return { draft: roi.drafts.get(id), request: sent && this.view(sent) };
  }

  /** Fails with `refused` and the fields if something is missing. */
  preview(id: string, colleagues: ColleaguesState | null = null) {
    const { roi } = this.#deps;
    const draft = this.#requireDraft(id);
    const { body, json } = roiBodyOf(draft);
    const earlier = roi.requests.sentSince(body.custodian, body.advisor_codes, this.#since(draft));
    const followUp = followUpDay(roi, body.custodian, localDay(this.#now()));
    return {
      json,
      earlier: earlier.map((stored) => this.view(stored)),
      followUp,
      restored: draft.restored,
      colleagues,
    };
  }

  /** Previews a draft after reading the requests of colleagues. */
  async previewInTeam(id: string) {
    return this.preview(id, await this.#colleagues.read());
  }

  /** Sends a draft once; joins a send in flight, or returns the earlier result. */
  async send(options: SendRequest): Promise<RoiRequestView> {
    const { roi } = this.#deps;
    if (this.#colleagues.isInTeam && !roi.requests.ofDraft(options.draft))
      await this.#readColleagues(options);
    const existing = roi.requests.ofDraft(options.draft);
    const { request, end } = existing ? { request: existing } : this.#begin(options);
    if (end) {
      const sending = this.#sendRequest({ request, end, options }).finally(() =>
        this.#inFlight.delete(request.id),
      );
      this.#inFlight.set(request.id, sending);
    }
    await this.#inFlight.get(request.id);
    const sent = roi.requests.get(request.id);
    if (!sent) throw fail('changed-since', { cause: 'it was withdrawn before it was sent' });
    return this.view(sent);
  }

  /** Number of requests in flight. */
  count(): number {
    return this.#inFlight.size;
  }

  /** Resolves when all requests in flight have ended. */
  async end(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  async settled(id: string): Promise<RoiRequestView | null> {
    await this.#inFlight.get(id);
    return this.request(id);
  }
}
