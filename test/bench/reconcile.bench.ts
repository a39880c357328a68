import { createHash } from 'node:crypto';
import { test } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { RESOURCE_NAMES } from '#contract/resources';
import { RULE_IDS, ruleNamed, type RuleNeed } from '#contract/features/review/rules';
import { createReader } from '#engine/cache/query/reader';
import { createTables } from '#engine/cache/schema/schema';
import { ChargesReader } from '#engine/features/review/billed-fees';
import { runRules } from '#engine/features/review/check';
import { openEncrypted } from '#engine/sqlite/open-database';
import { feeHistoryOf } from '#engine/features/fee-history/history-of';
import { accountsOfSubject } from '#engine/features/fee-history/subject-accounts';
import { cachedSources } from '#engine/features/reconcile/cached';
import { storedFees } from '#engine/features/reconcile/account-refs';
import { previewArchive, reconcile } from '#engine/features/reconcile/reconcile';
import { savedArchives } from '#engine/features/reconcile/saved';
import type { StoredFee } from '#engine/features/fee-history/saved-work/fee-history';
import { openTestWorkspace } from '#test/support/saved-work';
import { median, note, report } from './numbers';

const LINES = 50_000;
const ACCOUNTS = 100_000;
const ROUNDS = 3;
/** Archives of 50,000 lines in the fee history. */
const ARCHIVES = 40;
const LOOKUPS = 101;
/** Returns the last day of the quarter with this index, counted from Q1 2016. */
const quarterEnd = (quarter: number): string =>
  new Date(Date.UTC(2016, 3 * (quarter + 1), 0)).toISOString().slice(0, 10);
const KEY = '5a'.repeat(32);

const nextTurn = (): Promise<void> => turn();

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-reconcile-'));
});
const accountNumberOf = (n: number): string => `${n % 10}AB-${String(n).padStart(8, '0')}`;

/** Creates an encrypted cache of accounts, and the records of two fee upload files. */
function makeCache(file: string): void {
  const db = openEncrypted(file, KEY);
  createTables(db);
  const account = db.prepare(`INSERT INTO accounts
    (n, key, title, subtitle, name, number, custodian, status, household_id, payment_source)
    VALUES (?, ?, ?, '', ?, ?, 'SWB', 'funded', ?, 'C')`);
  const state = db.prepare(`INSERT INTO accounts_state VALUES (?, ?, '', '', 1, 0)`);
  const raw = db.prepare(`INSERT INTO accounts_raw (n, raw, fetched) VALUES (?, ?, '')`);
  const completedFetch = db.prepare(
    `INSERT INTO whole VALUES (?, '2026-10-02T08:00:00.000Z', '2026-10-02T08:00:00.000Z', 0)`,
  );
  db.transaction(() => {
    for (const list of RESOURCE_NAMES) completedFetch.run(list);
    for (let n = 1; n <= ACCOUNTS; n += 1) {
      account.run(n, String(n), `Account ${n}`, `Account ${n}`, accountNumberOf(n), n >> 1);
      state.run(n, String(n));
      raw.run(
        n,
        JSON.stringify({ id: n, name: `Account ${n}`, number: accountNumberOf(n), custodian: 'SWB' }),
      );
    }
    for (const [n, key, end] of [
      [1, '1', '2026-06-30'],
      [2, '2', '2026-09-30'],
    ] as const) {
      db.prepare(
        `INSERT INTO feeUploadFiles (n, key, title, subtitle, end_date, firm_id) VALUES (?, ?, '', '', ?, 39)`,
      ).run(n, key, end);
      db.prepare(`INSERT INTO feeUploadFiles_state VALUES (?, ?, '', '', 1, 0)`).run(n, key);
      db.prepare(`INSERT INTO feeUploadFiles_raw (n, raw, fetched) VALUES (?, ?, '')`).run(
        n,
        JSON.stringify({ id: Number(key), end_date: `${end}T00:00:00Z`, firm_id: 39, num_accounts: LINES }),
      );
    }
  })();
  db.close();
}

/** Creates a saved archive of five files with `LINES` fees in total; returns its SHA-256. */
function makeArchive(file: string, firstAccount: number): string {
  const entries: Record<string, Uint8Array> = {};
  for (let fileIndex = 0; fileIndex < 5; fileIndex += 1) {
    const rows = Array.from({ length: LINES / 5 }, (_, index) => {
      const n = firstAccount + fileIndex * (LINES / 5) + index;
      // The amount has five digits and a thousands separator: "51,234.56".
      return `${accountNumberOf(n).replace('-', '')},MF,"${n % 9}${String(1_000 + (n % 9_000)).replace(/^(\d)/, '$1,')}.${String(n % 100).padStart(2, '0')}",09/30/2026`;
    });
    entries[`SWB_${fileIndex}.csv`] = Buffer.from(
      ['Account Number,Fee Type,Management Fee,As Of', ...rows].join('\r\n'),
    );
  }
  const archive = zipSync(entries);
  writeFileSync(file, archive);
  return createHash('sha256').update(archive).digest('hex');
}

/**
 * Measures the baseline: unzip archives, split their lines, and join them with the accounts by number,
 * without a check, a sum or a result. Returns milliseconds.
 */
function plainJoin(archives: readonly string[], cache: string): number {
  const began = performance.now();
  const db = openEncrypted(cache, KEY, { readonly: true });
  const accounts = new Map(
    db
      .prepare<[], [string, string]>('SELECT number, key FROM accounts')
      .raw()
      .all()
      .map(([number, key]) => [number.replace('-', ''), key]),
  );
  db.close();
  let joined = 0;
  for (const archive of archives)
    for (const bytes of Object.values(unzipSync(readFileSync(archive))))
      for (const line of Buffer.from(bytes).toString().split('\r\n').slice(1)) {
        const [number = ''] = line.match(/"[^"]*"|[^,]+/g) ?? [];
        if (accounts.has(number)) joined += 1;
      }
  if (joined !== archives.length * LINES) throw new Error('Not every line was joined');
  return performance.now() - began;
}

test('reconcile 50,000 lines', async () => {
  const inFolder = (name: string) => path.join(folder, name);
  makeCache(inFolder('cache.db'));
  const hashes = { 1: makeArchive(inFolder('1.zip'), 1), 2: makeArchive(inFolder('2.zip'), 101) };
  const reader = createReader(inFolder('cache.db'), KEY);
  const workspace = openTestWorkspace(inFolder('workspace.db'), KEY);

  await test.step('reconcile alone, and with the period before', async () => {
    for (const saved of [['2'], ['1', '2']] as const) {
      const sources = {
        ...cachedSources(reader, workspace.feeColumns, () => new Date()),
        ...savedArchives((id) =>
          saved
            .filter((savedId) => savedId === id)
            .map((savedId) => ({
              path: inFolder(`${savedId}.zip`),
              name: `${savedId}.zip`,
              sha256: hashes[savedId],
            })),
        ),
      };
      const mappings = (await previewArchive(sources, '2')).map(({ mapping }) => mapping);
      const times: number[] = [];
      const plain: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        plain.push(
          plainJoin(
            saved.map((id) => inFolder(`${id}.zip`)),
            inFolder('cache.db'),
          ),
        );
        const started = performance.now();
        const { result, lines } = await reconcile(sources, '2', mappings);
        times.push(performance.now() - started);
        if (lines.some(({ account }) => account === null) || result.accounts !== LINES)
          throw new Error('Not every line was matched');
      }
      const suffix = saved.length === 1 ? '' : ', compared with as many of the period before';
      note(
        `reconcile 50,000 lines, 100,000 accounts${suffix}; baseline: parsing and joining them`,
        median(times),
        'ms',
        { baseline: median(plain), times: saved.length === 1 ? 8 : 12 },
      );
    }
  });

  const sources = {
    ...cachedSources(reader, workspace.feeColumns, () => new Date()),
    ...savedArchives(() => [{ path: inFolder('2.zip'), name: '2.zip', sha256: hashes[2] }]),
  };
  const mappings = (await previewArchive(sources, '2')).map(({ mapping }) => mapping);
  const [alone, withHistory]: [number[], number[]] = [[], []];
  let fees: StoredFee[] = [];
  for (let archive = 0; archive < ARCHIVES; archive += 1) {
    const isMeasured = archive < ROUNDS;
    const started = performance.now();
    if (isMeasured) fees = storedFees((await reconcile(sources, '2', mappings)).lines);
    const reconciled = performance.now();
    const archiveFacts = { sha256: `archive ${archive}`, fileId: String(archive), firmId: '39', leftOut: 0 };
    workspace.feeHistory.put({ ...archiveFacts, endDate: quarterEnd(archive), savedAt: '' }, fees);
    if (!isMeasured) continue;
    alone.push(reconciled - started);
    withHistory.push(performance.now() - started);
  }
  note('reconcile 50,000 lines into the fee history', median(withHistory), 'ms', {
    baseline: median(alone),
    times: 1.3,
  });

  await test.step('check the rules about fee files', async () => {
    // Only the rules about fee files: 50,000 lines compared with the setup of 100,000 accounts.
    const rules = RULE_IDS.filter((id) =>
      (ruleNamed(id).needs ?? []).includes('fee-history' satisfies RuleNeed),
    );
    const checks: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      const charges = await new ChargesReader(workspace.feeHistory, () => new Set()).read(nextTurn);
      const { findings } = await runRules({ reader, pause: nextTurn, charges, rules, keepsColumns: false });
      checks.push(performance.now() - started);
      if (findings.size === 0) throw new Error('No rule about fee files could run');
    }
    note('50,000 lines against the setup of 100,000 accounts', median(checks), 'ms', {
      baseline: median(alone),
      times: 1.5,
    });
  });

  await test.step('read the fees of one account', () => {
    const [record, history]: [number[], number[]] = [[], []];
    for (let n = 200; n < 200 + LOOKUPS; n += 1) {
      const key = String(n);
      let started = performance.now();
      if (reader.get({ resource: 'accounts', key }) === null) throw new Error('Not found');
      reader.links({ resource: 'accounts', key, limit: 5 });
      record.push(performance.now() - started);
      started = performance.now();
      const accounts = accountsOfSubject(reader, { resource: 'accounts', key });
      const { periods } = feeHistoryOf(workspace.feeHistory, accounts, new Set());
      if (periods.length !== ARCHIVES) throw new Error('Not every period was found');
      history.push(performance.now() - started);
    }
    note('fees of one account among 2,000,000 lines', median(history), 'ms', {
      baseline: median(record),
      times: 2,
    });
  });

  reader.close();
  workspace.close();
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
