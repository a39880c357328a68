// Creates the preview of a bulk edit, and runs the review rules on it; prints the milliseconds of each round.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReader } from '#engine/cache/query/reader';
import { Drafts } from '#engine/records/edits/drafts';
import { EditDraftFactory } from '#engine/records/edits/make-drafts';
import { runRules } from '#engine/features/review/check';
import { findDraftFindings } from '#engine/features/review/draft-findings';
import type { DraftRow } from '#contract/edit';
import { RULE_IDS, ruleNamed } from '#contract/features/review/rules';
import { accounts } from '#contract/resources/accounts';
import { openTestWorkspace } from '#test/support/saved-work';
import { fillFromDemo } from './demo-cache';
import { PauseMeter } from './pause-meter';
import { longestScan } from './plain-read';

/** Milliseconds, one for each round. */
export interface DraftRuleTimes {
  /** The preview without the rules: the draft is made and stored, and its first rows are read. */
  readonly previews: number[];
  /** Running the rules on it when the review queue's findings are known. */
  readonly appTimes: number[];
  /** The same before the review queue has run: the rules run on the current data first. */
  readonly beforeQueue: number[];
  /** The longest time without a pause, in all rounds. */
  readonly longestBlock: number;
  /** The same of a plain scan of the accounts with the columns of their rules. */
  readonly scanBlock: number;
  readonly findingCount: number;
}

const ACCOUNTS = 100_000;
const RECORDS = 5_000;
const ROUNDS = 5;
const KEY = '5a'.repeat(32);

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-draft-rules-'));
const file = path.join(folder, 'cache.db');
fillFromDemo(file, KEY, ACCOUNTS);
const reader = createReader(file, KEY);
const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
const drafts = new Drafts(workspace.drafts, new AbortController().signal);
const factory = new EditDraftFactory({ drafts, reader, jobs: workspace.jobs });

const query = { resource: 'accounts' as const, search: '', filters: [], sort: accounts.sort };
const keys = reader.keys({ query, offset: 0, limit: RECORDS }).keys;
const [structure = ''] = reader.keys({
  query: { ...query, resource: 'feeStructures' },
  offset: 0,
  limit: 1,
}).keys;
const feeSettings = { retired: [], ceiling: null };
const pauseBriefly = () => nextTurn();
const known = await runRules({ reader, pause: pauseBriefly, feeSettings });

const meter = new PauseMeter();
const { pause } = meter;
/** Runs the rules on a draft, given the findings of the review queue if it has run. */
async function checkDraft(
  draft: string,
  queueFindings: typeof known | null,
): Promise<{ ms: number; findingCount: number }> {
  const started = performance.now();
  meter.start();
  const rows: DraftRow[] = [];
  while (rows.length < RECORDS) {
    rows.push(...workspace.drafts.rows(draft, { offset: rows.length, limit: 1_000 }));
    await pause();
  }
  const { rules } = await findDraftFindings({
    reader,
    draft: workspace.drafts.get(draft),
    rows,
    pause,
    reconciled: null,
    charges: null,
    feeSettings,
    known: () => queueFindings,
    isWaived: () => false,
  });
  const ms = performance.now() - started;
  await pause(); // measures the work since the last pause, too
  return {
    ms,
    findingCount: rules.reduce((sum, rule) => sum + rule.found, 0),
  };
}

const columns = new Set(
  RULE_IDS.map(ruleNamed)
    .filter(({ resource }) => resource === 'accounts')
    .flatMap(({ reads }) => reads),
);
const result = {
  previews: [] as number[],
  appTimes: [] as number[],
  beforeQueue: [] as number[],
  findingCount: 0,
};
for (let round = 0; round <= ROUNDS; round += 1) {
  const started = performance.now();
  const { id } = factory.draftMany(query, { kind: 'keys', keys }, [
    { op: 'add', field: 'fee_structures_ids', items: [structure] },
  ]);
  drafts.rows(id, { offset: 0, limit: 100 });
  const preview = performance.now() - started;
  await nextTurn();
  const checked = await checkDraft(id, known);
  const beforeQueue = await checkDraft(id, null);
  drafts.remove(id);
  if (round === 0) {
    meter.longest = 0; // the first round includes compilation
    continue;
  }
  result.previews.push(preview);
  result.appTimes.push(checked.ms);
  result.beforeQueue.push(beforeQueue.ms);
  result.findingCount = checked.findingCount;
}
let scanBlock = 0;
for (let round = 0; round < ROUNDS; round += 1)
  scanBlock = Math.max(scanBlock, await longestScan(file, KEY, [['accounts', columns]]));
reader.close();
workspace.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  JSON.stringify({ ...result, longestBlock: meter.longest, scanBlock } satisfies DraftRuleTimes),
);
