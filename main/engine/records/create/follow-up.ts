import { patchJson } from '#contract/exact-json/patch';
import { readExact } from '#contract/exact-json/read';
import { RecordText } from '#contract/exact-json/record-text';
import { fieldsOf } from '#contract/exact-json/fields';
import type { CreateLine, WantedField } from '#contract/creation';
import { CREATED_INCOMPLETE } from '#contract/job';
import { FailureError } from '#contract/failure';
import type { Resource } from '#contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { writeOutcomeOf } from '../../service/failure-facts';
import { spellingsOf } from '#contract/exact-json/field-text';
import { sameJson } from '#contract/same-value';
import { keyIn } from '../edits/field-text';
import { editableCoverage, RecordReadings } from '../edits/record-readings';
import type { RecordCalls } from '../record-calls';
import { unappliedFields } from './recognize';

/** An existing record, the values it was created with, and the values it still needs. */
export interface IncompleteRecord {
  readonly key: string;
  readonly line: Pick<CreateLine, 'body'>;
  readonly record: RecordText;
  readonly fieldsToWrite: readonly WantedField[];
}

/** The outcome, and the record as last returned by the service. */
export interface CompletedRecord {
  readonly outcome: RowOutcome;
  readonly record: RecordText;
}

/** Returns the response and issue for a record that exists without these field values. */
export const incompleteOutcome = (
  key: string,
  fieldsToWrite: readonly WantedField[],
  reasons: readonly string[] = [],
  lacks: readonly string[] = [],
): Pick<RowOutcome, 'responseIds'> & { issue: NonNullable<RowOutcome['issue']> } => ({
  responseIds: [key],
  issue: {
    code: CREATED_INCOMPLETE,
    facts: {
      id: key,
      fields: fieldsToWrite.map(({ field }) => field).join(','),
      ...(lacks.length > 0 ? { lacks: lacks.join(',') } : {}),
    },
    ...(reasons.length > 0 ? { reasons: [...reasons] } : {}),
  },
});

/**
 * Writes the fields that a create body does not accept: a PUT of the whole new record (spec 4.6). Returns one
 * outcome per record, in order, even if a request fails, because the records exist in any case. A record without a
 * complete reading is not sent: a field that the PUT lacks may be erased (wire facts B14).
 */
export async function writeFollowUp(
  calls: RecordCalls,
  resource: Resource,
  records: readonly IncompleteRecord[],
  signal: AbortSignal,
): Promise<CompletedRecord[]> {
  if (records.length === 0) return [];
  const readings = await readCompleteRecords(calls, resource, records, signal);
  const completeRecords = records.flatMap((unfinished) => {
    const reading = readings.get(unfinished.key);
    return typeof reading === 'string' ? [{ ...unfinished, record: new RecordText(reading) }] : [];
  });
  const finished = await putCompleteRecords(calls, resource, completeRecords, signal);
  const byKey = new Map(completeRecords.map(({ key }, index) => [key, finished[index]]));
  return records.map(({ key, record, fieldsToWrite }): CompletedRecord => {
    const reading = readings.get(key);
    // Only the response claims that it was created (wire facts B17).
    if (reading === null)
      return { outcome: { state: 'unknown', responseIds: [key], issue: { code: 'not-shown' } }, record };
    // Instead of a text, the fields that its readings lack.
    const refused =
      typeof reading === 'object'
        ? incompleteOutcome(key, fieldsToWrite, [], reading)
        : incompleteOutcome(key, fieldsToWrite);
    return byKey.get(key) ?? { outcome: { state: 'refused', ...refused }, record };
  });
}

async function putCompleteRecords(
  calls: RecordCalls,
  resource: Resource,
  records: readonly IncompleteRecord[],
  signal: AbortSignal,
): Promise<CompletedRecord[]> {
  if (records.length === 0) return [];
  const bodies = records.map(({ key, record, fieldsToWrite }) => ({
    key,
    raw: withMissingFields(resource, record, fieldsToWrite),
  }));
  try {
    const written = await calls.put(bodies, signal);
    const responses = new Map<string, RecordText>();
    for (const { raw } of written) {
      const record = raw === '' ? null : new RecordText(raw);
      const key = record && keyIn(resource, (name) => record.text(name));
      if (record && key !== null && key !== undefined) responses.set(key, record);
    }
    const sent = new Map(bodies.map(({ key, raw }) => [key, raw]));
    const isDoubtful = ({ key, fieldsToWrite }: IncompleteRecord): boolean => {
      const response = responses.get(key);
      if (!response) return false;
      return (
        unappliedFields(resource, fieldsToWrite, response).length > 0 ||
        isEcho(response.raw, sent.get(key) ?? '')
      );
    };
    const doubtful = records.filter(isDoubtful).map(({ key }) => key);
    const reread = await readAgain(calls, doubtful, signal);
    return records.map((unfinished) => {
      const { key } = unfinished;
      const latest = doubtful.includes(key) ? reread.get(key) : responses.get(key);
      return finishedOf(resource, unfinished, latest);
    });
  } catch (error) {
    const { state, failure } = writeOutcomeOf(error);
    // One invalid record must not fail the others.
    if (state === 'refused' && records.length > 1 && failure.kind !== 'not-allowed') {
      const oneByOne: CompletedRecord[] = [];
      for (const record of records)
        oneByOne.push(...(await putCompleteRecords(calls, resource, [record], signal)));
      return oneByOne;
    }
    // A refusal is not an outcome (wire facts B16).
    const keys = state === 'refused' ? records.map(({ key }) => key) : [];
    const reread = await readAgain(calls, keys, signal);
    return records.map((unfinished) => {
      const { key, record, fieldsToWrite } = unfinished;
      const current = reread.get(key);
      if (current) {
        const missing = unappliedFields(resource, fieldsToWrite, current);
        if (missing.length === 0) return finishedOf(resource, unfinished, current);
        return {
          outcome: { state: 'refused', ...incompleteOutcome(key, missing, failure.reasons) },
          record: current,
        };
      }
      return {
        outcome: { state: 'unknown', ...incompleteOutcome(key, fieldsToWrite, failure.reasons) },
        record,
      };
    });
  }
}

/**
 * Returns the text of each record if it has every editable field that it was created with or that any reading
 * has; else the fields that its readings lack, or null if no later reading has the record. A response with all
 * editable fields is enough; otherwise the record is read again, by ID or from the list.
 */
async function readCompleteRecords(
  calls: RecordCalls,
  resource: Resource,
  records: readonly IncompleteRecord[],
  signal: AbortSignal,
): Promise<Map<string, string | readonly string[] | null>> {
  const coverageOf = editableCoverage(resource);
  const editableCount = Object.values(resource.fields).filter((field) => field.editable).length;
  const isFull = (raw: string): boolean => coverageOf(raw).present.size === editableCount;
  const readings = new Map(
    records.map(({ key, line, record, fieldsToWrite }) => {
      const body = `{${line.body.map(({ field, after }) => `${JSON.stringify(field)}:${after}`).join(',')}}`;
      const optional = new Set(fieldsToWrite.map(({ field }) => field));
      const reading = new RecordReadings(resource, coverageOf, { raw: body, optional });
      reading.add(record.raw);
      return [key, reading] as const;
    }),
  );
  const needsReading = ([, reading]: readonly [string, RecordReadings]) => {
    const raw = reading.conclusiveReading();
    return raw === undefined || !isFull(raw);
  };
  const keysToRead = [...readings].filter(needsReading).map(([key]) => key);
  const reread = await readAgain(calls, keysToRead, signal);
  for (const [key, { raw }] of reread) readings.get(key)?.add(raw);
  const listed = await readAgain(
    calls,
    keysToRead.filter((key) => needsReading([key, readings.get(key) as RecordReadings])),
    signal,
    'list',
  );
  for (const [key, { raw }] of listed) readings.get(key)?.add(raw);
  return new Map(
    [...readings].map(([key, reading]): [string, string | readonly string[] | null] => {
      const best = reading.bestReading();
      const isConfirmed = !keysToRead.includes(key) || reread.has(key) || listed.has(key);
      if (!isConfirmed) return [key, null];
      return [key, best ?? reading.unreliableFields()];
    }),
  );
}

/** Reads the records again. Those that cannot be read are missing, which proves nothing. */
async function readAgain(
  calls: RecordCalls,
  keys: readonly string[],
  signal: AbortSignal,
  from: 'id' | 'list' = keys.length === 1 && calls.offers('get') ? 'id' : 'list',
): Promise<Map<string, RecordText>> {
  const recordByKey = new Map<string, RecordText>();
  if (keys.length === 0) return recordByKey;
  try {
    if (from === 'id') {
      for (const key of keys) {
        const raw = await calls.get(key, signal);
        if (raw !== null) recordByKey.set(key, new RecordText(raw));
      }
    } else {
      const { records } = await calls.list(signal);
      for (const key of keys) {
        const raw = records.get(key);
        if (raw !== undefined) recordByKey.set(key, new RecordText(raw));
      }
    }
  } catch (error) {
    if (signal.aborted) return recordByKey;
    // A service may have the list but no call by ID.
    if (from === 'id') return readAgain(calls, keys, signal, 'list');
    if (!(error instanceof FailureError)) throw error;
  }
  return recordByKey;
}

const isEcho = (response: string, sent: string): boolean =>
  response === sent || sameJson(fieldsOf(response), fieldsOf(sent));

/** Adds the missing fields to a record, with the spelling that it already uses, if any (wire facts B1). */
function withMissingFields(
  { fields }: Resource,
  record: RecordText,
  missingFields: readonly WantedField[],
): string {
  return patchJson(
    record.raw,
    missingFields.flatMap(({ field, after }) => {
      const spellings = spellingsOf(field, fields[field] ?? {}).filter((name) => record.has(name));
      return (spellings.length > 0 ? spellings : [field]).map((name) => ({
        op: 'set' as const,
        path: [name],
        value: readExact(after),
      }));
    }),
  );
}

function finishedOf(
  resource: Resource,
  { key, record, fieldsToWrite }: IncompleteRecord,
  response: RecordText | undefined,
): CompletedRecord {
  if (!response) return { outcome: { state: 'unknown', ...incompleteOutcome(key, fieldsToWrite) }, record };
  const missing = unappliedFields(resource, fieldsToWrite, response);
  const outcome: RowOutcome =
    missing.length === 0
      ? { state: 'done', responseIds: [key] }
      : { state: 'refused', ...incompleteOutcome(key, missing) };
  return { outcome, record: response };
}
