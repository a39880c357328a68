/**
 * Returns the rows of one suite: reported trials by row. Each line with a `fault` (one odd response to one call) is a
 * trial that survived. A failed test is a loss even without a report; without reports, each test is one trial.
 * @param {string} name
 * @param {({ row: string, tried: number, survived: number } | { fault: string })[]} lines
 * @param {{ passed: number, failed: number }} counts
 * @returns {{ name: string, tried: number, survived: number }[]}
 */
export function faultRows(name, lines, { passed, failed }) {
  const trials = lines.filter((line) => 'row' in line);
  const rows = [...new Set(trials.map(({ row }) => row))].map((row) => {
    const rowTrials = trials.filter((line) => line.row === row);
    const sum = (field) => rowTrials.reduce((total, line) => total + line[field], 0);
    return { name: row, tried: sum('tried'), survived: sum('survived') };
  });
  const faultLines = lines.length - trials.length;
  if (faultLines > 0) rows.push({ name, tried: faultLines, survived: faultLines });
  if (rows.length === 0) return [{ name, tried: passed + failed, survived: passed }];
  const lost = rows.reduce((total, { tried, survived }) => total + tried - survived, 0);
  if (failed > lost) rows.push({ name: `${name}: failed tests`, tried: failed - lost, survived: 0 });
  return rows;
}

/**
 * Formats trials, survivals and losses as lines of text with a total; a suite without trials counts as lost.
 * @param {{ name: string, tried: number, survived: number }[]} rows
 * @returns {{ text: string, lost: number }}
 */
export function faultTable(rows) {
  const rowCounts = rows.map(({ name, tried, survived }) => ({
    name,
    tried,
    survived,
    lost: tried === 0 ? 1 : tried - survived,
  }));
  const sum = (field) => rowCounts.reduce((total, row) => total + row[field], 0);
  const all = [
    ...rowCounts,
    { name: 'all', tried: sum('tried'), survived: sum('survived'), lost: sum('lost') },
  ];
  const lines = [
    ['', 'tried', 'survived', 'lost'],
    ...all.map(({ name, tried, survived, lost }) => [name, String(tried), String(survived), String(lost)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column].length)));
  const text = lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  '),
    )
    .join('\n');
  return { text, lost: sum('lost') };
}
