import { sha256 } from '#common/sha256';
import { unzipSync } from 'fflate';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reconcile } from '#engine/features/reconcile/reconcile';
import { SEAL_FORMAT, sealOf } from '#engine/features/reconcile/saved-work/seal';
import {
  exportEvidence,
  exportPeriodEvidence,
  sealedPeriodSummary,
  signOff,
  signatureState,
} from '#engine/features/reconcile/signing';
import type { Decision } from '#contract/features/reconcile/schemas';
import { reconciliation, type Reconciliation } from '#contract/features/reconcile/reconciliation';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace } from '#test/support/saved-work';
import { billedAccount, mapping, memorySources } from './memory';

const KEY = '5a'.repeat(32);
const FILE_HASH = 'cd'.repeat(32);
let folder = '';
let workspace: Workspace;
let savedHash: string | undefined;

beforeEach(() => {
  savedHash = FILE_HASH;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-reconcile-'));
  workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { connection: () => 'Test firm' });
});
afterEach(() => {
  workspace.close();
  fs.rmSync(folder, { recursive: true });
});

const signing = () => ({
  store: workspace.reconciliations,
  activity: workspace.activity,
  transaction: workspace.transaction,
  now: () => new Date('2026-11-21T08:00:00.000Z'),
  savedHashOf: () => savedHash,
});

/** Reconciles a file whose total agrees with its record; one account is billed twice, one is not ours. */
function reconcileSample() {
  const sources = memorySources({
    accounts: [billedAccount({ number: '0011', name: '<script>alert(1)</script>' })],
    saved: {
      40: {
        sha256: FILE_HASH,
        files: { 'SWB <fees>.csv': 'Account,Fee\n0011,1.00\n0011,"(2.50)"\n0099,3.00' },
      },
    },
    records: { 40: { endDate: '2026-09-30', accounts: 1, periodDebit: '1.50' } },
  });
  return reconcile(sources, '40', [mapping({ entry: 'SWB <fees>.csv' })]);
}

/** Signs off the sample as the screen does, with the result that the contract carries to it and back. */
async function createSignOff(
  note = 'Checked with <Pershing> & "the back office"',
  decision: Decision = 'approved-with-exceptions',
) {
  const reconciled = await reconcileSample();
  const displayed = reconciliation.parse(reconciled.result);
  return signOff(signing(), reconciled, { displayed, decision, note, user: 'pat' });
}

async function pack(id: number, exportedAt = signing().now()): Promise<Map<string, string>> {
  let bytes: Uint8Array = new Uint8Array();
  await exportEvidence(
    {
      ...signing(),
      now: () => exportedAt,
      connection: 'Test firm',
      write: async (all) => void (bytes = await Promise.resolve(all)),
    },
    id,
  );
  return new Map(
    Object.entries(unzipSync(bytes)).map(([name, data]) => [name, Buffer.from(data).toString('utf8')]),
  );
}

describe('a signed reconciliation', () => {
  it('is sealed with the hashes of the file and the result, and logged', async () => {
    const signature = await createSignOff();
    expect(signature).toMatchObject({ fileId: '40', fileSha256: FILE_HASH, signedBy: 'pat' });
    expect(signature.seal).toBe(sealOf(signature));
    const { entries } = workspace.activity.list({}, 0, 10);
    expect(entries[0]).toMatchObject({
      kind: 'reconciliation-sign-off',
      facts: { seal: signature.seal, file: '40' },
    });
    expect(JSON.stringify(entries)).not.toContain('0011');
  });

  it('is stored with its sealed decision, and a file that differs cannot be approved', async () => {
    const signature = await createSignOff('Sent back', 'rejected');
    expect(workspace.reconciliations.signedFor('40')).toMatchObject([{ decision: 'rejected' }]);
    expect(sealOf({ ...signature, decision: 'approved' })).not.toBe(signature.seal);
    expect((await pack(signature.id)).get('summary.html')).toContain('Rejected');
    await expect(createSignOff('Fine', 'approved')).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    expect(workspace.reconciliations.signedFor('40')).toHaveLength(1);
  });

  it('is not created for a result other than the displayed one', async () => {
    const reconciled = await reconcileSample();
    const displayed = reconciliation.parse({ ...reconciled.result, mappings: [] });
    const request = { displayed, decision: 'rejected' as const, note: 'Sent back', user: 'pat' };
    expect(() => signOff(signing(), reconciled, request)).toThrow('changed-since');
    expect(workspace.reconciliations.signedFor('40')).toEqual([]);
  });

  it.each([
    { format: 1 as const, decision: null },
    { format: 2 as const, decision: 'rejected' as const },
  ])('of format $format keeps its seal, and its pack keeps that version’s wording', async (version) => {
    const signature = await createSignOff();
    const sealed = workspace.reconciliations.sealedResult(signature.id);
    const { comparisons, ...rest } = JSON.parse(sealed?.result ?? '') as Reconciliation;
    const lines = 'kinds,issue\r\nduplicate,Line 1 of 2 for this account.\r\n';
    const text = JSON.stringify({
      ...rest,
      comparisons: comparisons.map(({ what, outcome }) => ({
        ...{ what, outcome, title: what, expected: '1', found: null },
        words: `${outcome}, in the wording of that version.`,
      })),
      remarks: ['An issue in the wording of that version.'],
      linesSha256: sha256(lines),
    });
    const old = { ...signature, ...version, resultSha256: sha256(text) };
    workspace.close();
    const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
    db.exec('DROP TRIGGER reconciliation_stays; DROP TRIGGER activity_stays');
    // As written by earlier versions.
    db.prepare(
      'UPDATE reconciliation SET format = NULL, decision = ?, result = ?, result_hash = ?, lines = ?, seal = ?',
    ).run(version.decision, text, old.resultSha256, deflateRawSync(lines), sealOf(old));
    db.prepare('UPDATE activity SET facts = replace(facts, ?, ?)').run(signature.seal, sealOf(old));
    db.close();
    workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { connection: () => 'Test firm' });
    const [stored] = workspace.reconciliations.signedFor('40');
    expect(stored).toMatchObject({ ...version, note: signature.note });
    expect(stored && signatureState(signing(), stored, FILE_HASH)).toBe('holds');
    const files = await pack(signature.id);
    expect(JSON.parse(files.get('signature.json') ?? '')).toMatchObject({ format: version.format });
    expect(files.get('summary.html')).toContain('differs, in the wording of that version.');
    expect(files.get('summary.html')).toContain('An issue in the wording of that version.');
    expect(files.get('lines.csv')).toBe(lines);
    expect(files.get('lines billed twice.csv')).toContain('Line 1 of 2 for this account.');
  });

  it('is sealed over codes and facts, which its pack describes in words', async () => {
    const signature = await createSignOff();
    const files = await pack(signature.id);
    expect(JSON.parse(files.get('signature.json') ?? '')).toMatchObject({ format: 3 });
    const { comparisons } = JSON.parse(files.get('result.json') ?? '') as Reconciliation;
    expect(comparisons).toContainEqual(
      expect.objectContaining({ what: 'accounts', outcome: 'differs', expected: '1', found: '2' }),
    );
    // No value is a sentence.
    expect(files.get('result.json')).not.toMatch(/"[^"]* [^"]* [^"]*\.",?$/m);
    expect(files.get('comparisons.csv')).toContain('Differs: the file has 1 more account.');
    expect(files.get('lines.csv')).toContain(',repeated 1 2,');
    expect(files.get('lines billed twice.csv')).toContain(',Line 1 of 2 for this account.,');
  });

  it('is stored together with its log entry, or neither is', async () => {
    workspace.activity.note = () => {
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    };
    await expect(createSignOff()).rejects.toThrow('full');
    expect(workspace.reconciliations.signedFor('40')).toEqual([]);
  });

  it('applies only to the file it was signed for', async () => {
    const signature = await createSignOff();
    const { store } = signing();
    expect(signatureState(signing(), signature, FILE_HASH)).toBe('holds');
    expect(signatureState(signing(), signature, 'ef'.repeat(32))).toBe('other-file');
    expect(signatureState(signing(), signature, null)).toBe('file-missing');
    expect(store.signedFor('40')).toEqual([signature]);
    expect(store.signedFor('41')).toEqual([]);
  });

  it('is immutable, and a change outside the app is detected', async () => {
    const signature = await createSignOff();
    workspace.close();
    const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
    expect(() => db.exec(`UPDATE reconciliation SET note = 'x'`)).toThrow('sealed');
    expect(() => db.exec('DELETE FROM reconciliation')).toThrow('sealed');
    db.exec(`DROP TRIGGER reconciliation_stays; UPDATE reconciliation SET note = 'All fine'`);
    db.close();
    workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { connection: () => 'Test firm' });
    const [changed] = workspace.reconciliations.signedFor('40');
    expect(changed && signatureState(signing(), changed, FILE_HASH)).toBe('seal-broken');
    expect(signature.note).not.toBe(changed?.note);
    await expect(pack(signature.id)).rejects.toMatchObject({ failure: { kind: 'seal-broken' } });
    expect(workspace.activity.list({ kinds: ['evidence-export'] }, 0, 1).total).toBe(0);
  });

  it('with a recomputed seal is detected by the activity log', async () => {
    const signature = await createSignOff();
    workspace.close();
    const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
    db.exec('DROP TRIGGER reconciliation_stays');
    const forged = { ...signature, note: 'All fine' };
    db.prepare('UPDATE reconciliation SET note = ?, seal = ?').run(forged.note, sealOf(forged));
    db.close();
    workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { connection: () => 'Test firm' });
    const [changed] = workspace.reconciliations.signedFor('40');
    expect(changed?.note).toBe('All fine');
    expect(changed && signatureState(signing(), changed, FILE_HASH)).toBe('seal-broken');
    await expect(pack(signature.id)).rejects.toMatchObject({ failure: { kind: 'seal-broken' } });
  });
});

describe('an evidence pack', () => {
  it('contains the summary, tables and hashes, and every hash is right', async () => {
    const signature = await createSignOff();
    const files = await pack(signature.id);
    expect([...files.keys()].sort()).toEqual(
      [
        'SHA256SUMS.txt',
        'comparisons.csv',
        'custodians.csv',
        'lines billed twice.csv',
        'lines negative.csv',
        'lines not in our accounts.csv',
        'lines.csv',
        'result.json',
        'signature.json',
        'summary.html',
      ].sort(),
    );
    const sums = files.get('SHA256SUMS.txt')?.trim().split('\n') ?? [];
    expect(sums).toHaveLength(files.size - 1);
    for (const line of sums) {
      const [hash, name = ''] = line.split('  ');
      expect(hash).toBe(sha256(files.get(name) ?? ''));
    }
    expect(sha256(files.get('signature.json') ?? '')).toBe(signature.seal);
    expect(JSON.parse(files.get('signature.json') ?? '')).toMatchObject({
      fileSha256: FILE_HASH,
      resultSha256: sha256(files.get('result.json') ?? ''),
    });
    expect(JSON.parse(files.get('result.json') ?? '')).toMatchObject({
      linesSha256: sha256(files.get('lines.csv') ?? ''),
    });
  });

  it('has a separate table for each kind of line', async () => {
    const files = await pack((await createSignOff()).id);
    // Heading, lines, and the end of the last one.
    expect(files.get('lines negative.csv')?.split('\r\n')).toHaveLength(3);
    expect(files.get('lines billed twice.csv')?.split('\r\n')).toHaveLength(4);
    expect(files.get('lines not in our accounts.csv')).toContain('0099');
    expect(files.get('lines not in our accounts.csv')).not.toContain('0011');
  });

  it('has a summary in which no text of a file or note can run as code', async () => {
    const html =
      (await pack((await createSignOff('<img src=x onerror=alert(1)>')).id)).get('summary.html') ?? '';
    expect(html).not.toMatch(/<script|<img|<fees>/);
    expect(html).toContain('SWB &lt;fees&gt;.csv');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/https?:/);
    expect(html).toContain('Agrees');
  });

  it('has the same files whenever it is exported', async () => {
    const signature = await createSignOff();
    const first = await pack(signature.id);
    expect(await pack(signature.id, new Date('2027-01-05T08:00:00.000Z'))).toEqual(first);
  });

  it('is logged as failed if it cannot be written', async () => {
    const signature = await createSignOff();
    const write = () => Promise.reject(new Error('no room'));
    await expect(exportEvidence({ ...signing(), connection: '', write }, signature.id)).rejects.toThrow(
      'no room',
    );
    expect(workspace.activity.list({}, 0, 1).entries[0]).toMatchObject({
      kind: 'evidence-export',
      outcome: 'failed',
    });
  });
});

describe('the columns of a custodian', () => {
  it('are remembered, latest first, once per pair of headings', () => {
    const store = workspace.feeColumns;
    const columns = {
      accountHeading: 'account',
      amountHeading: 'fee',
      account: 0,
      amount: 1,
      notation: 'point' as const,
    };
    store.remember('SWB', columns, '2026-01-01');
    store.remember('SWB', { ...columns, amountHeading: 'total fee', amount: 3 }, '2026-01-02');
    store.remember('SWB', { ...columns, notation: 'cents' }, '2026-01-03');
    expect(store.confirmed('SWB').map(({ amountHeading, notation }) => [amountHeading, notation])).toEqual([
      ['fee', 'cents'],
      ['total fee', 'point'],
    ]);
    expect(store.confirmed('NFS')).toEqual([]);
  });
});

describe('the evidence pack of several files', () => {
  const PDF = Buffer.from('%PDF-1.4 the summary');
  async function packOf(fileIds: readonly string[], ids: readonly number[]) {
    let bytes: Uint8Array = new Uint8Array();
    await exportPeriodEvidence(
      {
        ...signing(),
        connection: 'Test firm',
        colleagues: workspace,
        write: async (all) => void (bytes = await Promise.resolve(all)),
      },
      { fileIds, signed: ids, summaryPdf: PDF },
    );
    return unzipSync(bytes);
  }

  it('has a folder per file, a table of all, the summary page and every hash', async () => {
    const signature = await createSignOff();
    const { files, unsigned } = sealedPeriodSummary(signing(), ['40', '41']);
    expect(unsigned).toEqual(['41']);
    expect(files).toMatchObject([
      {
        name: 'Q3 2026 (file 40)',
        outcome: 'differs',
        sum: '1.50',
        accounts: 2,
        differences: ['Accounts: the file has 1 more account.'],
        signed: { id: signature.id, signedBy: 'pat', decision: 'approved-with-exceptions' },
      },
    ]);
    const pack = await packOf(['40', '41'], [signature.id]);
    expect(Buffer.from(pack['summary.pdf'] ?? [])).toEqual(PDF);
    const sums = Buffer.from(pack['SHA256SUMS.txt'] ?? []).toString('utf8');
    const names = Object.keys(pack).filter((name) => name !== 'SHA256SUMS.txt');
    expect(names).toContain('Q3 2026 (file 40)/signature.json');
    for (const name of names) expect(sums).toContain(`${sha256(pack[name] ?? '')}  ${name}\n`);
    const table = Buffer.from(pack['files.csv'] ?? []).toString('utf8');
    expect(table).toContain(`Approved with exceptions,pat,${signature.signedAt}`);
    expect(table).toContain(signature.seal);
    expect(workspace.activity.list({ kinds: ['evidence-export'] }, 0, 1).entries[0]?.facts).toMatchObject({
      files: '40',
    });
  });

  it('leaves out a file that was saved again with other bytes since it was signed off', async () => {
    const signature = await createSignOff();
    savedHash = 'ee'.repeat(32);
    expect(sealedPeriodSummary(signing(), ['40', '41'])).toEqual({
      files: [],
      unsigned: ['41'],
      outdated: ['40'],
    });
    await expect(packOf(['40'], [signature.id])).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    savedHash = undefined; // not on this computer
    expect(sealedPeriodSummary(signing(), ['40'])).toMatchObject({ files: [{ fileId: '40' }], outdated: [] });
  });

  it('has the sign-offs of colleagues as they are known here, and says what was verified', async () => {
    const signature = await createSignOff();
    const names = Object.keys(await packOf(['40'], [signature.id]));
    expect(names.filter((name) => name.includes('colleagues'))).toEqual([]);
    const signed = {
      format: SEAL_FORMAT,
      fileId: '41',
      fileSha256: sha256('file 41'),
      resultSha256: sha256('result'),
      signedAt: '2026-10-02T08:00:00.000Z',
      signedBy: 'apark',
      decision: 'approved' as const,
      note: 'All fees agree',
    };
    const signOff = { by: 'Ada Park', ...signed, seal: sealOf(signed) };
    const file = { fileId: '41', sha256: signed.fileSha256, saves: [], results: [], signOffs: [signOff] };
    vi.spyOn(workspace.colleagueFiles, 'files').mockReturnValue([file]);
    const pack = await packOf(['40', '41'], [signature.id]);
    const table = Buffer.from(pack['sign-offs of colleagues.csv'] ?? []).toString('utf8');
    expect(table).toContain('41,Ada Park,apark,2026-10-02T08:00:00.000Z,Approved,All fees agree');
    expect(table).toContain('Seal verified on this computer,Not on this computer,,Not verified');
    const [name] = Object.keys(pack).filter((entryPath) => entryPath.startsWith('colleague sign-offs/'));
    expect(name).toContain('File 41, Ada Park');
    expect(sha256(pack[name ?? ''] ?? '')).toBe(signOff.seal);
    expect(Buffer.from(pack['SHA256SUMS.txt'] ?? []).toString('utf8')).toContain(`${signOff.seal}  ${name}`);
  });

  it('is refused without sign-offs, with other sign-offs than shown, or a broken seal', async () => {
    await expect(packOf(['40'], [])).rejects.toMatchObject({ failure: { kind: 'not-found' } });
    const signature = await createSignOff();
    const newer = await createSignOff('Second look');
    await expect(packOf(['40'], [signature.id])).rejects.toMatchObject({
      failure: { kind: 'changed-since' },
    });
    expect(Object.keys(await packOf(['40'], [newer.id]))).toContain('summary.pdf');
    workspace.close();
    const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
    db.exec("DROP TRIGGER reconciliation_stays; UPDATE reconciliation SET note = 'another'");
    db.close();
    workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY, { connection: () => 'Test firm' });
    expect(() => sealedPeriodSummary(signing(), ['40'])).toThrow();
    await expect(packOf(['40'], [newer.id])).rejects.toMatchObject({ failure: { kind: 'seal-broken' } });
  });
});
