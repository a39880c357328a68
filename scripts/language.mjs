// `npm run language`: how far code, tests and documents are from the house style, in counts.
// `npm run language -- 7a927c52 HEAD`: those revisions beside the working tree. `-- --list names`: where, line by line.
import fs from 'node:fs';
import { filesOf, textsOf } from './lib/git.mjs';
import { isReported, languageReport } from './lib/language-report.mjs';
import { at } from './lib/project.mjs';
import { main, Stop } from './lib/say.mjs';

function report(revision) {
  const files = filesOf(revision)?.filter(isReported);
  if (!files) throw new Stop(`git knows no revision "${revision ?? 'of this folder'}".`);
  if (revision !== undefined) return languageReport(textsOf(revision, files) ?? []);
  const present = files.filter((file) => fs.existsSync(at(file)));
  return languageReport(present.map((file) => ({ file, text: fs.readFileSync(at(file), 'utf8') })));
}

const row = (cells, widths) =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
    .join('  ');

await main(async () => {
  const args = process.argv.slice(2);
  const listAt = args.indexOf('--list');
  const [, list] = listAt === -1 ? [] : args.splice(listAt, 2);
  const columns = [...args.map((revision) => [revision, report(revision)]), ['now', report()]];
  if (list !== undefined) {
    const { places } = columns[0][1];
    if (!places[list]) throw new Stop(`--list takes one of: ${Object.keys(places).join(', ')}.`);
    console.log(places[list].join('\n'));
    return;
  }
  const [, { counts: first }] = columns[0];
  const table = [
    ['', ...columns.map(([name]) => name)],
    ...first.map(([name], line) => [
      name,
      ...columns.map(([, { counts }]) => counts[line][1].toLocaleString('en-US')),
    ]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  console.log(table.map((cells) => row(cells, widths)).join('\n'));
});
