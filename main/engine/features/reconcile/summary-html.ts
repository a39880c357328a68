import { formatDate, formatUtcDateTime } from '#contract/dates';
import type { SignedReconciliation } from '#contract/features/reconcile/schemas';
import { LINE_KINDS } from '#contract/features/reconcile/reconciliation';
import { isWithPreviousPeriod } from '#contract/features/reconcile/findings';
import {
  DECISION_NAMES,
  HOW_TO_CHECK,
  NOTATION_NAMES,
  feeFileName,
  outcomeLabel,
  probablyMissingText,
  verdictText,
} from '#contract/features/reconcile/messages';
import { custodianOrUnknown } from '#contract/fields';
import { escapeHtml } from '#contract/text';
import { countOf, EMPTY, formatMoney, formatSignedMoney } from '#contract/format-value';
import type { ResultWithSentences } from './evidence-result';

interface ReportCell {
  readonly text: string;
  readonly isNumber?: boolean;
  /** A class of the style sheet. */
  readonly mark?: 'agrees' | 'differs' | 'unsaid';
}

function reportTable(
  headings: readonly string[],
  rows: readonly (readonly (string | ReportCell)[])[],
): string {
  const numeric = headings.map((_, index) =>
    rows.some((row) => typeof row[index] === 'object' && row[index].isNumber === true),
  );
  const head = headings
    .map(
      (heading, index) =>
        `<th scope="col"${numeric[index] ? ' class="number"' : ''}>${escapeHtml(heading)}</th>`,
    )
    .join('');
  const body = rows
    .map((row) => {
      const cells = row.map((cell) => {
        const { text, isNumber, mark } = typeof cell === 'string' ? { text: cell } : cell;
        const className = isNumber ? 'number' : (mark ?? '');
        return `<td${className && ` class="${className}"`}>${escapeHtml(text)}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    })
    .join('\n');
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

const STYLE = `
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; color: #1a1e26; background: #fff;
    font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', sans-serif; font-variant-numeric: tabular-nums; }
  h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .25rem; }
  h2 { font-size: 1rem; margin: 0 0 .5rem; }
  section { margin-top: 1.75rem; }
  .lead { margin: 0; font-size: 1rem; color: #444c5b; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: 0; }
  dt { color: #5b6475; }
  dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #e1e4ea; text-align: left; vertical-align: top;
    overflow-wrap: anywhere; }
  th { font-weight: 600; color: #5b6475; font-size: .85rem; }
  .number { text-align: right; white-space: nowrap; }
  .agrees { color: #176f3d; font-weight: 600; }
  .differs { color: #b3261e; font-weight: 600; }
  .unsaid { color: #855300; font-weight: 600; }
  tr, dl { break-inside: avoid; }
  @media print { body { margin: 0; max-width: none; font-size: 11px; } }
`;

/**
 * Returns a self-contained page without scripts, links and requests. Every text is escaped, and the content security
 * policy blocks what escaping might miss.
 */
const reportPage = (title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${parts.filter(Boolean).join('\n')}
</body>
</html>
`;

/** Returns the summary of a signed reconciliation as one self-contained page to read, print and file. */
export function summaryHtml(
  result: ResultWithSentences,
  signed: SignedReconciliation,
  connection: string,
): string {
  const { endDate } = result.file;
  const period = endDate === null ? 'unknown period' : `period ending ${formatDate(endDate)}`;
  const name = feeFileName(result.file.id, result.file.endDate, [result.before?.endDate ?? null]);
  const title = `Reconciliation of ${name}, ${period}`;
  const missing = probablyMissingText(result.probablyMissing);
  return reportPage(title, [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lead">${escapeHtml(`${verdictText(result.comparisons)}.`)}</p>`,
    missing === '' ? '' : `<p class="lead">${escapeHtml(`${missing}.`)}</p>`,
    section('Signed off', facts(signatureFacts(signed))),
    section('What was reconciled', facts(fileFacts(result, connection))),
    section(
      'Compared with the record and the prior period',
      reportTable(
        ['', 'Outcome', 'Record or prior period', 'Fee file', 'Details'],
        result.comparisons.map((comparison) => [
          comparison.title,
          // A change since the previous period is not an error, so it has no color.
          isWithPreviousPeriod(comparison)
            ? outcomeLabel(comparison)
            : { text: outcomeLabel(comparison), mark: comparison.outcome },
          { text: comparison.expected ?? EMPTY, isNumber: true },
          { text: comparison.found ?? EMPTY, isNumber: true },
          comparison.words,
        ]),
      ),
    ),
    section(
      'Lines needing attention, new or removed',
      result.kinds.length === 0
        ? '<p>None.</p>'
        : reportTable(
            ['', 'Lines', 'Amount'],
            result.kinds.map(({ kind, lines, sum }) => [
              LINE_KINDS[kind],
              { text: String(lines), isNumber: true },
              { text: formatMoney(sum), isNumber: true },
            ]),
          ),
    ),
    section('By custodian', custodians(result)),
    result.remarks.length === 0
      ? ''
      : section(
          'Notes',
          `<ul>${result.remarks.map((remark) => `<li>${escapeHtml(remark)}</li>`).join('')}</ul>`,
        ),
    section('Columns used', columns(result)),
    section('How to check this pack', `<p>${escapeHtml(HOW_TO_CHECK)}</p>`),
  ]);
}

type Fact = readonly [label: string, value: string];

const signatureFacts = (signed: SignedReconciliation): Fact[] => [
  ['Decision', signed.decision === null ? '' : DECISION_NAMES[signed.decision]],
  ['By', signed.signedBy],
  ['Signed', formatUtcDateTime(signed.signedAt)],
  ['Note', signed.note],
  ['Seal', signed.seal],
];

const fileFacts = (result: ResultWithSentences, connection: string): Fact[] => [
  ['Connection', connection],
  ['File', result.file.name],
  ['SHA-256 of the file', result.file.sha256],
  ['Lines', countOf(result.lines, 'line', 'lines')],
  ['Accounts', countOf(result.accounts, 'account', 'accounts')],
  ['Total', formatMoney(result.sum)],
  ['Accounts updated', result.accountsAsOf === null ? 'never' : formatUtcDateTime(result.accountsAsOf)],
  [
    'File of the prior period',
    result.before ? `${result.before.fileId}, SHA-256 ${result.before.sha256}` : 'not compared',
  ],
];

const facts = (list: readonly Fact[]): string =>
  `<dl>${list
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')}</dl>`;

const section = (title: string, body: string): string =>
  `<section><h2>${escapeHtml(title)}</h2>${body}</section>`;

const custodians = (result: ResultWithSentences): string =>
  reportTable(
    ['', 'Files', 'Lines', 'Accounts', 'Total', 'Prior total', 'Change', 'New', 'Removed'],
    result.custodians.map(({ custodian, files, lines, accounts, sum, before }) => [
      custodianOrUnknown(custodian),
      ...[String(files), String(lines), String(accounts), formatMoney(sum)].map((text) => ({
        text,
        isNumber: true,
      })),
      ...(before
        ? [formatMoney(before.sum), formatSignedMoney(before.change), String(before.new), String(before.gone)]
        : [EMPTY, EMPTY, EMPTY, EMPTY]
      ).map((text) => ({ text, isNumber: true })),
    ]),
  );

const columns = (result: ResultWithSentences): string =>
  reportTable(
    ['File', 'Custodian', 'Account number in column', 'Amount in column', 'Number format'],
    result.mappings.map((mapping) =>
      mapping.leftOut
        ? [mapping.entry, 'skipped', '', '', '']
        : [
            mapping.entry,
            custodianOrUnknown(mapping.custodian),
            { text: String(mapping.account + 1), isNumber: true },
            { text: String(mapping.amount + 1), isNumber: true },
            NOTATION_NAMES[mapping.notation],
          ],
    ),
  );
