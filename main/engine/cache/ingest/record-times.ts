import { fieldsOf } from '#contract/exact-json/fields';
import type { Resource } from '#contract/resource';
import { instantOf, LOOKBACK_MS } from '../../wire/changed-since';
import type { RecordFingerprint } from '../../wire/record-bytes';
import { clocksAgree, type ClockPair, type FetchWatermark, type FilterEvidence } from './fetch-watermarks';

/** Change times are counted by hour, which is precise enough and keeps the counts few. */
const HOUR_MS = 60 * 60_000;
/** Minimum number of records in the evidence; a shorter list uses all of its records. */
const MIN_EVIDENCE_RECORDS = 1_000;

/** Returns a record's change time as the service sent it; undefined if it has none. */
export type ChangeTime = (fingerprint: RecordFingerprint, raw: () => string) => string | undefined;

/** Returns a reader of a list's change times; undefined if its records have none. */
export function changeTimeOf(
  { service, fields }: Resource,
  nightly: readonly string[],
): ChangeTime | undefined {
  const name = service.changedAt;
  if (name === undefined || !Object.hasOwn(fields, name)) return undefined;
  const index = nightly.indexOf(name);
  return ({ dates }, raw) => {
    const text = index < 0 || dates === '' ? undefined : lineOf(dates, index);
    if (text !== undefined) return text.startsWith('"') ? text.slice(1, -1) : undefined;
    const value = fieldsOf(raw())?.[name];
    return typeof value === 'string' ? value : undefined;
  };
}

function lineOf(lines: string, index: number): string {
  let start = 0;
  for (let line = 0; line < index; line += 1) start = lines.indexOf('\n', start) + 1;
  const end = lines.indexOf('\n', start);
  return end < 0 ? lines.slice(start) : lines.slice(start, end);
}

/** Returns the hour of a UTC time as text, which is faster than a number; undefined for another format. */
const hourTextOf = (text: string): string | undefined =>
  text.length >= 20 && text.charAt(10) === 'T' && text.endsWith('Z') ? text.slice(0, 13) : undefined;

/**
 * Collects the change times of a list while a pass stores it: whether each record has one, whether they are
 * plausible, and how many records a filter by change time must find.
 */
export class RecordTimes {
  readonly #timeOf: ChangeTime;
  readonly #watermark: FetchWatermark | undefined;
  /** By the text of the hour, or the whole text in another format. */
  readonly #countByHour = new Map<string, number>();
  #recordCount = 0;
  #isTimeMissing = false;
  #isBackdated = false;
  #evidenceDelta = 0;

  /** `watermark`: of the last fetch, if there is one to compare with. */
  constructor(timeOf: ChangeTime, watermark: FetchWatermark | undefined) {
    this.#timeOf = timeOf;
    this.#watermark = watermark;
  }

  /** Number of records counted. */
  get recordCount(): number {
    return this.#recordCount;
  }

  /** True if a record changed although its change time is before the last fetch. */
  get isBackdated(): boolean {
    return this.#isBackdated;
  }

  /** Returns whether change times cannot find changes: one was backdated, and no clock was set since the last fetch. */
  areTimesUnreliable(clocks: ClockPair): boolean {
    return this.#isBackdated && this.#watermark !== undefined && clocksAgree(this.#watermark, clocks);
  }

  /** How many more records than before changed since the evidence's time; undefined if one has no change time. */
  get evidenceDelta(): number | undefined {
    return this.#isTimeMissing ? undefined : this.#evidenceDelta;
  }

  /** Counts a record that a pass found for the first time. */
  countRecord(fingerprint: RecordFingerprint, raw: () => string): void {
    this.#recordCount += 1;
    const text = this.#timeOf(fingerprint, raw) ?? '';
    const hour = hourTextOf(text) ?? text;
    this.#countByHour.set(hour, (this.#countByHour.get(hour) ?? 0) + 1);
  }

  /** Compares a new or changed record with the last fetch. `before`: undefined for a new one. */
  noteChange(
    fingerprint: RecordFingerprint,
    raw: () => string,
    before?: { readonly fingerprint: RecordFingerprint; readonly raw: () => string },
  ): void {
    if (!this.#watermark) return;
    const time = instantOf(this.#timeOf(fingerprint, raw));
    const previous = before && instantOf(this.#timeOf(before.fingerprint, before.raw));
    if (time === undefined || (before && previous === undefined)) {
      this.#isTimeMissing = true;
      return;
    }
    if (time < this.#watermark.service - LOOKBACK_MS) this.#isBackdated = true;
    const { since } = this.#watermark.evidence;
    this.#evidenceDelta += Number(time >= since) - Number(previous !== undefined && previous >= since);
  }

  /** Notes that a record was removed. */
  noteRemoval(fingerprint: RecordFingerprint, raw: () => string): void {
    const time = instantOf(this.#timeOf(fingerprint, raw));
    if (time === undefined) this.#isTimeMissing = true;
    else if (this.#watermark && time >= this.#watermark.evidence.since) this.#evidenceDelta -= 1;
  }

  /**
   * Returns the latest hour, before the fetch began, since which at least a thousand records changed, or all of
   * them; undefined if a record has no change time, or one in the future. `service`: when the fetch began, by
   * the service's clock.
   */
  evidence(service: number): FilterEvidence | undefined {
    const counts = new Map<number, number>();
    for (const [text, count] of this.#countByHour) {
      // 13: the length of an hour without its minutes (`hourTextOf`).
      const time = instantOf(text.length === 13 ? `${text}:00Z` : text);
      if (time === undefined) return undefined;
      const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
      counts.set(hour, (counts.get(hour) ?? 0) + count);
    }
    let count = 0;
    for (const since of [...counts.keys()].sort((a, b) => b - a)) {
      if (since > service + LOOKBACK_MS) return undefined;
      count += counts.get(since) ?? 0;
      if (since > service - LOOKBACK_MS) continue;
      if (count >= MIN_EVIDENCE_RECORDS || count === this.#recordCount) return { since, count };
    }
    return undefined;
  }
}
