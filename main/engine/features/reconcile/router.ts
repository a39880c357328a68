import { implement } from '@orpc/server';
import { reconcileContract } from '#contract/features/reconcile/calls';
import { fileOutcomeOf, type LineColumn } from '#contract/features/reconcile/reconciliation';
import { declareFailures } from '#common/rpc';
import { copyRows } from '../../records/copy-rows';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { saveChosenFile } from '../../files/chosen-file';
import { connectionSources } from './cached';
import { currentFileFacts, previewArchive, reconcile, type ReconciledArchive } from './reconcile';
import {
  exportEvidence,
  exportPeriodEvidence,
  sealedPeriodSummary,
  signOff,
  signatureState,
} from './signing';
import type { ReconcileSources } from './sources';
import type { Cell } from '#contract/query';
import { clipboardCell, clipboardTable, tableRow } from '#contract/spreadsheet-cells';
import { lineIssuesText } from '#contract/features/reconcile/messages';
import { fail } from '#contract/failure';
import { LINE_HEADINGS } from './tables';
import { LinePages } from './pages';
import type { Workspace } from '../../workspace/open/workspace';
import { storedFees } from './account-refs';

const now = (): Date => new Date();

const reconcileProcedures = () => implement(reconcileContract).use(declareFailures);
type ReconcileProcedures = ReturnType<typeof reconcileProcedures>;

function signingDeps(connections: OpenConnections) {
  const { reconciliations, activity, transaction } = connections.current.workspace;
  return { store: reconciliations, activity, transaction, now };
}

/**
 * Creates the calls that reconcile saved fee upload files of the open connection (spec 2.8, 4.6). Results are
 * dropped when it closes.
 */
export function reconcileRouter(connections: OpenConnections) {
  const os = reconcileProcedures();
  const sessionOf = perConnection(() => new ReconcileSession());
  const session = () => sessionOf(connections.current);
  const sources = (): ReconcileSources => connectionSources(connections.current, now);
  const signing = () => signingDeps(connections);

  return os.router({
    open: os.open.handler(async ({ input, signal }) => {
      const stores = signing();
      const { file, problem } = await currentFileFacts(sources(), input.fileId, signal);
      const result = session().find(input.fileId)?.result ?? null;
      return {
        file,
        problem,
        // A result for a file that has changed since is not shown.
        result: result && result.file.sha256 === file?.sha256 ? result : null,
        signed: stores.store.signedFor(input.fileId).map((signature) => ({
          ...signature,
          state: signatureState(stores, signature, file?.sha256 ?? null),
        })),
      };
    }),
    preview: os.preview.handler(async ({ input, signal }) => ({
      entries: await previewArchive(sources(), input.fileId, signal),
    })),
    run: os.run.handler(async ({ input, signal }) => {
      // Taken once: another connection may be open when the result is there.
      const opened = connections.current;
      const current = session();
      const from = sources();
      const { firmId } = from.record(input.fileId);
      const reconciled = await reconcile(from, input.fileId, input.mappings, {
        isConfirmed: input.isConfirmed,
        signal,
      });
      current.put(input.fileId, reconciled);
      opened.closed.throwIfAborted();
      storeReconciled(opened.workspace, reconciled, { at: now().toISOString(), firmId });
      return reconciled.result;
    }),
    lines: os.lines.handler(({ input }) =>
      session().get(input.query.fileId).pages.window(input.query, input.columns, input.offset, input.limit),
    ),
    position: os.position.handler(({ input }) => ({
      index: session().get(input.query.fileId).pages.position(input.query, input.key),
    })),
    copy: os.copy.handler(({ input }) => {
      const { pages } = session().get(input.query.fileId);
      const lines = pages.selected(input.query, input.selection, input.columns);
      return copyRows(connections.current, linesAsText(lines, input.columns), {
        list: 'lines of a fee upload file',
        file: input.query.fileId,
      });
    }),
    ...signingCalls(os, connections, session),
  });
}

/** The calls that sign results, and that export what was signed. */
function signingCalls(
  os: ReconcileProcedures,
  connections: OpenConnections,
  session: () => ReconcileSession,
) {
  const signing = () => signingDeps(connections);
  const savedHashOf = (fileId: string): string | undefined =>
    connections.current.workspace.feeFiles.copiesOf(fileId)[0]?.sha256;
  const evidenceDeps = (grant: string) => {
    const file = connections.grants.path(grant, 'evidence-pack');
    const connection = connections.current.connection.name;
    return { ...signing(), connection, write: (bytes: Uint8Array) => saveChosenFile(file, bytes) };
  };

  return {
    signOff: os.signOff.handler(({ input }) =>
      signOff(signing(), session().get(input.fileId).reconciled, {
        displayed: input.displayed,
        decision: input.decision,
        note: input.note,
        user: connections.current.workspace.team.userName,
      }),
    ),
    periodSummary: os.periodSummary.handler(({ input }) =>
      sealedPeriodSummary({ ...signing(), savedHashOf }, input.fileIds),
    ),
    periodEvidence: os.periodEvidence.handler(({ input: { grant, summaryPdf, ...request } }) => {
      const pdf = Buffer.from(summaryPdf, 'base64');
      const deps = { ...evidenceDeps(grant), savedHashOf, colleagues: connections.current.workspace };
      return exportPeriodEvidence(deps, { ...request, summaryPdf: pdf });
    }),
    evidence: os.evidence.handler(({ input }) => exportEvidence(evidenceDeps(input.grant), input.id)),
  };
}

/** Returns lines with a heading line for the clipboard: as tab-separated text, and as a table with numbers. */
function linesAsText(
  lines: Iterable<readonly Cell[]>,
  columns: readonly LineColumn[],
): { text: string; html: string; rows: number } {
  const headings = columns.map((column) => LINE_HEADINGS[column]);
  const text = [headings.join('\t')];
  const isText = (index: number): boolean => columns[index] !== 'amount';
  const table = [tableRow('th', headings, isText)];
  const withLabel = (cell: Cell, index: number): Cell =>
    columns[index] === 'issue' && typeof cell === 'string' ? lineIssuesText(cell) : cell;
  for (const cells of lines) {
    const texts = cells.map((cell, index) => clipboardCell(withLabel(cell, index)));
    text.push(texts.join('\t'));
    table.push(tableRow('td', texts, isText));
  }
  return { text: text.join('\n'), html: clipboardTable(table), rows: text.length - 1 };
}

/**
 * Maximum number of lines of all results in memory, for reopening or signing several; the newest result stays even
 * if it has more. The largest firms bill fifty thousand accounts.
 */
const MAX_LINES = 200_000;

interface OpenReconciliation {
  readonly reconciled: ReconciledArchive;
  readonly pages: LinePages;
}

/**
 * Recent reconciliations of one open connection, by file. They are dropped when it closes; sign-offs are
 * stored.
 */
class ReconcileSession {
  readonly #open = new Map<string, OpenReconciliation>();

  put(fileId: string, reconciled: ReconciledArchive): void {
    this.#open.delete(fileId);
    this.#open.set(fileId, { reconciled, pages: new LinePages(reconciled.lines, reconciled.removedLines) });
    let lines = 0;
    // The newest first, so that the oldest are dropped.
    for (const [file, { reconciled: reconciledFile }] of [...this.#open].reverse()) {
      lines += reconciledFile.lines.length;
      if (lines > MAX_LINES && file !== fileId) this.#open.delete(file);
    }
  }

  find(fileId: string): ReconciledArchive | null {
    return this.#open.get(fileId)?.reconciled ?? null;
  }

  /** Fails with `not-found` if there is no result: none since the connection was opened, or it was dropped. */
  get(fileId: string): OpenReconciliation {
    const reconciliation = this.#open.get(fileId);
    if (!reconciliation) throw fail('not-found', { where: 'reconciliation' });
    return reconciliation;
  }
}

/**
 * Stores a result, and the archive's lines for the fee history. Skips the lines if the file has changed since
 * it was saved.
 */
function storeReconciled(
  {
    reconciliations,
    feeFiles,
    feeHistory,
    transaction,
  }: Pick<Workspace, 'reconciliations' | 'feeFiles' | 'feeHistory' | 'transaction'>,
  { result, lines }: ReconciledArchive,
  { at, firmId }: { readonly at: string; readonly firmId: string | null },
): void {
  const { id: fileId, sha256, endDate } = result.file;
  const copy = feeFiles.copiesOf(fileId).find((file) => file.sha256 === sha256);
  const leftOut = result.mappings.filter((mapping) => mapping.leftOut).length;
  transaction(() => {
    const unsignedResult = {
      fileId,
      sha256,
      at,
      endDate,
      outcome: fileOutcomeOf(result),
      custodians: result.custodians.map(({ custodian, sum }) => ({ custodian, sum })),
    };
    const { lines: count, worthALook: flaggedLines, accounts, sum } = result;
    reconciliations.storeResult(unsignedResult, { lines: count, flaggedLines, accounts, sum });
    if (copy)
      feeHistory.put({ sha256, fileId, firmId, endDate, savedAt: copy.savedAt, leftOut }, storedFees(lines));
  });
}
