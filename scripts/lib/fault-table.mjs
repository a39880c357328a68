/**
 * What was tried, what survived and what was lost, as lines of text with a sum; a suite that tried nothing counts as lost.
 * @param {{ name: string, tried: number, survived: number }[]} rows
 * @returns {{ text: string, lost: number }}
 */
export function faultTable(rows) {
  const told = rows.map(({ name, tried, survived }) => ({
    name,
    tried,
    survived,
    lost: tried === 0 ? 1 : tried - survived,
  }));
  const sum = (part) => told.reduce((total, row) => total + row[part], 0);
  const all = [...told, { name: 'all', tried: sum('tried'), survived: sum('survived'), lost: sum('lost') }];
  const lines = [
    ['', 'tried', 'survived', 'lost'],
    ...all.map(({ name, tried, survived, lost }) => [name, String(tried), String(survived), String(lost)]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => line[at].length)));
  const text = lines
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '),
    )
    .join('\n');
  return { text, lost: sum('lost') };
}
