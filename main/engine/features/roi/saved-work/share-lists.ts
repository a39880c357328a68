import type { TeamStore } from '../../team/saved-work/team-store';
import { contactKey, plannedKey } from '../../team/saved-work/topics/roi-lists';
import { withoutTaxIds } from '../../team/saved-work/without-tax-ids';
import type { ShareContacts } from './contacts';
import type { SharePlan } from './planned';
import type { ShareTurnaround } from './turnarounds';

export interface ShareRoiLists {
  readonly contacts: ShareContacts;
  readonly turnaround: ShareTurnaround;
  readonly planned: SharePlan;
  /** Fails for a user who may not begin a request; drafts themselves are not shared. */
  readonly beginDraft: () => void;
}

/** Shares ROI contacts, turnarounds and plans with the team. Fails with `not-allowed` for a viewer. */
export function shareRoiLists(team: TeamStore): ShareRoiLists {
  const by = (): string => team.self?.memberName ?? '';
  return {
    contacts: (changes) =>
      team.share(
        'roi-contact',
        changes
          // A contact that may hold a tax ID stays on this computer.
          .filter(({ value }) => value !== '' && withoutTaxIds(value) === value)
          .map(({ contact, ...key }) => ({
            key: contactKey(key),
            value: contact && {
              value: contact.value,
              name: contact.name && withoutTaxIds(contact.name),
              by: by(),
            },
          })),
      ),
    turnaround: (custodian, expected) =>
      team.share('roi-turnaround', [{ key: custodian, value: expected && { ...expected, by: by() } }]),
    beginDraft: () => team.refuseViewer(),
    planned: (custodian, codes, isPlanned) =>
      team.share(
        'roi-plan',
        codes.map((code) => ({ key: plannedKey(custodian, code), value: isPlanned ? { by: by() } : null })),
      ),
  };
}
