import { localDay } from '#contract/dates';
import type { RecordedRoiRequest } from '#contract/features/roi/calls';
import { fail } from '#contract/failure';
import type { Activity } from '../../workspace/activity/activity';
import type { RoiStore } from './saved-work/store';
import type { StoredRequest } from './saved-work/stored-request';
import type { Workspace } from '../../workspace/open/workspace';
import type { RoiAccounts } from './accounts';
import { followUpDay } from './request-view';

interface TrackingDeps {
  readonly roi: RoiStore;
  readonly activity: Pick<Activity, 'note'>;
  /** One transaction for the user's change and its activity entry. */
  readonly transaction: Workspace['transaction'];
  readonly accounts: RoiAccounts;
  readonly now?: () => Date;
}

/**
 * Records the user's entries on sent requests: reminders, answers, notes, and requests made outside the app.
 */
export function createTracking({
  roi,
  activity,
  transaction,
  accounts,
  now = () => new Date(),
}: TrackingDeps) {
  const { requests } = roi;
  const log = (
    kind: 'roi-record' | 'roi-answer' | 'roi-follow-up' | 'roi-note',
    { id, custodian }: StoredRequest,
    facts: Readonly<Record<string, string>>,
  ) => activity.note({ kind, count: 1, facts: { custodian, request: id, ...facts } });

  /** Applies a change and logs it with the resulting request. */
  const applyAndLog = (
    change: () => StoredRequest,
    kind: Parameters<typeof log>[0],
    facts: Readonly<Record<string, string>>,
  ): StoredRequest =>
    transaction(() => {
      const request = change();
      log(kind, request, facts);
      return request;
    });

  return {
    due: (): number => requests.due(localDay(now())),
    /** Moves the reminder. Not logged: only a follow-up with the custodian is. */
    setFollowUp: (id: string, day: string | null) => requests.setFollowUp(id, day),
    recordFollowUp: (id: string, next: string) =>
      applyAndLog(() => requests.setFollowUp(id, next), 'roi-follow-up', { next }),
    close: (id: string, as: StoredRequest['closed'], shownContested?: readonly string[]) =>
      applyAndLog(() => requests.close(id, as, shownContested), 'roi-answer', { answer: as ?? 'reopened' }),
    addNote: (id: string, text: string) =>
      applyAndLog(() => requests.addNote(id, text), 'roi-note', { note: 'added' }),
    removeNote: (id: string, note: number) =>
      applyAndLog(() => requests.removeNote(id, note), 'roi-note', { note: 'removed' }),

    /** Records a request that was made outside the app. Fails with `refused` for a day in the future. */
    record(recorded: RecordedRoiRequest): StoredRequest {
      const { custodian, codes, method, day, note } = recorded;
      if (day > localDay(now())) throw fail('refused', { reasons: ['day'] });
      const accountKeys = accounts.accountKeysWith(custodian, codes);
      return transaction(() => {
        const request = requests.record({
          ...recorded,
          accountKeys,
          followUp: followUpDay(roi, custodian, day),
        });
        if (note !== '') requests.addNote(request.id, note);
        roi.planned.complete(custodian, codes);
        log('roi-record', request, { way: method });
        return request;
      });
    },
  };
}
