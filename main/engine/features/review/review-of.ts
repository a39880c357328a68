import { userInfo } from 'node:os';
import { perConnection } from '../../connection/per-connection';
import { Review } from './review';

/** The review of an open connection; features share it, because a check is expensive. */
export const reviewOf = perConnection(
  ({ reader, live, workspace, closed }) =>
    new Review({ reader, live, workspace, closed, user: userInfo().username, now: () => new Date() }),
);
