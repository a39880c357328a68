import { perConnection } from '../../connection/per-connection';
import { Review } from './review';

/** The review of an open connection; features share it, because a check is expensive. */
export const reviewOf = perConnection(({ reader, live, workspace, closed }) => {
  const review = new Review({
    reader,
    live,
    workspace,
    closed,
    // On a team, the name that colleagues know.
    get user() {
      return workspace.team.userName;
    },
    get isShared() {
      return workspace.team.self?.state === 'member';
    },
    now: () => new Date(),
  });
  // The check reads the others, besides marks.
  for (const topic of ['mark', 'retired-structure', 'firm-limit', 'fee-file-replaced'] as const)
    workspace.team.onTopic(topic, () => review.rereadMarks(), closed);
  return review;
});
