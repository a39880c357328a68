import { clocksAgree, type ClockReadings } from '../cache/ingest/fetch-marks';

/** The service's time, from the answers of one pass. */
export class ServiceClock {
  #first: ClockReadings | undefined;
  #isClear = true;

  /** Records the time of an answer by both clocks; `service` is null for an answer without a time. */
  note(service: number | null, own: number): void {
    if (service === null) {
      this.#isClear = false;
      return;
    }
    this.#first ??= { service, own };
    this.#isClear &&= clocksAgree(this.#first, { service, own });
  }

  /** Returns the readings of the first answer; undefined if a clock was set since, or an answer had no time. */
  readings(): ClockReadings | undefined {
    return this.#isClear ? this.#first : undefined;
  }
}
