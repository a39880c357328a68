import type { EditLine } from '../../../../preload/contract/edit';
import { RecordText } from '../../../../preload/contract/exact-json/record-text';
import type { Resource } from '../../../../preload/contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { wordsOf } from '../../service/words';
import type { Answered } from '../record-calls';
import { fieldText, keyOf, spellingsOf } from './field-text';
import type { Wanted } from './patch';
import { shownIn } from './same';

/** What was sent of a line: the record that was read, and the fields that it did not have as asked for. */
export interface Asked {
  readonly line: EditLine;
  readonly record: RecordText;
  readonly wanted: readonly Wanted[];
  /** Fields of the line that the record had already as asked for. */
  readonly so: readonly string[];
}

interface Judged {
  /** By key. */
  readonly outcomes: ReadonlyMap<string, RowOutcome>;
  /** Whole records of the answer, and the fields that were changed from here. */
  readonly shown: { readonly raw: string; readonly made: readonly string[] }[];
}

/**
 * What the answer to a PUT shows of each line, by the key of its record. Done is only what has every field as asked for:
 * the service ignores what it does not let people change (spec 4.2), under a status of success.
 */
export function judgeAnswers(
  resource: Resource,
  asked: readonly Asked[],
  answers: readonly Answered[],
): Judged {
  const byKey = new Map<string, RecordText>();
  for (const { raw } of answers) {
    if (raw === '') continue;
    const told = new RecordText(raw);
    const key = keyOf(resource, told);
    if (key !== undefined) byKey.set(key, told);
  }
  const says = [...new Set(answers.flatMap(({ record }) => wordsOf(record)))];
  const unknown: RowOutcome = {
    state: 'unknown',
    remark: says.length > 0 ? { code: 'message', reasons: says } : { code: 'unnamed' },
  };
  const shown: Judged['shown'] = [];
  const outcomes = new Map<string, RowOutcome>();
  for (const one of asked) {
    const { key } = one.line;
    const told = byKey.get(key);
    if (told === undefined || !one.wanted.every((edit) => isTold(resource, told, edit)))
      outcomes.set(key, unknown);
    else {
      const made = one.wanted.map(({ field }) => field);
      if (isWhole(resource, one.record, told)) shown.push({ raw: told.raw, made });
      outcomes.set(key, outcomeOf(resource, one, told));
    }
  }
  return { outcomes, shown };
}

function outcomeOf(resource: Resource, { wanted, so }: Asked, record: RecordText): RowOutcome {
  const shows = wanted.map(({ field, after }) => [field, shownIn(resource, record, field, after)] as const);
  const those = (as: boolean | null) => shows.filter(([, one]) => one === as).map(([field]) => field);
  const told = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((name) => [name, textOf(resource, record, name) ?? null]));
  const lost = those(false);
  if (lost.length > 0) return { state: 'not-taken', remark: { code: 'not-taken', fields: told(lost) } };
  const silent = those(null);
  if (silent.length > 0) {
    const fields = Object.fromEntries(silent.map((name) => [name, null]));
    return { state: 'done', remark: { code: 'not-confirmed', fields } };
  }
  return so.length > 0
    ? { state: 'done', remark: { code: 'so-in-part', fields: told(so) } }
    : { state: 'done' };
}

function textOf({ fields }: Resource, record: RecordText, name: string): string | undefined {
  const field = fields[name];
  return field && fieldText(record, name, field);
}

/** Whether an answer says anything of a field: nothing is what says that it is empty, as asked for. */
const isTold = (resource: Resource, record: RecordText, { field, after }: Wanted): boolean =>
  textOf(resource, record, field) !== undefined || shownIn(resource, record, field, after) !== false;

/** An answer that lacks fields must not take the place of the record that has them. */
function isWhole({ fields }: Resource, sent: RecordText, answered: RecordText): boolean {
  return [...sent.names()].every((name) => {
    if (answered.has(name)) return true;
    const field = Object.entries(fields).find(([ours, { also }]) => ours === name || also?.includes(name));
    return field !== undefined && spellingsOf(...field).some((spelling) => answered.has(spelling));
  });
}
