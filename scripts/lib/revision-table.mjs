// Prints counts of one or more revisions of the sources side by side, the working tree last.
import fs from 'node:fs';
import { filesOf, textsOf } from './git.mjs';
import { repoPath } from './project.mjs';
import { ExpectedError } from './terminal.mjs';

/** Returns the report on a revision, or on the working tree if it is undefined. */
function reportOn(revision, isReported, report) {
  const files = filesOf(revision)?.filter(isReported);
  if (!files)
    throw new ExpectedError(
      revision === undefined
        ? 'git cannot list the files of this folder.'
        : `git knows no revision "${revision}".`,
    );
  if (revision !== undefined) return report(textsOf(revision, files) ?? []);
  const present = files.filter((file) => fs.existsSync(repoPath(file)));
  return report(present.map((file) => ({ file, text: fs.readFileSync(repoPath(file), 'utf8') })));
}

const row = (cells, widths) =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index])))
    .join('  ');

/**
 * Prints one column of `counts` per revision in `args`, or the `places` that `--list <name>` selects.
 * `report` takes `{ file, text }` objects and returns `{ counts: [name, number][], places }`.
 */
export function printRevisions(args, isReported, report) {
  const revisions = [...args];
  const listIndex = revisions.indexOf('--list');
  const [, list] = listIndex === -1 ? [] : revisions.splice(listIndex, 2);
  const columns = [...revisions, undefined].map((revision) => [
    revision ?? 'now',
    reportOn(revision, isReported, report),
  ]);
  if (listIndex !== -1) {
    const { places } = columns[0][1];
    if (!places[list]) throw new ExpectedError(`--list takes one of: ${Object.keys(places).join(', ')}.`);
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
}
