import type { RecordedRoiRequest, RoiRequestView } from '#contract/features/roi/calls';
import { localDay } from '#contract/dates';
import { failureOf, type Failure } from '#contract/failure';
import type { CustodianCode } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { parseCodes } from './codes';

/** The form for a request made by portal or phone. */
export class RoiRecordForm {
  custodian = $state<CustodianCode>('NFS');
  codes = $state('');
  advisorName = $state('');
  method = $state<RecordedRoiRequest['method']>('portal');
  day = $state(localDay(new Date()));
  note = $state('');
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** Errors are shown from the first attempt to save. */
  wasSubmitted = $state(false);
  readonly #engine: EngineClient;

  constructor(engine: EngineClient, prefill: { custodian: CustodianCode; codes: readonly string[] } | null) {
    this.#engine = engine;
    if (!prefill) return;
    this.custodian = prefill.custodian;
    this.codes = prefill.codes.join(', ');
  }

  get errors(): { codes?: string; day?: string } {
    if (!this.wasSubmitted) return {};
    const { valid, invalid } = parseCodes(this.codes, []);
    return {
      ...(invalid.length > 0
        ? { codes: `Only letters, digits, hyphens and underscores: ${invalid.slice(0, 5).join(', ')}.` }
        : valid.length === 0
          ? { codes: 'Enter at least one code.' }
          : {}),
      ...(this.day === '' || this.day > localDay(new Date())
        ? { day: 'Enter the date the request was submitted, no later than today.' }
        : {}),
    };
  }

  /** Saves the request; returns null if a value is missing, it is being saved already, or saving failed. */
  async save(): Promise<RoiRequestView | null> {
    this.wasSubmitted = true;
    if (this.busy || Object.keys(this.errors).length > 0) return null;
    this.busy = true;
    this.failure = null;
    try {
      return await this.#engine.roi.request.record({
        custodian: this.custodian,
        codes: [...parseCodes(this.codes, []).valid],
        advisorName: this.advisorName,
        method: this.method,
        day: this.day,
        note: this.note,
      });
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
