import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import { resourceNamed, SECRET_FIELDS, type ResourceName } from '../../../../preload/contract/resources';
import { ruleNamed, type RuleId } from '../../../../preload/contract/review-rules';
import type { CacheReader } from '../../cache/reader';
import { RawFinding } from './finding';
import type { Firm, Gathering } from './firm';
import { GROUP_FIELDS } from './involved';
import type { Course, Rule } from './rule';
import { RULES } from './rules';
import { remembered, textOf } from './values';
import { viewOf, type RecordView } from './view';

/** Rows between two pauses: a few milliseconds' work, so that whoever else asks the engine waits no longer. */
const STRETCH = 1000;

export interface Pass {
  readonly reader: Pick<CacheReader, 'scan' | 'rowsOf'>;
  readonly firm: Firm;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
  readonly of: ResourceName;
  readonly rules: readonly RuleId[];
  readonly gatherings: readonly Gathering[];
}

/** Any rule, with its name forgotten. */
type AnyCourse = Course<RecordView>;
const begun = (id: RuleId, firm: Firm): AnyCourse => (RULES[id] as unknown as Rule<RuleId>).begin(firm);

/** The column that tells whose data a record is; not every list has one. */
const custodianOf = (of: ResourceName): string | undefined =>
  ['custodian', 'source'].find((name) => resourceNamed(of).fields[name]?.column !== undefined);

/** Fields of nested objects: no column has all of them, so they are read as JSON text. */
export const nestedOf = (of: ResourceName, fields: readonly string[]): string[] =>
  fields.filter((name) => resourceNamed(of).fields[name]?.kind === 'parts');

const shownOf = (id: RuleId): string[] => ruleNamed(id).reads.filter((name) => !SECRET_FIELDS.has(name));

/** Goes over one list once, for all its rules and for whatever is gathered from it: no column is read twice. */
export async function pass({ reader, firm, pause, of, rules, gatherings }: Pass): Promise<RawFinding[]> {
  const custodian = rules.length > 0 ? custodianOf(of) : undefined;
  const fields = [
    ...new Set([
      ...rules.flatMap((id) => ruleNamed(id).reads),
      ...gatherings.flatMap(({ columns }) => columns),
      ...(custodian === undefined ? [] : [custodian]),
    ]),
  ].filter((name) => name !== 'key' && name !== 'n');
  const nested = nestedOf(of, fields);
  const place = (name: string): number => (name === 'n' ? 0 : name === 'key' ? 1 : 2 + fields.indexOf(name));
  const custodianAt = custodian === undefined ? undefined : place(custodian);
  const custodianText = remembered(textOf);
  const running = rules.map((id) => ({ id, course: begun(id, firm), shown: shownOf(id).map(place) }));

  const out: RawFinding[] = [];
  const found = ({ id, shown }: (typeof running)[number], row: Row, facts: FindingFacts): void => {
    const whose = custodianAt === undefined ? null : custodianText(row[custodianAt] ?? null);
    out.push(new RawFinding(id, row, shown, whose, facts));
  };

  const { record, show } = viewOf(fields);
  const scan = reader.scan(of, fields, nested);
  const takers = gatherings.map((one) => ({
    one,
    places: one.columns.map(place),
    cells: one.columns.map((): Cell => null),
  }));
  const byRow = running.filter(({ course }) => course.row !== undefined);
  for (let after = 0, more = takers.length + byRow.length > 0; more;) {
    const rows = scan(after, STRETCH);
    for (const row of rows) {
      show(row);
      for (const { one, places, cells } of takers) {
        for (let at = 0; at < places.length; at += 1) cells[at] = row[places[at] ?? 0] ?? null;
        one.take(cells);
      }
      for (const rule of byRow) {
        const facts = rule.course.row?.(record);
        if (facts) found(rule, row, facts);
      }
    }
    after = rows.at(-1)?.[0] ?? after;
    more = rows.length === STRETCH;
    await pause();
  }

  const byGroup = running
    .filter(({ course }) => course.group !== undefined)
    .map(({ id, course }) => ({
      id,
      course,
      shown: shownOf(id).map((name) => 2 + GROUP_FIELDS.indexOf(name)),
    }));
  for (let at = 0; byGroup.length > 0 && at < firm.groups.length; at += STRETCH) {
    for (const group of firm.groups.slice(at, at + STRETCH))
      for (const { id, course, shown } of byGroup) {
        const facts = course.group?.(group);
        if (facts) out.push(new RawFinding(id, group.row, shown, null, facts));
      }
    await pause();
  }

  for (const rule of running) {
    const late = new Map<string, FindingFacts>();
    let steps = 0;
    for (const one of rule.course.end?.() ?? []) {
      if (one) late.set(...one);
      steps += 1;
      if (steps % STRETCH === 0) await pause();
    }
    const keys = [...late.keys()];
    for (let at = 0; at < keys.length; at += STRETCH) {
      for (const row of reader.rowsOf(of, keys.slice(at, at + STRETCH), fields, nested))
        found(rule, row, late.get(row[1]) ?? {});
      await pause();
    }
  }
  return out;
}

type Row = ReturnType<ReturnType<CacheReader['scan']>>[number];
