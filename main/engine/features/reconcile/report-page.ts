import { escapeHtml } from '#contract/text';

/** A self-contained page: no scripts, links or requests; every text is escaped. */

export interface ReportCell {
  readonly text: string;
  readonly isNumber?: boolean;
  /** A class of the style sheet. */
  readonly mark?: 'agrees' | 'differs' | 'unsaid';
}

export function reportTable(
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

/** Returns the whole page; its content security policy blocks anything that escaping might miss. */
export const reportPage = (title: string, parts: readonly string[]): string => `<!doctype html>
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
