import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import { metaValue } from '../schema/schema';

/** Two clocks at the same moment, in milliseconds since 1970. */
export interface ClockPair {
  /** The service's clock. */
  readonly service: number;
  /** This computer's clock. */
  readonly own: number;
}

/** A larger difference means that a clock was set, or that several servers respond with their own clocks. */
const MAX_DRIFT_MS = 5 * 60_000;

/** Returns whether both clocks advanced equally from one pair to the next, and not backward. */
export const clocksAgree = (from: ClockPair, to: ClockPair): boolean =>
  Math.abs(serviceOffset(to) - serviceOffset(from)) <= MAX_DRIFT_MS &&
  to.service - from.service >= -MAX_DRIFT_MS;

const serviceOffset = ({ service, own }: ClockPair): number => service - own;

/** Number of cached records that changed at or after a time: a filter must find as many. */
export interface FilterEvidence {
  readonly since: number;
  readonly count: number;
}

/** The state from which a quick refresh continues. */
export interface FetchWatermark extends ClockPair {
  /** When the last complete fetch began, by this computer's clock. */
  readonly complete: number;
  readonly evidence: FilterEvidence;
}

/** Prefixes of a list's name in `meta`. */
const WATERMARK = 'mark of ';
const BACKDATED = 'backdated changes of ';

/** The watermarks of the lists' last fetches. A list without a watermark is fetched completely. */
export class FetchWatermarks {
  readonly #db: Db;
  readonly #put;
  readonly #remove;

  constructor(db: Db) {
    this.#db = db;
    this.#put = db.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
    this.#remove = db.prepare<[string]>('DELETE FROM meta WHERE name = ?');
  }

  /** Returns the watermark of a list; undefined too if its change times proved wrong. */
  watermarkOf(resource: ResourceName): FetchWatermark | undefined {
    const text = metaValue(this.#db, WATERMARK + resource);
    return text === undefined || this.#isBackdated(resource)
      ? undefined
      : (JSON.parse(text) as FetchWatermark);
  }

  set(resource: ResourceName, watermark: FetchWatermark | undefined): void {
    if (watermark) this.#put.run(WATERMARK + resource, JSON.stringify(watermark));
    else this.#remove.run(WATERMARK + resource);
  }

  /**
   * Adds to the number of records that the filter must find; undefined if the number is unknown now, which removes
   * the watermark.
   */
  adjust(resource: ResourceName, delta: number | undefined): void {
    const watermark = delta === 0 ? undefined : this.watermarkOf(resource);
    if (!watermark) return;
    const { since, count } = watermark.evidence;
    this.set(
      resource,
      delta === undefined ? undefined : { ...watermark, evidence: { since, count: count + delta } },
    );
  }

  /** Records that the list's change times proved wrong; from now on, it is always fetched completely. */
  noteBackdated(resource: ResourceName): void {
    this.#put.run(BACKDATED + resource, '1');
  }

  #isBackdated(resource: ResourceName): boolean {
    return metaValue(this.#db, BACKDATED + resource) !== undefined;
  }
}
