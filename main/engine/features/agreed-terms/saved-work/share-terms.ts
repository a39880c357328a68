import type { TeamStore } from '../../team/saved-work/team-store';
import { sharedAgreementOf } from '../../team/saved-work/topics/agreed-terms';
import type { ShareTerms } from './agreed-terms';

/**
 * Shares imported terms with the team, except what a colleague's app could not read; returns whether they are shared.
 * Fails with `not-allowed` for a viewer.
 */
export const shareAgreedTerms =
  (team: TeamStore): ShareTerms =>
  (source, agreements) => {
    const { self } = team;
    if (self?.state !== 'member') return false;
    const items = agreements.map((agreement) => sharedAgreementOf(source, agreement, self.memberName));
    const [first] = team.shareReadable('agreed-terms', items);
    // Either all items enter the log or none does, so checking the first is enough.
    return first !== undefined && team.items.hasShared('agreed-terms', first.key);
  };
