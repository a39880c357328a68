import type { EditLine } from '../../../../preload/contract/edit';
import { textAt } from '../../../../preload/contract/exact-json/patch';
import type { Resource } from '../../../../preload/contract/resource';
import type { RowOutcome } from '../../jobs/kind';
import { jsonOf, wordsOf, type Json } from '../../service/words';
import type { Answered } from '../record-calls';
import { fieldText, keyOf, spellingsOf } from './field-text';
import type { Wanted } from './patch';
import { shownIn } from './same';

/** What was sent of a line: the record that was read, and the fields that it did not have as asked for. */
export interface Asked {
  readonly line: EditLine;
  readonly raw: string;
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
 * `sent` holds what left, by key.
 */
export function judgeAnswers(
  resource: Resource,
  asked: readonly Asked[],
  sent: ReadonlyMap<string, unknown>,
  answers: readonly Answered[],
): Judged {
  const byKey = new Map<string, Answered>();
  for (const answer of answers) {
    const key = answer.raw === '' ? undefined : keyOf(resource, answer.raw);
    if (key !== undefined) byKey.set(key, answer);
  }
  const shown: Judged['shown'] = [];
  const outcomes = new Map<string, RowOutcome>();
  let unknown: RowOutcome | undefined;
  for (const one of asked) {
    const { key } = one.line;
    const told = byKey.get(key);
    if (told === undefined || !one.wanted.every((edit) => isTold(resource, told.raw, edit)))
      outcomes.set(key, (unknown ??= unknownOf(answers)));
    else {
      const made = one.wanted.map(({ field }) => field);
      if (isWhole(resource, one.raw, jsonOf(sent.get(key)), jsonOf(told.record)))
        shown.push({ raw: told.raw, made });
      outcomes.set(key, outcomeOf(resource, one, told.raw));
    }
  }
  return { outcomes, shown };
}

function unknownOf(answers: readonly Answered[]): RowOutcome {
  const says = [...new Set(answers.flatMap(({ record }) => wordsOf(record)))];
  const remark = says.length > 0 ? { code: 'message', reasons: says } : { code: 'unnamed' };
  return { state: 'unknown', remark };
}

function outcomeOf(resource: Resource, { wanted, so }: Asked, raw: string): RowOutcome {
  const shows = wanted.map(({ field, after }) => [field, shownIn(resource, raw, field, after)] as const);
  const those = (as: boolean | null) => shows.filter(([, one]) => one === as).map(([field]) => field);
  const told = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((name) => [name, textOf(resource, raw, name) ?? null]));
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

function textOf({ fields }: Resource, raw: string, name: string): string | undefined {
  const field = fields[name];
  return field && fieldText(raw, name, field);
}

/** Whether an answer says anything of a field: nothing is what says that it is empty, as asked for. */
const isTold = (resource: Resource, raw: string, { field, after }: Wanted): boolean =>
  textOf(resource, raw, field) !== undefined || shownIn(resource, raw, field, after) !== false;

/**
 * An answer that lacks fields must not take the place of the record that has them. What left has the record's fields, and
 * perhaps some that were added.
 */
function isWhole({ fields }: Resource, raw: string, sent: Json | null, answered: Json | null): boolean {
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
