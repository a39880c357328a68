import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';
import { resourceNamed, SECRET_FIELDS, type ResourceName } from '../../../../preload/contract/resources';
import { ruleNamed, type RuleId } from '../../../../preload/contract/review-rules';
import type { CacheReader } from '../../cache/reader';
import { fingerprint } from './fingerprint';
import type { Firm, Gathering } from './firm';
import type { Course, Rule } from './rule';
import { RULES } from './rules';
import { textOf } from './values';

/** Rows between two pauses: a few milliseconds' work, so that whoever else asks the engine waits no longer. */
const STRETCH = 1_000;

/** One finding, as small as it can be: there may be hundreds of thousands. */
export interface RawFinding {
  readonly rule: RuleId;
  /** Row number in the cache. */
  readonly n: number;
  readonly key: string;
  readonly custodian: string | null;
  /** Of what the rule read and found, without what is secret: a review stands while it stays the same. */
  readonly print: string;
  readonly facts: FindingFacts;
}

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
type AnyCourse = Course<Readonly<Record<string, Cell>>>;
const begun = (id: RuleId, firm: Firm): AnyCourse => (RULES[id] as unknown as Rule<RuleId>).begin(firm);

/** The column that tells whose data a record is; not every list has one. */
const custodianOf = (of: ResourceName): string | undefined =>
  ['custodian', 'source'].find((name) => resourceNamed(of).fields[name]?.column !== undefined);

/** Fields of nested objects: no column has all of them, so they are read as JSON text. */
export const nestedOf = (of: ResourceName, fields: readonly string[]): string[] =>
  fields.filter((name) => resourceNamed(of).fields[name]?.kind === 'parts');

/** Goes over one list once, for all its rules and for whatever is gathered from it: no column is read twice. */
export async function pass({ reader, firm, pause, of, rules, gatherings }: Pass): Promise<RawFinding[]> {
  const custodian = rules.length > 0 ? custodianOf(of) : undefined;
  const fields = [
    ...new Set([
      ...rules.flatMap((id) => ruleNamed(id).reads),
      ...gatherings.flatMap(({ columns }) => columns),
      ...(custodian === undefined ? [] : [custodian]),
    ]),
  ].filter((name) => name !== 'key');
  const nested = nestedOf(of, fields);
  const place = (name: string): number => (name === 'key' ? 1 : 2 + fields.indexOf(name));
  const custodianAt = custodian === undefined ? undefined : place(custodian);
  const running = rules.map((id) => ({
    id,
    course: begun(id, firm),
    shown: ruleNamed(id)
      .reads.filter((name) => !SECRET_FIELDS.has(name))
      .map(place),
  }));
  const takers = gatherings.map((one) => ({
    one,
    places: one.columns.map(place),
    cells: one.columns.map((): Cell => null),
  }));

  const out: RawFinding[] = [];
  const found = (rule: (typeof running)[number], row: Row, facts: FindingFacts): void => {
    const cells = rule.shown.map((at) => row[at] ?? null);
    out.push({
      rule: rule.id,
      n: row[0],
      key: row[1],
      custodian: custodianAt === undefined ? null : textOf(row[custodianAt]),
      print: fingerprint(cells, facts),
      facts,
    });
  };

  const view = viewOf(fields);
  const scan = reader.scan(of, fields, nested);
  const byRow = running.filter(({ course }) => 'row' in course);
  for (let after = 0, more = takers.length + byRow.length > 0; more;) {
    const rows = scan(after, STRETCH);
    for (const row of rows) {
      view.show(row);
      for (const { one, places, cells } of takers) {
        for (let at = 0; at < places.length; at += 1) cells[at] = row[places[at] ?? 0] ?? null;
        one.take(cells);
      }
      for (const rule of byRow) {
        const facts = rule.course.row?.(view.record);
        if (facts) found(rule, row, facts);
      }
    }
    after = rows.at(-1)?.[0] ?? after;
    more = rows.length === STRETCH;
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

/** One record that shows row after row: 100,000 objects with twenty fields each would cost more than the rules. */
function viewOf(fields: readonly string[]) {
  // Getters of a prototype are compiled into the rules that read them; those of a lone object are looked up each time.
  class View {
    shown: readonly Cell[] = [];
  }
  for (const [at, name] of ['key', ...fields].entries())
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return this.shown[at + 1] ?? null;
      },
    });
  const view = new View();
  return {
    record: view as unknown as Readonly<Record<string, Cell>>,
    show(row: readonly Cell[]): void {
      view.shown = row;
    },
  };
}
