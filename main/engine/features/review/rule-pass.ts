import type { FindingFacts } from '#contract/features/review/calls';
import { getOrCompute } from '#contract/maps';
import { resourceNamed, SECRET_FIELDS, type ResourceName } from '#contract/resources';
import { ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { Cell } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import { FIRST_FIELD_CELL, type ScannedRow } from '../../cache/query/scan';
import { scanInChunks, CHUNK_ROWS } from '../../records/scan-in-chunks';
import type { Findings } from './finding';
import { Undetermined } from './finding-facts';
import type { FirmContext } from './firm-facts';
import { SharedValueFinder } from './shared-value-finder';
import { RowPrefilter, type RowMask } from './row-prefilter';
import type { RulePlan, SharingRecord, Rule, SharedValueCheck } from './rule';
import { RULES } from './rules';
import { memoizeByCell, cellText } from './cell-values';
import type { Id } from '../../records/id-key';

/** A record as rules see it: its key and each declared field as a property. */
type RuleRecordView = Readonly<Record<string, Cell>> & { readonly key: Id };

/** One view (flyweight) for all rows, because 100,000 objects with twenty fields would cost more than the rules. */
interface FlyweightView {
  readonly record: RuleRecordView;
  /** Shows a row: number, key and the cells of the fields. */
  readonly show: (row: readonly Cell[]) => void;
}

/** Returns the view for these fields. Equal fields share a view, so its compiled code is reused. */
const flyweightViewOf = (fields: readonly string[]): FlyweightView =>
  getOrCompute(views, fields.join(' '), () => createFlyweightView(fields));
const views = new Map<string, FlyweightView>();

function createFlyweightView(fields: readonly string[]): FlyweightView {
  // Getters on a prototype are inlined into the rules; those of a single object are looked up each time.
  class View {
    shown: readonly Cell[] = [];
  }
  for (const [index, name] of ['key', ...fields].entries())
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return this.shown[index + 1] ?? null;
      },
    });
  const view = new View();
  return {
    record: view as unknown as RuleRecordView,
    show: (row) => {
      view.shown = row;
    },
  };
}

export type PassReader = Pick<CacheReader, 'scan' | 'rowsAt' | 'rowsOf'>;

/** The input of a pass over a list. */
export interface ReviewPass {
  readonly reader: PassReader;
  readonly firm: FirmContext;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
  readonly resource: ResourceName;
  /** The rules about its records, with their findings. */
  readonly rules: readonly Findings[];
  /** Receives every record in addition to the rules; `fields` are those that it reads. */
  readonly collector?: { readonly fields: readonly string[]; addRow(record: RuleRecordView): void };
}

/** A rule's check without its type parameter. */
export type AnyRulePlan = RulePlan<RuleRecordView>;
export const startRulePlan = (id: RuleId, firm: FirmContext): AnyRulePlan =>
  (RULES[id] as unknown as Rule<RuleId>).begin(firm);

/** Returns the column with the custodian; not every list has one. */
export const custodianFieldOf = (resource: ResourceName): string | undefined =>
  ['custodian', 'source'].find((name) => resourceNamed(resource).fields[name]?.column !== undefined);

/** Returns nested fields, which are read as JSON text because no column covers them. */
export const nestedOf = (resource: ResourceName, fields: readonly string[]): string[] =>
  fields.filter((name) => resourceNamed(resource).fields[name]?.kind === 'objects');

/** Returns the fields that a finding of a rule may show and include in its fingerprint. */
export const showableFieldsOf = (id: RuleId): string[] =>
  ruleNamed(id).reads.filter((name) => !SECRET_FIELDS.has(name));

interface RuleRun {
  readonly findings: Findings;
  readonly plan: AnyRulePlan;
  /** Positions of the cells in the finding's fingerprint. */
  readonly shownPositions: readonly number[];
}
interface RecordRuleRun extends RuleRun, RowMask {}
interface SharedValueRun extends RuleRun {
  readonly shared: SharedValueCheck<RuleRecordView>;
  readonly finder: SharedValueFinder;
}

/** Scans one list for all its rules and for `collector`, then reads the records that share values again. */
export async function runPass({
  reader,
  firm,
  pause,
  resource,
  rules,
  collector,
}: ReviewPass): Promise<void> {
  const custodian = rules.length > 0 ? custodianFieldOf(resource) : undefined;
  const fields = [
    ...new Set([
      ...rules.flatMap(({ rule }) => ruleNamed(rule).reads),
      ...(collector?.fields ?? []),
      ...(custodian === undefined ? [] : [custodian]),
    ]),
  ];
  const nested = nestedOf(resource, fields);
  const ruleRuns = rules.map((findings): RuleRun => {
    const shownPositions = showableFieldsOf(findings.rule).map(
      (name) => FIRST_FIELD_CELL + fields.indexOf(name),
    );
    return { findings, plan: startRulePlan(findings.rule, firm), shownPositions };
  });
  const prefilter = new RowPrefilter(fields, firm);
  const recordRuleRuns = ruleRuns
    .filter(({ plan }) => plan.row !== undefined)
    .map((run): RecordRuleRun => ({ ...run, ...prefilter.maskFor(run.plan.condition) }));
  const sharedValueRuns = ruleRuns.flatMap((run): SharedValueRun | [] =>
    run.plan.shared ? { ...run, shared: run.plan.shared, finder: new SharedValueFinder() } : [],
  );
  const { record, show } = flyweightViewOf(fields);

  const custodianAt = custodian === undefined ? undefined : FIRST_FIELD_CELL + fields.indexOf(custodian);
  const custodianText = memoizeByCell(cellText);
  const addFinding = ({ findings, shownPositions }: RuleRun, row: ScannedRow, facts: FindingFacts): void =>
    findings.add(
      row,
      shownPositions,
      custodianAt === undefined ? null : custodianText(row[custodianAt] ?? null),
      facts,
    );

  // A synchronous function with simple loops allocates nothing per row.
  const processRows = (rows: readonly ScannedRow[]): void => {
    for (const row of rows) {
      show(row);
      collector?.addRow(record);
      const bits = prefilter.bitsOf(row);
      for (const run of recordRuleRuns) {
        if (((run.bits & bits) === 0) !== run.isInverted) continue;
        const facts = run.plan.row?.(record, firm);
        if (facts instanceof Undetermined) run.findings.countUndetermined(facts.reason);
        else if (facts) addFinding(run, row, facts);
      }
      for (const { shared, finder } of sharedValueRuns) {
        const sharedValue = shared.value(record);
        if (sharedValue !== null)
          finder.add(row[0], shared.scope?.(record) ?? null, sharedValue, shared.owner?.(record) ?? null);
      }
    }
  };
  if (collector !== undefined || recordRuleRuns.length + sharedValueRuns.length > 0)
    await scanInChunks(reader.scan(resource, fields, nested), pause, processRows);

  for (const run of sharedValueRuns)
    for (const { row, members } of await groupsSharingValues({ reader, resource, pause }, run, fields)) {
      const facts = run.shared.judge(members);
      if (facts) addFinding(run, row, facts);
    }
}

/** The records with one value, and the row of the first. */
interface SharingGroup {
  readonly row: ScannedRow;
  readonly members: SharingRecord[];
}

/** Reads again the records whose values were found more than once, and groups them by value. */
async function groupsSharingValues(
  { reader, resource, pause }: Pick<ReviewPass, 'reader' | 'resource' | 'pause'>,
  { shared, finder }: SharedValueRun,
  fields: readonly string[],
): Promise<SharingGroup[]> {
  const { record, show } = flyweightViewOf(fields);
  const nested = nestedOf(resource, fields);
  const groups = new Map<string, SharingGroup>();
  const rowNumbers = finder.rowsSharingValues(shared.onlyIfOwnersDiffer ?? false);
  for (let start = 0; start < rowNumbers.length; start += CHUNK_ROWS) {
    for (const row of reader.rowsAt(resource, rowNumbers.slice(start, start + CHUNK_ROWS), fields, nested)) {
      show(row);
      const groupKey = JSON.stringify([shared.scope?.(record), shared.value(record)]);
      const { members } = getOrCompute(groups, groupKey, () => ({ row, members: [] }));
      members.push({ key: String(record.key), owner: shared.owner?.(record) ?? null });
    }
    await pause();
  }
  return [...groups.values()].filter(({ members }) => members.length > 1);
}
