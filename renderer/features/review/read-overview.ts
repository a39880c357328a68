import type { ReviewOverview } from '#contract/features/review/calls';
import type { EngineClient } from '../../bridge';

interface PendingOverview {
  /** The state of the review that the overview shows, or an earlier one. */
  readonly stamp: number;
  readonly overview: Promise<ReviewOverview>;
}
const pending = new WeakMap<EngineClient, PendingOverview>();

/** Reads the overview after a change of the review. Parts of the window that need it at the same time share one call. */
export function readOverview(engine: EngineClient, stamp: number): Promise<ReviewOverview> {
  const known = pending.get(engine);
  if (known && known.stamp >= stamp) return known.overview;
  const request = { stamp, overview: engine.review.overview() };
  const forget = () => {
    if (pending.get(engine) === request) pending.delete(engine);
  };
  pending.set(engine, request);
  request.overview.then(forget, forget);
  return request.overview;
}
