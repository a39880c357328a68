import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Contents of files by name. */
type Files = ReadonlyMap<string, Buffer>;

/**
 * Returns a function that writes a new database into a folder. `create` makes it once per process, then its files
 * are copied: creating a database takes longer than most tests.
 */
export function newDatabase(create: (folder: string) => void): (folder: string) => void {
  let files: Files | undefined;
  return (folder) => {
    files ??= createdFiles(create);
    for (const [name, content] of files) writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  };
}

function createdFiles(create: (folder: string) => void): Files {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-new-'));
  try {
    create(folder);
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
