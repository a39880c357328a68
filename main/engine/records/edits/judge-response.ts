import type { EditLine } from '#contract/edit';
import { textAt } from '#contract/exact-json/patch';
import { UNCHANGED_FIELDS_FACT, type RowIssue } from '#contract/job';
import type { Resource } from '#contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { jsonOf, messagesIn, type JsonObject } from '../../service/body-messages';
import type { ReturnedRecord } from '../record-calls';
import { fieldText, spellingsOf } from '#contract/exact-json/field-text';
import { sameJson } from '#contract/same-value';
import { recordKeyIn } from './field-text';
import type { WantedValue } from './patch';
import { matchesWanted } from './wanted';

/** What was sent for a line: the record that was read, and the fields to change. */
export interface SentLine {
  readonly line: EditLine;
  readonly raw: string;
  readonly wantedValues: readonly WantedValue[];
  /** Fields of the line that already had the wanted value. */
  readonly unchangedFields: readonly string[];
}

/** A complete record as the service returned it, and the names of the fields that this app changed. */
export interface ConfirmedRecord {
  readonly raw: string;
  readonly changedFields: readonly string[];
}

/** Why a response does not prove the outcome of a record, so that the record must be read again. */
export type ResponseWarning =
  /** It has a different value from the one that was sent. */
  | 'other-value'
  /** It is what was sent, member for member. */
  | 'echo'
  /** It lacks a field that was sent. */
  | 'field-absent';

interface JudgedResponses {
  /** By key; missing for records in `doubtful`. */
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly doubtful: readonly { readonly sentLine: SentLine; readonly warning: ResponseWarning }[];
  readonly confirmedRecords: readonly ConfirmedRecord[];
}

/**
 * Returns what the response to a PUT proves for each record. A record is done only if no field has another value than
 * the wanted one, because the service ignores changes it does not allow (spec 4.2) with a success status.
 * `sent` has the sent records by key.
 */
export function judgeResponses(
  resource: Resource,
  lines: readonly SentLine[],
  sent: ReadonlyMap<string, unknown>,
  responses: readonly ReturnedRecord[],
): JudgedResponses {
  const byKey = new Map<string, ReturnedRecord>();
  for (const response of responses) {
    const key = response.raw === '' ? undefined : keyOf(resource, response);
    if (key !== undefined) byKey.set(key, response);
  }
  const confirmedRecords: ConfirmedRecord[] = [];
  const doubtful: JudgedResponses['doubtful'][number][] = [];
  const outcomes = new Map<string, RowOutcome>();
  let unknown: RowOutcome | undefined;
  for (const sentLine of lines) {
    const { key } = sentLine.line;
    const response = byKey.get(key);
    if (!response) {
      outcomes.set(key, (unknown ??= unknownOutcome(responses)));
      continue;
    }
    const fields = sentLine.wantedValues.map((edit) => reportedChange(resource, response.raw, edit));
    const warning = warningOf(resource, fields, sent.get(key), response.record);
    if (warning) doubtful.push({ sentLine, warning });
    else {
      const changedFields = sentLine.wantedValues.map(({ field }) => field);
      if (hasEverySentField(resource, sentLine.raw, jsonOf(sent.get(key)), jsonOf(response.record)))
        confirmedRecords.push({ raw: response.raw, changedFields });
      outcomes.set(key, outcomeOf(resource, sentLine, response.raw, fields));
    }
  }
  return { outcomes, doubtful, confirmedRecords };
}

function warningOf(
  { fields }: Resource,
  changes: readonly ReportedChange[],
  sent: unknown,
  response: unknown,
): ResponseWarning | undefined {
  if (changes.some(({ text, isAsWanted }) => text !== undefined && isAsWanted === false))
    return 'other-value';
  if (changes.some(({ field, text }) => text === undefined && fields[field]?.mayBeAbsent !== true))
    return 'field-absent';
  return sameJson(sent, response) ? 'echo' : undefined;
}

/** Judges a record by a later read; the outcome stays unknown if the read is incomplete and lacks a changed field. */
export function judgeReading(
  resource: Resource,
  sentLine: SentLine,
  warning: ResponseWarning,
  reading: { readonly raw: string; readonly isCompleteRecord: boolean } | undefined,
): RowOutcome {
  const unknown: RowOutcome = { state: 'unknown', issue: { code: warning } };
  if (!reading) return unknown;
  const fields = sentLine.wantedValues.map((edit) => reportedChange(resource, reading.raw, edit));
  if (!reading.isCompleteRecord && fields.some(({ text }) => text === undefined)) return unknown;
  return outcomeOf(resource, sentLine, reading.raw, fields);
}

/** For a row that the service applied although it responded with an error. */
const FOUND_AFTER_ERROR = { code: 'found-after-error' } as const;

/**
 * Judges a record by a read after its write was refused (wire facts B16): it may have been applied anyway, or in
 * part. Returns undefined if the read shows none of the changes.
 */
export function judgeRefused(
  resource: Resource,
  sentLine: SentLine,
  { raw, isCompleteRecord }: { readonly raw: string; readonly isCompleteRecord: boolean },
  reasons: readonly string[],
): RowOutcome | undefined {
  const changes = sentLine.wantedValues
    .map((edit) => reportedChange(resource, raw, edit))
    // The absence of a field from an incomplete record proves nothing.
    .map((change) =>
      change.text === undefined && !isCompleteRecord ? { ...change, isAsWanted: null } : change,
    );
  if (!changes.some(({ isAsWanted }) => isAsWanted === true)) return undefined;
  const notApplied = fieldsWith(changes, false);
  if (notApplied) {
    const issue = { code: 'refused-in-part', fields: notApplied, reasons: [...reasons] };
    return { state: 'not-taken', issue: withUnchanged(issue, sentLine) };
  }
  const unconfirmed = fieldsWith(changes, null);
  const issue = unconfirmed ? { code: 'not-confirmed', fields: unconfirmed } : FOUND_AFTER_ERROR;
  return { state: 'done', issue: withUnchanged(issue, sentLine) };
}

/** Notes in an issue which fields already had the wanted value, because an undo must not change them. */
const withUnchanged = (issue: RowIssue, { unchangedFields }: Pick<SentLine, 'unchangedFields'>): RowIssue =>
  unchangedFields.length === 0
    ? issue
    : { ...issue, facts: { [UNCHANGED_FIELDS_FACT]: unchangedFields.join(',') } };

/** Returns the key of a returned record; rarely parses its text. */
function keyOf(resource: Resource, { raw, record }: ReturnedRecord): string | undefined {
  const [name = '', ...otherNames] = resource.key;
  const keyValue = otherNames.length === 0 ? jsonOf(record)?.[name] : undefined;
  return typeof keyValue === 'number' && Number.isSafeInteger(keyValue)
    ? String(keyValue)
    : recordKeyIn(resource, raw);
}

/** A changed field in a response. */
interface ReportedChange {
  readonly field: string;
  readonly text: string | undefined;
  /** True if the value is as wanted; null if that is unknown (see matchesWanted). */
  readonly isAsWanted: boolean | null;
}

function reportedChange(
  { fields }: Resource,
  raw: string,
  { field: name, ...edit }: WantedValue,
): ReportedChange {
  const field = fields[name];
  const text = field && fieldText(raw, name, field);
  return { field: name, text, isAsWanted: field ? matchesWanted(field, text, edit) : null };
}

/**
 * Returns the changes that are not as wanted (false), with the service's values, or unconfirmed (null), for an issue;
 * null if there are none.
 */
function fieldsWith(
  changes: readonly ReportedChange[],
  result: false | null,
): Record<string, string | null> | null {
  const found = changes.filter(({ isAsWanted }) => isAsWanted === result);
  if (found.length === 0) return null;
  return Object.fromEntries(found.map(({ field, text = null }) => [field, result === null ? null : text]));
}

function unknownOutcome(responses: readonly ReturnedRecord[]): RowOutcome {
  const messages = [...new Set(responses.flatMap(({ record }) => messagesIn(record)))];
  const issue = messages.length > 0 ? { code: 'message', reasons: messages } : { code: 'unnamed' };
  return { state: 'unknown', issue };
}

function outcomeOf(
  { fields }: Resource,
  sentLine: SentLine,
  raw: string,
  changes: readonly ReportedChange[],
): RowOutcome {
  const { unchangedFields } = sentLine;
  const notApplied = fieldsWith(changes, false);
  if (notApplied)
    return { state: 'not-taken', issue: withUnchanged({ code: 'not-taken', fields: notApplied }, sentLine) };
  const unconfirmed = fieldsWith(changes, null);
  if (unconfirmed)
    return { state: 'done', issue: withUnchanged({ code: 'not-confirmed', fields: unconfirmed }, sentLine) };
  if (unchangedFields.length === 0) return { state: 'done' };
  const unchanged = unchangedFields.map(
    (name) => [name, fieldText(raw, name, fields[name] ?? {}) ?? null] as const,
  );
  return { state: 'done', issue: { code: 'so-in-part', fields: Object.fromEntries(unchanged) } };
}

/**
 * A response without some fields must not replace the complete record. The sent record has the record's
 * fields, and perhaps added ones.
 */
function hasEverySentField(
  { fields }: Resource,
  raw: string,
  sent: JsonObject | null,
  response: JsonObject | null,
): boolean {
  if (!sent || !response) return false;
  return Object.keys(sent).every((name) => {
    if (name in response) return true;
    const field = Object.entries(fields).find(
      ([known, { aliases }]) => known === name || aliases?.includes(name),
    );
    return (
      (field && spellingsOf(...field).some((spelling) => spelling in response)) ||
      textAt(raw, [name]) === undefined
    );
  });
}
