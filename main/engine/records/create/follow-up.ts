import { patchJson } from '../../../../preload/contract/exact-json/patch';
import { readExact } from '../../../../preload/contract/exact-json/read';
import { RecordText } from '../../../../preload/contract/exact-json/record-text';
import type { WantedField } from '../../../../preload/contract/creation';
import { CREATED_INCOMPLETE } from '../../../../preload/contract/job';
import type { Resource } from '../../../../preload/contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { writeOutcomeOf } from '../../service/write-outcome';
import { spellingsOf } from '../../../../preload/contract/exact-json/field-text';
import { keyIn } from '../edits/field-text';
import type { RecordCalls } from '../record-calls';
import { fieldsNotTaken } from './recognize';

/** A record that is there, and what it is still to have. */
export interface Unfinished {
  readonly key: string;
  readonly record: RecordText;
  readonly left: readonly WantedField[];
}

/** What became of it, and the record as the service told it last. */
export interface Finished {
  readonly outcome: RowOutcome;
  readonly record: RecordText;
}

/** The record is there, and these fields are not as wanted. */
export const incomplete = (
  key: string,
  left: readonly WantedField[],
  reasons: readonly string[] = [],
): Pick<RowOutcome, 'answer'> & { remark: NonNullable<RowOutcome['remark']> } => ({
  answer: [key],
  remark: {
    code: CREATED_INCOMPLETE,
    facts: { id: key, fields: left.map(({ field }) => field).join(',') },
    ...(reasons.length > 0 ? { reasons: [...reasons] } : {}),
  },
});

/**
 * Writes what a create body does not take: a PUT of the whole record just created (spec 4.6). One outcome for each, in
 * their order; never rejects, since whatever becomes of it, the record has been created.
 */
export async function finish(
  calls: RecordCalls,
  resource: Resource,
  records: readonly Unfinished[],
  signal: AbortSignal,
): Promise<Finished[]> {
  if (records.length === 0) return [];
  try {
    const answers = await calls.put(
      records.map(({ key, record, left }) => ({ key, raw: completed(resource, record, left) })),
      signal,
    );
    const told = new Map<string, RecordText>();
    for (const { raw } of answers) {
      const record = raw === '' ? null : new RecordText(raw);
      const key = record && keyIn(resource, (name) => record.text(name));
      if (record && key !== null && key !== undefined) told.set(key, record);
    }
    return records.map((unfinished) => finishedOf(resource, unfinished, told.get(unfinished.key)));
  } catch (error) {
    const { state, failure } = writeOutcomeOf(error);
    // A PUT that was refused has changed nothing: one wrong record must not cost the others.
    if (state === 'refused' && records.length > 1 && failure.kind !== 'not-allowed') {
      const apart: Finished[] = [];
      for (const record of records) apart.push(...(await finish(calls, resource, [record], signal)));
      return apart;
    }
    return records.map(({ key, record, left }) => ({
      outcome: {
        state: state === 'unknown' ? 'unknown' : 'refused',
        ...incomplete(key, left, failure.reasons),
      },
      record,
    }));
  }
}

/** The record with what is left: under the spelling that it came with, where it has one (wire facts B1). */
function completed({ fields }: Resource, record: RecordText, left: readonly WantedField[]): string {
  return patchJson(
    record.raw,
    left.flatMap(({ field, after }) => {
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
  { key, record, left }: Unfinished,
  told: RecordText | undefined,
): Finished {
  if (!told) return { outcome: { state: 'unknown', ...incomplete(key, left) }, record };
  const missing = fieldsNotTaken(resource, left, told);
  const outcome: RowOutcome =
    missing.length === 0
      ? { state: 'done', answer: [key] }
      : { state: 'refused', ...incomplete(key, missing) };
  return { outcome, record: told };
}
