import { inflateRawSync } from 'node:zlib';
import { custodianName } from '#contract/fields';
import { fail } from '#contract/failure';
import type { SectionFacts, SetupField } from '#contract/features/period/sections';
import {
  fileComparisonText,
  fileStateText,
  SECTION_TITLES,
  sectionText,
  SETUP_FIELD_LABELS,
  setupIds,
  setupValueText,
} from '#contract/features/period/messages';
import { agreedTermsText } from '#contract/features/agreed-terms/messages';
import { refundStateOf } from '#contract/features/refunds/cases';
import { ruleNamed, type RuleId } from '#contract/features/review/rules';
import { comparedValuesOf } from './saved-work/compared-values';
import type { SharedSignOff } from '../team/saved-work/topics/fee-files';
import type { Workspace } from '../../workspace/open/workspace';
import type { OutputCell, OutputColumn, OutputTable } from '../../files/tables/output-table';
import { batched } from '../../files/tables/save-table';
import { csvChunks } from '../../files/tables/write-csv';
import { workbookChunks } from '../../files/tables/write-workbook';
import { labelFrom } from '../../records/names/labels';
import { termsTable } from '../agreed-terms/terms-tables';
import {
  evidenceOf,
  sharedSignOffs,
  signatureFiles,
  signOffRows,
  type SignOffWithEvidence,
  type SignOffStores,
} from '../fee-files/sign-off-evidence';
import { hashList } from '../reconcile/evidence';
import { signedFilePacks, writePack } from '../reconcile/signing';
import type { BillingPeriods } from './billing-periods';
import { periodSignatureText, type PeriodContent, type PeriodTables } from './seal';
import { verifyText } from './verify-text';

export interface PackDeps {
  readonly workspace: Pick<Workspace, 'periods' | 'reconciliations' | 'activity'> & SignOffStores;
  readonly periods: Pick<BillingPeriods, 'signedContent'>;
  /** Name of the connection. */
  readonly connection: string;
  readonly now: () => Date;
  /** Writes a complete file or none. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

export interface PackRequest {
  readonly summaryPdf: Uint8Array;
  readonly ruleNames: Readonly<Partial<Record<RuleId, string>>>;
}

type SignedStores = Pick<PackDeps, 'workspace' | 'periods'>;

/**
 * Returns what was signed, and colleagues' sign-offs of its files. Fails with `not-found`, or with `seal-broken` if the
 * stored data is not what was signed, which makes it invalid as evidence.
 */
export function readSignedPeriod({ workspace, periods }: SignedStores, id: number) {
  const signature = workspace.periods.signatureById(id);
  const sealed = workspace.periods.sealed(id);
  if (!signature || !sealed) throw fail('not-found', { where: 'signature' });
  const content = periods.signedContent(signature);
  if (!content) throw fail('seal-broken', { where: signature.endDate });
  const tables = JSON.parse(inflateRawSync(sealed.tables).toString('utf8')) as PeriodTables;
  return { signature, sealed, content, tables, signOffs: packedSignOffs(workspace, content, tables) };
}

/**
 * Writes the evidence pack of a signed period, from signed data only: the period, the sign-offs that its files had when
 * it was signed, and colleagues' sign-offs, even those that arrived later. Fails as `readSignedPeriod` does, or with
 * `seal-broken` if one of its files was changed since.
 */
export async function exportPack(
  { workspace, periods, connection, now, write }: PackDeps,
  id: number,
  { summaryPdf, ruleNames }: PackRequest,
): Promise<{ files: number; sha256: string }> {
  const { signature, sealed, content, tables, signOffs } = readSignedPeriod({ workspace, periods }, id);
  const stores = { store: workspace.reconciliations, activity: workspace.activity };
  const files = new Map<string, string | Uint8Array>([
    ['summary.pdf', summaryPdf],
    ...(await tableFiles(content, tables, { ruleNames, signOffs })),
    ['period.json', sealed.content],
    ['setup.jsonl', inflateRawSync(sealed.setup)],
    ['tables.json', inflateRawSync(sealed.tables)],
    ['signature.json', periodSignatureText(signature)],
    ['How to verify.txt', verifyText(signature, signOffs.length > 0)],
  ]);
  for (const [name, text] of signedFilePacks(stores, filesIn(content), {
    connection,
    periodSeal: signature.seal,
  }))
    files.set(`fee files/${name}`, text);
  for (const [name, text] of signatureFiles(signOffs))
    files.set(`fee files/colleague sign-offs/${name}`, text);
  files.set('SHA256SUMS.txt', hashList(files));

  return writePack({ activity: workspace.activity, now, write }, files, {
    kind: 'period-pack',
    facts: { period: signature.endDate, seal: signature.seal },
  });
}

const factsIn = <Name extends SectionFacts['name']>(content: PeriodContent, name: Name) =>
  content.period.sections.flatMap(({ facts }) =>
    facts.name === name ? (facts as Extract<SectionFacts, { name: Name }>) : [],
  );
const filesIn = (content: PeriodContent) => factsIn(content, 'files').flatMap(({ files }) => files);

interface PackedSignOff extends SignOffWithEvidence {
  /**
   * Whether the period's signature covers it. False: it was shared later, or the period was signed by an early
   * version.
   */
  readonly isCovered: boolean;
}

/** Returns colleagues' sign-offs of the files of a signed period: those that were signed with it, then all others. */
function packedSignOffs(
  workspace: SignOffStores,
  content: PeriodContent,
  { signOffs: covered = [] }: Pick<PeriodTables, 'signOffs'>,
): PackedSignOff[] {
  const keyOf = ({ by, seal }: SharedSignOff): string => `${by} ${seal}`;
  const known = new Set(covered.map(keyOf));
  const fileIds = filesIn(content).map(({ fileId }) => fileId);
  const others = sharedSignOffs(workspace, fileIds).filter((signOff) => !known.has(keyOf(signOff)));
  const withEvidence = (all: readonly SharedSignOff[], isCovered: boolean): PackedSignOff[] =>
    evidenceOf(workspace, all).map((signOff) => ({ ...signOff, isCovered }));
  return [...withEvidence(covered, true), ...withEvidence(others, false)];
}

const table = (
  name: string,
  columns: readonly (string | OutputColumn)[],
  rows: readonly (readonly OutputCell[])[],
): OutputTable => ({
  name,
  columns: columns.map((column) =>
    typeof column === 'string' ? { heading: column, type: 'text' as const } : column,
  ),
  rows: batched(rows),
});
const money = (heading: string): OutputColumn => ({ heading, type: 'money' });

/** Returns each table as CSV and as a workbook. */
async function tableFiles(
  content: PeriodContent,
  tables: PeriodTables,
  { ruleNames, signOffs }: Pick<PackRequest, 'ruleNames'> & { readonly signOffs: readonly PackedSignOff[] },
): Promise<[string, Uint8Array][]> {
  const all: [string, OutputTable][] = [
    ['sections', sectionsTable(content)],
    ['setup changes', setupTable(tables)],
    ['findings', findingsTable(tables, ruleNames)],
    ['fee files', filesTable(content)],
    ...(signOffs.length > 0
      ? ([['sign-offs of colleagues', signOffsTable(signOffs)]] satisfies [string, OutputTable][])
      : []),
    ['custodians', custodiansTable(content)],
    ['refunds', refundsTable(tables)],
    ['agreed terms', termsTable(tables.terms, labelFrom(tables.names))],
    ['sample', sampleTable(content, tables)],
    ['steps', stepsTable(content)],
  ];
  const outputs: [string, Uint8Array][] = [];
  for (const [name, item] of all) {
    // The rows of a table can be read only once, and two formats need them.
    const rows = [...(item.rows as Iterable<readonly (readonly OutputCell[])[]>)];
    for (const [extension, write] of [
      ['csv', csvChunks],
      ['xlsx', workbookChunks],
    ] as const)
      outputs.push([
        `${name}.${extension}`,
        await concatChunks(write({ ...item, rows }, { rows: 0, cut: 0 })), // counts that a pack does not report
      ]);
  }
  return outputs;
}

async function concatChunks(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const STATE_LABELS = { open: 'Open', unknown: 'Not determined', done: 'Done' } as const;

const sectionsTable = ({ period }: PeriodContent): OutputTable =>
  table(
    'Sections',
    ['Section', 'State', 'Details', 'Checked off by', 'Checked off at', 'Note'],
    period.sections.map(({ facts, state, checked }) => [
      SECTION_TITLES[facts.name],
      STATE_LABELS[state],
      sectionText(facts),
      ...(checked?.holds ? [checked.by, checked.at, checked.note] : [null, null, null]),
    ]),
  );

/** Texts as on the screen, with IDs in separate columns. */
function setupTable({ setup, names }: PeriodTables): OutputTable {
  const nameOf = labelFrom(names);
  const idsText = (field: SetupField, value: string | null): string | null =>
    setupIds(field, value)?.ids.join(', ') ?? null;
  return table(
    'Setup changes',
    ['Record', 'ID', 'Name', 'What changed', 'Before', 'After', 'IDs before', 'IDs after'],
    setup.map((change) => {
      const { field, resource, key, name, before, after } = change;
      return [
        resource === 'accounts' ? 'Account' : 'Fee structure',
        key,
        name,
        SETUP_FIELD_LABELS[field],
        before === null ? null : setupValueText(change, 'before', nameOf),
        after === null ? null : setupValueText(change, 'after', nameOf),
        idsText(field, before),
        idsText(field, after),
      ];
    }),
  );
}

const findingsTable = ({ findings }: PeriodTables, names: PackRequest['ruleNames']): OutputTable =>
  table(
    'Findings',
    ['Finding', 'Severity', 'Record', 'ID', 'State', 'Reason', 'Last day', 'Note', 'By', 'At'],
    findings.map(({ rule, key, title, state, mark }) => [
      names[rule] ?? rule,
      ruleNamed(rule).severity,
      title,
      key,
      state,
      ...(mark ? [mark.reason, mark.until, mark.note, mark.by, mark.at] : [null, null, null, null, null]),
    ]),
  );

const filesTable = (content: PeriodContent): OutputTable =>
  table(
    'Fee files',
    [
      'File ID',
      'State',
      money('Record total'),
      'Compared with its record',
      'Compared with setup',
      'Decision',
      'SHA-256',
    ],
    filesIn(content).map((file) => [
      file.fileId,
      fileStateText(file),
      file.debit,
      file.outcome,
      fileComparisonText(file.comparison),
      file.decision,
      file.sha256,
    ]),
  );

function signOffsTable(signOffs: readonly PackedSignOff[]): OutputTable {
  const [headings = [], ...rows] = signOffRows(signOffs);
  return table(
    'Sign-offs of colleagues',
    [...headings.map(String), 'Signed with the period'],
    rows.map((cells, index) => [...cells, signOffs[index]?.isCovered ? 'yes' : 'no']),
  );
}

const custodiansTable = ({ period }: PeriodContent): OutputTable =>
  table(
    'Custodians',
    ['Custodian', money('Total of reconciled files')],
    period.custodians.map(({ custodian, sum }) => [custodianName(custodian), sum]),
  );

const REFUND_KINDS = {
  closed: 'Closed in the billed interval',
  'first-bill': 'First billable in the billed interval',
};

const refundsTable = ({ refunds }: PeriodTables): OutputTable =>
  table(
    'Refunds',
    [
      'Account ID',
      'Number',
      'Name',
      'Case',
      'Day',
      money('Debit'),
      money('Estimated part'),
      'State',
      money('Refunded'),
      'Date',
      'Reference or reason',
      'By',
      'At',
    ],
    refunds.map((item) => {
      const { decision, result } = item;
      return [
        item.account,
        item.number,
        item.name,
        REFUND_KINDS[item.kind],
        item.day,
        item.debit,
        'why' in result ? null : result.part,
        'why' in result && !decision
          ? `not determined: ${result.why.replaceAll('-', ' ')}`
          : refundStateOf(item),
        ...(decision?.state === 'refunded'
          ? [decision.amount, decision.date, decision.reference]
          : [null, null, decision?.reason ?? null]),
        decision?.by ?? null,
        decision?.at ?? null,
      ];
    }),
  );

function sampleTable(content: PeriodContent, { sample, names }: PeriodTables): OutputTable {
  const nameOf = labelFrom(names);
  const compared = new Map(
    sample.map(({ account, shown, seen = null }) => [account, shown ? comparedValuesOf(shown) : seen]),
  );
  return table(
    'Sample',
    [
      'Account ID',
      'Number',
      'Name',
      'Chosen by hand',
      'Agreed terms',
      money('Balance'),
      money('Expected fee for a year'),
      money('Debit'),
      'Verdict',
      'Reason',
      'By',
      'At',
    ],
    factsIn(content, 'sample')
      .flatMap(({ items }) => items)
      .map((item) => {
        const comparison = compared.get(item.account);
        return [
          item.account,
          item.number,
          item.name,
          item.isChosen ? 'yes' : 'no',
          comparison?.terms ? agreedTermsText(comparison.terms, nameOf) : null,
          comparison?.balance ?? null,
          comparison?.yearly ?? null,
          comparison ? comparison.debit : item.debit,
          item.isOutdated ? `${item.verdict}, but the debit has changed since` : item.verdict,
          item.reason,
          item.judged?.by ?? null,
          item.judged?.at ?? null,
        ];
      }),
  );
}

const stepsTable = (content: PeriodContent): OutputTable =>
  table(
    'Steps',
    ['Step', 'Done by', 'Done at', 'Note'],
    factsIn(content, 'steps')
      .flatMap(({ steps }) => steps)
      .map(({ title, done }) => [title, done?.by ?? null, done?.at ?? null, done?.note ?? null]),
  );
