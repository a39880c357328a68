import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '#engine/sqlite/migrate';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import { openTestWorkspace, workspaceMigrations } from '#test/support/saved-work';
import { missingWorkspaceFile, siblingFiles, WORKSPACE_KEY } from './temp-workspace';

const linesOf = (name: string): unknown[] =>
  fs
    .readFileSync(path.join(import.meta.dirname, 'version-51', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
/**
 * Recorded with the migrations of commit 94ff4c08, when all of them were in one list: a hash of the schema after each
 * version, and of the rows of each table after all of them ran on the saved work of an earlier version.
 */
const recordedSchemas = linesOf('schemas.jsonl');
const recordedRows = linesOf('rows.jsonl');
const recordedSteps = workspaceMigrations.slice(0, recordedSchemas.length);

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20);

const schemaHash = (db: Db): string =>
  hashOf(db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').raw().all());

const tablesOf = (db: Db): string[] =>
  db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all();

const rowHashes = (db: Db): unknown[] =>
  tablesOf(db).map((table) => {
    const rows = db.prepare(`SELECT * FROM "${table}"`).raw().all();
    return [table, rows.length, hashOf(rows)];
  });

/** Creates the saved work of an earlier version and runs the recorded migrations that it lacks. */
function migratedFile(): string {
  const file = missingWorkspaceFile();
  const db = openEncrypted(file, WORKSPACE_KEY);
  db.exec(fs.readFileSync(path.join(import.meta.dirname, 'earlier-version/workspace.sql'), 'utf8'));
  migrate(db, file, recordedSteps, { where: 'workspace', isCopy: true });
  db.close();
  return file;
}

it('has the recorded schema after each version of the saved work', () => {
  const db = openEncrypted(missingWorkspaceFile(), WORKSPACE_KEY);
  const schemas = recordedSteps.map(({ name, run }) => {
    run(db);
    return [name, schemaHash(db)];
  });
  db.close();
  expect(schemas).toEqual(recordedSchemas);
});

it('migrates the saved work of an earlier version to the recorded rows', () => {
  const db = openEncrypted(migratedFile(), WORKSPACE_KEY);
  const rows = rowHashes(db);
  db.close();
  expect(rows).toEqual(recordedRows);
});

it('opens saved work of the recorded version without a change or a copy', () => {
  const file = migratedFile();
  const read = () => {
    const db = openEncrypted(file, WORKSPACE_KEY);
    const state = [db.pragma('user_version', { simple: true }), schemaHash(db)];
    db.close();
    return state;
  };
  const stateBefore = read();
  openTestWorkspace(file, WORKSPACE_KEY, { steps: recordedSteps }).close();
  expect(stateBefore[0]).toBe(recordedSchemas.length);
  expect(read()).toEqual(stateBefore);
  expect(siblingFiles(file).filter((name) => name.includes('before'))).toEqual([]);
});
