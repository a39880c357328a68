import { isDeepStrictEqual } from 'node:util';
import type { EditLine } from '#contract/edit';
import { textAt } from '#contract/exact-json/patch';
import type { Resource } from '#contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { jsonOf, messagesIn, type JsonObject } from '../../service/words';
import type { Answered } from '../record-calls';
import { fieldText, spellingsOf } from '#contract/exact-json/field-text';
import { recordKeyIn } from './field-text';
import type { WantedValue } from './patch';
import { showsAs } from './same';

/** What was sent for a line: the record that was read, and the fields to change. */
export interface SentLine {
  readonly line: EditLine;
  readonly raw: string;
  readonly wanted: readonly WantedValue[];
  /** Fields of the line that already had the wanted value. */
  readonly so: readonly string[];
}

/** A complete record from the service, with the fields that this app changed. */
export interface AnsweredRecord {
  readonly raw: string;
  readonly made: readonly string[];
}

/** Why an answer that names a record does not settle what became of it: reading the record again does. */
export type AnswerWarning =
  /** It has another value than was sent. */
  | 'other-value'
  /** It is what was sent, member for member. */
  | 'echo'
  /** It lacks a field that was sent. */
  | 'field-absent';

interface Judged {
  /** By key; none for those in doubt. */
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  readonly doubtful: readonly { readonly one: SentLine; readonly warning: AnswerWarning }[];
  readonly shown: readonly AnsweredRecord[];
}

/**
 * Returns what the answer to a PUT proves for each record. A record is done only if every field has the
 * wanted value, because the service ignores changes it does not allow (spec 4.2) with a success status.
 * `sent` has the sent records by key.
 */
export function judgeAnswers(
  resource: Resource,
  asked: readonly SentLine[],
  sent: ReadonlyMap<string, unknown>,
  answers: readonly Answered[],
): Judged {
  const byKey = new Map<string, Answered>();
  for (const answer of answers) {
    const key = answer.raw === '' ? undefined : keyTold(resource, answer);
    if (key !== undefined) byKey.set(key, answer);
  }
  const shown: AnsweredRecord[] = [];
  const doubtful: Judged['doubtful'][number][] = [];
  const outcomes = new Map<string, RowOutcome>();
  let unknown: RowOutcome | undefined;
  for (const one of asked) {
    const { key } = one.line;
    const told = byKey.get(key);
    if (!told) {
      outcomes.set(key, (unknown ??= unknownOf(answers)));
      continue;
    }
    const fields = one.wanted.map((edit) => toldOf(resource, told.raw, edit));
    const doubt = answerWarning(resource, fields, sent.get(key), told.record);
    if (doubt) doubtful.push({ one, warning: doubt });
    else {
      const made = one.wanted.map(({ field }) => field);
      if (isWhole(resource, one.raw, jsonOf(sent.get(key)), jsonOf(told.record)))
        shown.push({ raw: told.raw, made });
      outcomes.set(key, outcomeOf(resource, one, told.raw, fields));
    }
  }
  return { outcomes, doubtful, shown };
}

function answerWarning(
  { fields }: Resource,
  shows: readonly ReportedChange[],
  sent: unknown,
  answered: unknown,
): AnswerWarning | undefined {
  if (shows.some(({ text, isSo }) => text !== undefined && isSo === false)) return 'other-value';
  if (shows.some(({ field, text }) => text === undefined && fields[field]?.silent !== true))
    return 'field-absent';
  return isDeepStrictEqual(sent, answered) ? 'echo' : undefined;
}

/** What a later reading shows of a record, whole or not; the outcome stays unknown where it shows too little. */
export function judgeReading(
  resource: Resource,
  one: SentLine,
  doubt: AnswerWarning,
  reading: { readonly raw: string; readonly isWhole: boolean } | undefined,
): RowOutcome {
  const unknown: RowOutcome = { state: 'unknown', remark: { code: doubt } };
  if (!reading) return unknown;
  const fields = one.wanted.map((edit) => toldOf(resource, reading.raw, edit));
  if (!reading.isWhole && fields.some(({ text }) => text === undefined)) return unknown;
  return outcomeOf(resource, one, reading.raw, fields);
}

/** The remark of a row that the service answered with an error, and has as asked for. */
const FOUND_AFTER_ERROR = { code: 'found-after-error' } as const;

/**
 * What a reading shows after the write of one record was refused (wire facts B16): applied all the same, or in part.
 * Undefined: nothing of it was applied.
 */
export function judgeRefused(
  resource: Resource,
  one: SentLine,
  raw: string,
  reasons: readonly string[],
): RowOutcome | undefined {
  const shows = one.wanted.map((edit) => toldOf(resource, raw, edit));
  if (!shows.some(({ isSo }) => isSo === true)) return undefined;
  const left = shows.filter(({ isSo }) => isSo !== true);
  if (left.length === 0) return { state: 'done', remark: FOUND_AFTER_ERROR };
  const fields = Object.fromEntries(left.map(({ field, text = null }) => [field, text]));
  return { state: 'not-taken', remark: { code: 'refused-in-part', fields, reasons: [...reasons] } };
}

/** Returns the key of an answered record; rarely parses its text. */
function keyTold(resource: Resource, { raw, record }: Answered): string | undefined {
  const [name = '', ...more] = resource.key;
  const quick = more.length === 0 ? jsonOf(record)?.[name] : undefined;
  return typeof quick === 'number' && Number.isSafeInteger(quick)
    ? String(quick)
    : recordKeyIn(resource, raw);
}

/** A changed field in an answer. */
interface ReportedChange {
  readonly field: string;
  readonly text: string | undefined;
  /** True if the value is as wanted; null if that is unknown (same.ts, showsAs). */
  readonly isSo: boolean | null;
}

function toldOf({ fields }: Resource, raw: string, { field: name, ...edit }: WantedValue): ReportedChange {
  const field = fields[name];
  const text = field && fieldText(raw, name, field);
  return { field: name, text, isSo: field ? showsAs(field, text, edit) : null };
}

function unknownOf(answers: readonly Answered[]): RowOutcome {
  const says = [...new Set(answers.flatMap(({ record }) => messagesIn(record)))];
  const remark = says.length > 0 ? { code: 'message', reasons: says } : { code: 'unnamed' };
  return { state: 'unknown', remark };
}

function outcomeOf(
  { fields }: Resource,
  { so }: SentLine,
  raw: string,
  shows: readonly ReportedChange[],
): RowOutcome {
  const those = (as: boolean | null) => shows.filter(({ isSo }) => isSo === as);
  const lost = those(false).map(({ field, text = null }) => [field, text] as const);
  if (lost.length > 0)
    return { state: 'not-taken', remark: { code: 'not-taken', fields: Object.fromEntries(lost) } };
  const silent = those(null).map(({ field }) => [field, null] as const);
  if (silent.length > 0)
    return { state: 'done', remark: { code: 'not-confirmed', fields: Object.fromEntries(silent) } };
  if (so.length === 0) return { state: 'done' };
  const before = so.map((name) => [name, fieldText(raw, name, fields[name] ?? {}) ?? null] as const);
  return { state: 'done', remark: { code: 'so-in-part', fields: Object.fromEntries(before) } };
}

/**
 * An answer without some fields must not replace the complete record. The sent record has the record's
 * fields, and perhaps added ones.
 */
function isWhole(
  { fields }: Resource,
  raw: string,
  sent: JsonObject | null,
  answered: JsonObject | null,
): boolean {
  if (!sent || !answered) return false;
  return Object.keys(sent).every((name) => {
    if (name in answered) return true;
    const field = Object.entries(fields).find(([ours, { also }]) => ours === name || also?.includes(name));
    return (
      (field && spellingsOf(...field).some((spelling) => spelling in answered)) ||
      textAt(raw, [name]) === undefined
    );
  });
}
