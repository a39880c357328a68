import { idOf } from '../../../../preload/contract/exact-json/fields';
import { patchJson } from '../../../../preload/contract/exact-json/patch';
import { readExact } from '../../../../preload/contract/exact-json/read';
import type { WantedField } from '../../../../preload/contract/creation';
import type { Resource } from '../../../../preload/contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { writeOutcomeOf } from '../../service/write-outcome';
import type { Answered, RecordCalls } from '../record-calls';
import { fieldsNotTaken } from './recognize';

/** A record that is there, and what it is still to have. */
export interface Unfinished {
  readonly key: string;
  readonly raw: string;
  readonly left: readonly WantedField[];
}

/** The record is there, and these fields are not as wanted. */
export const incomplete = (
  key: string,
  left: readonly WantedField[],
  reasons: readonly string[] = [],
): Pick<RowOutcome, 'answer'> & { remark: NonNullable<RowOutcome['remark']> } => ({
  answer: [key],
  remark: {
    code: 'created-incomplete',
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
): Promise<RowOutcome[]> {
  if (records.length === 0) return [];
  try {
    const answers = await calls.put(
      records.map(({ key, raw, left }) => ({ key, raw: completed(resource, raw, left) })),
      signal,
    );
    return records.map((record) => outcomeOf(resource, record, answers));
  } catch (error) {
    const { state, failure } = writeOutcomeOf(error);
    // A PUT that was refused has changed nothing: one wrong record must not cost the others.
    if (state === 'refused' && records.length > 1 && failure.kind !== 'not-allowed') {
      const apart: RowOutcome[] = [];
      for (const record of records) apart.push(...(await finish(calls, resource, [record], signal)));
      return apart;
    }
    return records.map(({ key, left }) => ({
      state: state === 'unknown' ? 'unknown' : 'refused',
      ...incomplete(key, left, failure.reasons),
    }));
  }
}

/** The record with what is left: under the spelling that it came with, where it has one (wire facts B1). */
function completed({ fields }: Resource, raw: string, left: readonly WantedField[]): string {
  const has = new Set(Object.keys(JSON.parse(raw) as object));
  return patchJson(
    raw,
    left.flatMap(({ field, after }) => {
      const spellings = [field, ...(fields[field]?.also ?? [])].filter((name) => has.has(name));
      return (spellings.length > 0 ? spellings : [field]).map((name) => ({
        op: 'set' as const,
        path: [name],
        value: readExact(after),
      }));
    }),
  );
}

function outcomeOf(resource: Resource, { key, left }: Unfinished, answers: readonly Answered[]): RowOutcome {
  const answer = answers.find(({ raw }) => raw !== '' && idOf(raw) === key);
  if (!answer) return { state: 'unknown', ...incomplete(key, left) };
  const missing = fieldsNotTaken(resource, left, answer.raw);
  return missing.length === 0
    ? { state: 'done', answer: [key] }
    : { state: 'refused', ...incomplete(key, missing) };
}
