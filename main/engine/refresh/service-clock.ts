import type { ClockReadings } from '../cache/ingest/fetch-marks';

/** More difference than this means that a clock was set, or that several servers answer with their own. */
const MAX_DRIFT_MS = 5 * 60_000;

/** Returns whether both clocks ran equally between two readings, and forward. */
export const ranEqually = (from: ClockReadings, to: ClockReadings): boolean =>
  Math.abs(ahead(to) - ahead(from)) <= MAX_DRIFT_MS && to.service - from.service >= -MAX_DRIFT_MS;

const ahead = ({ service, own }: ClockReadings): number => service - own;

/** The service's time, from the answers of one pass. */
export class ServiceClock {
  #first: ClockReadings | undefined;
  #isClear = true;

  /** `service`: null for an answer without a time. */
  note(service: number | null, own: number): void {
    if (service === null) {
      this.#isClear = false;
      return;
    }
    this.#first ??= { service, own };
    this.#isClear &&= ranEqually(this.#first, { service, own });
  }

  /** The readings of the first answer; undefined if a clock was set meanwhile, or an answer said no time. */
  get readings(): ClockReadings | undefined {
    return this.#isClear ? this.#first : undefined;
  }
}
