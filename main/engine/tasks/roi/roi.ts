import { addBusinessDays, addDays, localDay } from '../../../../preload/contract/domain/business-days';
import { fail } from '../../../../preload/contract/failure';
import type { RoiDraft, RoiRequestView } from '../../../../preload/contract/calls/roi';
import type { RoiCustodian } from '../../../../preload/contract/domain/roi-custodians';
import { JsonText } from '../../service/calls';
import type { Service } from '../../service/client';
import type { Activity } from '../../workspace/activity';
import type { RoiStore } from '../../workspace/roi';
import type { StoredRequest } from '../../workspace/roi-requests';
import type { RoiAccounts } from './accounts';
import { roiBodyOf, type RoiBody } from './body';
import { writeOutcomeOf } from '../../service/write-outcome';
import { endingOfAnswer, OUTCOMES } from './outcome';
import { expectedOf, roiViewOf } from './view';

/** An earlier request to the same custodian with any of the codes is told for so many calendar days. */
const TOLD_DAYS = 30;

export interface RoiParts {
  readonly service: Pick<Service, 'call'>;
  readonly roi: RoiStore;
  readonly activity: Pick<Activity, 'begin'>;
  readonly accounts: RoiAccounts;
  /** Aborted when the connection closes: what is on its way then has an unknown outcome. */
  readonly closed: AbortSignal;
  readonly now?: () => Date;
}

/** Release-of-information requests (spec 4.5): previewed, sent once, and followed until the custodian has answered. */
export function createRoi({ service, roi, activity, accounts, closed, now = () => new Date() }: RoiParts) {
  /** Sendings going on, by request. */
  const going = new Map<string, Promise<void>>();
  const view = (stored: StoredRequest): RoiRequestView => roiViewOf({ roi, accounts, now }, stored);
  const viewById = (id: string): RoiRequestView | null => {
    const stored = roi.requests.get(id);
    return stored && view(stored);
  };
  const since = () => addDays(localDay(now()), -TOLD_DAYS);
  const followUpOf = (custodian: RoiCustodian) =>
    addBusinessDays(localDay(now()), expectedOf(roi, custodian).last);

  const kept = (id: string): RoiDraft => {
    const draft = roi.drafts.get(id);
    if (!draft) throw fail('not-found', { where: 'draft' });
    return draft;
  };

  /** The one request to the service; never rejects, for its outcome is what is kept. */
  async function carryOut({ id, custodian, json }: StoredRequest, codes: number): Promise<void> {
    const end = activity.begin({ kind: 'roi-send', count: codes, facts: { custodian, request: id } });
    const ending = await service
      .call('roiRequests.send', { body: new JsonText(json), signal: closed })
      .then((answers) => endingOfAnswer(answers, JSON.parse(json) as RoiBody), writeOutcomeOf);
    roi.requests.end(id, ending);
    end(OUTCOMES[ending.state]);
  }

  return {
    view,
    request: viewById,
    overview: () => ({ drafts: roi.drafts.list(), requests: roi.requests.list().map(view) }),

    attention: (): RoiRequestView[] =>
      roi.requests
        .list()
        .filter(({ state, closed }) => closed === null && (state === 'sent' || state === 'unknown'))
        .map(view)
        .filter(
          ({ due, state, appeared, superseded }) =>
            !superseded && (due || state === 'unknown' || (appeared ?? 0) > 0),
        ),

    custodian: (custodian: RoiCustodian) => ({
      codes: accounts.codes(custodian),
      contacts: roi.contacts.list(custodian),
      expected: expectedOf(roi, custodian),
      own: roi.contacts.expectation(custodian) !== null,
    }),

    draft(id: string) {
      const sent = roi.requests.ofDraft(id);
      return { draft: roi.drafts.get(id), request: sent && view(sent) };
    },

    /** Fails with `refused` and the fields while something is missing. */
    preview(id: string) {
      const { body, json } = roiBodyOf(kept(id));
      const earlier = roi.requests.earlier(body.custodian, body.advisor_codes, since());
      return { json, earlier: earlier.map(view), followUp: followUpOf(body.custodian) };
    },

    /** Sends a draft once; joins the sending that goes on, or answers with what became of it. */
    async send(options: { draft: string; json: string; seen: readonly string[] }): Promise<RoiRequestView> {
      const already = roi.requests.ofDraft(options.draft);
      const { request, fresh } = already ? { request: already, fresh: false } : begin(options);
      if (fresh) {
        const { advisor_codes: codes } = JSON.parse(request.json) as RoiRequestView['body'];
        const sending = carryOut(request, codes.length).finally(() => going.delete(request.id));
        going.set(request.id, sending);
      }
      await going.get(request.id);
      return view(roi.requests.get(request.id) ?? request);
    },

    async settled(id: string): Promise<RoiRequestView | null> {
      await going.get(id);
      return viewById(id);
    },
  };

  function begin(request: { draft: string; json: string; seen: readonly string[] }) {
    const draft = kept(request.draft);
    const { body, json } = roiBodyOf(draft);
    if (json !== request.json) throw fail('changed-since', { cause: 'the draft is not what was previewed' });
    return roi.requests.begin({
      draft: request.draft,
      content: draft,
      custodian: body.custodian,
      json,
      codes: body.advisor_codes,
      followUp: followUpOf(body.custodian),
      since: since(),
      seen: request.seen,
      before: accounts.withCodes(body.custodian, body.advisor_codes),
    });
  }
}
