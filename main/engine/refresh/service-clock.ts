import { clocksAgree, type ClockPair } from '../cache/ingest/fetch-watermarks';

/** The service's time, from the responses of one pass. */
export class ServiceClock {
  #first: ClockPair | undefined;
  #isConsistent = true;

  /** Records the time of a response by both clocks; `service` is null for a response without a time. */
  note(service: number | null, own: number): void {
    if (service === null) {
      this.#isConsistent = false;
      return;
    }
    this.#first ??= { service, own };
    this.#isConsistent &&= clocksAgree(this.#first, { service, own });
  }

  /** Returns both clocks at the first response; undefined if a clock was set since, or a response had no time. */
  clocks(): ClockPair | undefined {
    return this.#isConsistent ? this.#first : undefined;
  }
}
