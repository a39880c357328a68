import { unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '#common/sha256';
import type { Decision } from '#contract/features/reconcile/schemas';
import { reconciliation } from '#contract/features/reconcile/reconciliation';
import type { BillingPeriods } from '#engine/features/period/billing-periods';
import { exportPack, readSignedPeriod } from '#engine/features/period/pack';
import { reconcile } from '#engine/features/reconcile/reconcile';
import { SEAL_FORMAT, sealOf } from '#engine/features/reconcile/saved-work/seal';
import { signOff } from '#engine/features/reconcile/signing';
import type { SharedSignOff } from '#engine/features/team/saved-work/topics/fee-files';
import type { Workspace } from '#engine/workspace/open/workspace';
import { billedAccount, mapping, memorySources } from '../reconcile/memory';
import { changedAccount, FIRM, JUNE, periodHarness, SEPTEMBER } from './period-harness';

const STRUCTURES = [...FIRM.feeStructures, { id: 8, name: 'Retirement', firm_id: 39 }];
const HOUSEHOLDS = [
  { id: 60, name: 'The Juns Household', firm_id: 39 },
  { id: 61, name: 'The Li Household', firm_id: 39 },
];
const RECORDS = { ...FIRM, feeStructures: STRUCTURES, households: HOUSEHOLDS };

/** Returns the cells of a CSV line. */
const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** Signs June with the records `before` and September with those `after`; returns the tables of September's pack. */
async function packedTables(
  before: Record<string, object[]>,
  after: Record<string, object[]>,
): Promise<(name: string) => Record<string, string>[]> {
  const harness = periodHarness(before);
  const none = { rate: null, tiers: null, flatDollars: null, collection: null, frequency: null };
  harness.workspace.agreedTerms.add({ file: 'terms.xlsx', at: '2026-09-01T10:00:00.000Z', by: 'jo' }, [
    {
      line: 2,
      target: 'account',
      key: '1',
      date: '2025-01-03',
      terms: { ...none, structure: '8', rate: '0.750' },
      reference: null,
    },
  ]);
  await harness.sign(JUNE);
  const nextPeriod = harness.withLaterRecords(after);
  const { id } = await nextPeriod.sign(SEPTEMBER);
  return tablesIn(await packOf(harness.workspace, nextPeriod.periods, id));
}

/** Writes the pack of a signature, and returns its files. */
async function packOf(workspace: Workspace, periods: BillingPeriods, id: number) {
  let bytes = new Uint8Array();
  await exportPack(
    {
      workspace,
      periods,
      connection: 'Test firm',
      now: () => new Date(Date.UTC(2026, 9, 2)),
      write: (written) => Promise.resolve(void (bytes = Uint8Array.from(written))),
    },
    id,
    { summaryPdf: new Uint8Array(), ruleNames: {} },
  );
  return unzipSync(bytes);
}

/** Returns a function that reads a table of a pack. */
function tablesIn(files: Readonly<Record<string, Uint8Array>>): (name: string) => Record<string, string>[] {
  return (name) => {
    const text = Buffer.from(files[`${name}.csv`] ?? [])
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const [headings = [], ...rows] = text.split(/\r?\n/).filter(Boolean).map(splitLine);
    return rows.map((row) =>
      Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? ''])),
    );
  };
}

it('names the records of setup changes as on the screen, with IDs in separate columns', async () => {
  const tableOf = await packedTables(RECORDS, {
    ...RECORDS,
    accounts: changedAccount(1, { fee_structures_ids: [7, 8], payment_source: 'D', household_id: 61 }),
    billingGroups: [
      {
        ...FIRM.billingGroups[0],
        // The same as one object instead of a list (wire facts B4): no change of the payer.
        assignments: { account_id: 1, fee_location: 2, fee_location_option: 'A' },
      },
    ],
    feeStructures: [{ ...STRUCTURES[0], flat_rate: 1.25 }, STRUCTURES[1] ?? {}],
  });
  const changes = tableOf('setup changes');
  expect(changes.map((row) => row['What changed'])).toEqual([
    'Fee structures',
    'Billing method',
    'Household',
    'Terms',
  ]);
  const change = (what: string) => changes.find((row) => row['What changed'] === what);
  expect(change('Fee structures')).toMatchObject({
    Record: 'Account',
    ID: '1',
    Name: 'Account 1 · 001',
    Before: 'Flat',
    After: 'Flat and Retirement',
    'IDs before': '7',
    'IDs after': '7, 8',
  });
  expect(change('Household')).toMatchObject({
    Before: 'The Juns Household',
    After: 'The Li Household',
    'IDs before': '60',
    'IDs after': '61',
  });
  expect(change('Billing method')).toMatchObject({ Before: 'Custodian', After: 'Direct', 'IDs before': '' });
  expect(change('Terms')).toMatchObject({
    Record: 'Fee structure',
    Name: 'Flat',
    Before: 'Rate: 1.00%',
    After: 'Rate: 1.25%',
    'IDs after': '',
  });
});

it('shows agreed terms as text, and leaves an ID without a name as it is', async () => {
  const tableOf = await packedTables(RECORDS, { ...RECORDS, households: [] });
  expect(tableOf('agreed terms')).toMatchObject([
    {
      'Account ID': '1',
      'Account number': '001',
      Custodian: 'Charles Schwab',
      Household: '60',
      'Household ID': '60',
      Result: 'Differs',
      Details: 'Fee structure: Retirement agreed, Flat set up; Rate: 0.750% agreed, 1.00% set up',
      'Agreed terms': 'Retirement, 0.750%',
      'Fee structures': 'Flat',
      'Fee structure IDs': '7',
    },
  ]);
});

describe('the sign-offs of colleagues', () => {
  const hashOf = (fileId: string) => sha256(`file ${fileId}`);
  const signOffOf = (fileId: string, by: string, overrides: Partial<SharedSignOff> = {}): SharedSignOff => {
    const signed = {
      format: SEAL_FORMAT,
      fileId,
      fileSha256: hashOf(fileId),
      resultSha256: sha256('result'),
      signedAt: '2026-10-01T09:00:00.000Z',
      signedBy: by.toLowerCase(),
      decision: 'approved' as const,
      note: 'All fees agree',
    };
    return { by, ...signed, seal: sealOf(signed), ...overrides };
  };

  /** A harness whose colleagues signed off files; each call of `share` replaces what they shared. */
  function withColleagues() {
    const harness = periodHarness();
    const files = vi.spyOn(harness.workspace.colleagueFiles, 'files');
    const share = (...signOffs: SharedSignOff[]) =>
      files.mockReturnValue(
        signOffs.map((signOff) => ({
          fileId: signOff.fileId,
          sha256: signOff.fileSha256,
          saves: [{ by: signOff.by, at: signOff.signedAt, bytes: 60, files: 1, state: 'whole' as const }],
          results: [],
          signOffs: [signOff],
        })),
      );
    const save = (fileId: string, sha: string) => {
      const verified = { sha256: sha, bytes: 60, files: 1, issues: [] };
      const pending = { part: sha, final: `/fees/${sha}.zip`, fileId, activityEntry: null };
      return harness.workspace.feeFiles.register({ ...pending, ...verified }, verified);
    };
    return { ...harness, share, save };
  }

  it('are in the pack with the member, the time, and what this computer could verify', async () => {
    const { workspace, periods, sign, share, save } = withColleagues();
    const ada = signOffOf('40', 'Ada');
    share(ada, signOffOf('41', 'Robin', { note: null }));
    save('40', hashOf('40'));
    const { id } = await sign(JUNE);
    const files = await packOf(workspace, periods, id);
    const tableOf = tablesIn(files);
    expect(tableOf('sign-offs of colleagues')).toMatchObject([
      {
        'File ID': '40',
        Member: 'Ada',
        'Signed as': 'ada',
        'Signed at': '2026-10-01T09:00:00.000Z',
        Decision: 'Approved',
        Note: 'All fees agree',
        'Seal check': 'Seal verified on this computer',
        'File check': 'On this computer, the same as signed',
        'Result check': 'Not verified: it is on the signer’s computer',
        Seal: ada.seal,
        'Signed with the period': 'yes',
      },
      {
        Member: 'Robin',
        Note: 'Stays on the signer’s computer',
        'Seal check': 'Seal not verified: the note stays on the signer’s computer',
        'File check': 'Not on this computer',
      },
    ]);
    const texts = Object.keys(files).filter((name) => name.startsWith('fee files/colleague sign-offs/'));
    expect(texts).toHaveLength(1);
    expect(sha256(files[texts[0] ?? ''] ?? '')).toBe(ada.seal);
    expect(Buffer.from(files['How to verify.txt'] ?? []).toString('utf8')).toContain(
      '"fee files/colleague sign-offs"',
    );
  });

  it('that were signed with the period are kept, and later ones are marked as not covered', async () => {
    const { workspace, periods, sign, share, save } = withColleagues();
    share(signOffOf('40', 'Ada'));
    const copy = save('40', hashOf('40'));
    save('41', sha256('another version'));
    const { id } = await sign(JUNE);
    const forged = signOffOf('41', 'Robin', { decision: 'approved-with-exceptions' });
    share(forged, signOffOf('43', 'Robin'));
    workspace.feeFiles.recordCheck(copy, 'missing');
    const checks = readSignedPeriod({ workspace, periods }, id).signOffs.map(
      ({ evidence, isCovered }) =>
        `${evidence.fileId} ${evidence.by} ${evidence.state} ${evidence.copy} ${isCovered}`,
    );
    expect(checks).toEqual(['40 Ada holds damaged true', '41 Robin seal-broken other false']);
  });

  it('are not mentioned if there are none', async () => {
    const { workspace, periods, sign } = withColleagues();
    const { id } = await sign(JUNE);
    const files = await packOf(workspace, periods, id);
    expect(Object.keys(files).filter((name) => name.includes('colleagues'))).toEqual([]);
    expect(Buffer.from(files['How to verify.txt'] ?? []).toString('utf8')).not.toContain('colleagues');
  });
});

describe('the sign-offs of fee files', () => {
  /** Signs off file 40 with these bytes. Periods are signed on October 1, 2026, from 10 AM on. */
  async function signOffFile(
    workspace: Workspace,
    hash: string,
    { decision, at }: { readonly decision: Decision; readonly at: string },
  ) {
    const sources = memorySources({
      accounts: [billedAccount({ number: '001' })],
      saved: { 40: { sha256: hash, files: { 'SWB.csv': 'Account,Fee\n001,1.00' } } },
      records: { 40: { endDate: JUNE.endDate, accounts: 1, periodDebit: '1.00' } },
    });
    const reconciled = await reconcile(sources, '40', [mapping({ entry: 'SWB.csv' })]);
    const { reconciliations: store, activity, transaction } = workspace;
    signOff({ store, activity, transaction, now: () => new Date(at) }, reconciled, {
      displayed: reconciliation.parse(reconciled.result),
      decision,
      note: 'Compared',
      user: 'jo',
    });
  }

  it('in the pack are those that the period’s signature covers, not later ones', async () => {
    const { workspace, periods, sign } = periodHarness();
    const save = (hash: string) => {
      const verified = { sha256: hash, bytes: 60, files: 1, issues: [] };
      const pending = { part: hash, final: `/fees/${hash}.zip`, fileId: '40', activityEntry: null };
      workspace.feeFiles.register({ ...pending, ...verified }, verified);
    };
    const [before, after] = [sha256('before'), sha256('after')];
    save(before);
    await signOffFile(workspace, before, { decision: 'approved', at: '2026-10-01T09:00:00.000Z' });
    const { id } = await sign(JUNE);
    await signOffFile(workspace, before, { decision: 'rejected', at: '2026-10-02T09:00:00.000Z' });
    save(after);
    await signOffFile(workspace, after, { decision: 'rejected', at: '2026-10-02T10:00:00.000Z' });
    const tableOf = tablesIn(await packOf(workspace, periods, id));
    expect(tableOf('fee files')[0]).toMatchObject({ Decision: 'approved', 'SHA-256': before });
    expect(tableOf('fee files/files')).toMatchObject([{ decision: 'Approved', 'file sha256': before }]);
  });

  it('in the pack include one that was signed off while the clock was ahead', async () => {
    const { workspace, periods, sign } = periodHarness();
    const hash = sha256('file');
    const verified = { sha256: hash, bytes: 60, files: 1, issues: [] };
    const pending = { part: hash, final: '/fees/40.zip', fileId: '40', activityEntry: null };
    workspace.feeFiles.register({ ...pending, ...verified }, verified);
    await signOffFile(workspace, hash, { decision: 'approved', at: '2026-10-01T23:00:00.000Z' });
    const { id } = await sign(JUNE);
    await signOffFile(workspace, hash, { decision: 'rejected', at: '2026-10-01T09:00:00.000Z' });
    const tableOf = tablesIn(await packOf(workspace, periods, id));
    expect(tableOf('fee files/files')).toMatchObject([{ decision: 'Approved', 'file sha256': hash }]);
  });
});

it('shows what a colleague compared for an account of the sample', async () => {
  const { workspace, periods, sign, bill } = periodHarness(RECORDS);
  bill('40', JUNE, { '1': '10' });
  periods.drawSample(JUNE, { size: 1, seed: 'abc', chosen: [] });
  const sample = workspace.periods.sample(JUNE);
  const seen = {
    terms: { structure: '8', rate: null, tiers: null, flatDollars: null, collection: null, frequency: null },
    balance: '5000.00',
    yearly: '50.00',
    debit: '12.00',
  };
  const verdict = {
    verdict: 'differs',
    reason: 'rate',
    by: 'Robin',
    at: '2026-10-01T10:00:00.000Z',
  } as const;
  vi.spyOn(workspace.periods, 'sample').mockReturnValue(
    sample && {
      ...sample,
      items: sample.items.map((item) => ({ ...item, verdict: { ...verdict, shown: null, seen } })),
    },
  );
  const sampleRows = async () => {
    const { id } = await sign(JUNE);
    return tablesIn(await packOf(workspace, periods, id))('sample');
  };
  expect(await sampleRows()).toMatchObject([
    {
      'Account ID': '1',
      'Agreed terms': 'Retirement',
      Balance: '5000.00',
      'Expected fee for a year': '50.00',
      Debit: '12.00',
      By: 'Robin',
    },
  ]);
  Object.assign(seen, { debit: null });
  expect(await sampleRows()).toMatchObject([{ 'Expected fee for a year': '50.00', Debit: '' }]);
});
