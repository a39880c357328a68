import type { ReviewOverview } from '#contract/features/review/calls';
import type { EngineClient } from '../../bridge';

interface Reading {
  /** The overview is of this state of the review, or a later one. */
  readonly stamp: number;
  readonly overview: Promise<ReviewOverview>;
}
const readings = new WeakMap<EngineClient, Reading>();

/** Reads the overview after a change of the review: once for all parts of the window that ask for it at the same time. */
export function readOverview(engine: EngineClient, stamp: number): Promise<ReviewOverview> {
  const known = readings.get(engine);
  if (known && known.stamp >= stamp) return known.overview;
  const reading = { stamp, overview: engine.review.overview() };
  const forget = () => {
    if (readings.get(engine) === reading) readings.delete(engine);
  };
  readings.set(engine, reading);
  reading.overview.then(forget, forget);
  return reading.overview;
}
