import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { textsInFiles } from '../support/texts-in-files';
import { CANARIES, expect, launch, RUN_FOLDER, TEMPORARY, test } from './running-app';

/** Every regular file below a folder. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(place);
    else if (entry.isFile()) yield place;
  }
}

function startOf(file: string): string {
  const opened = openSync(file, 'r');
  const bytes = Buffer.alloc(16);
  readSync(opened, bytes);
  closeSync(opened);
  return bytes.toString('latin1');
}

/** Runs when every other test has ended (`playwright.config.ts`): what the whole run has left behind. */
test('no secret of the run is in user data, logs or temporary files, and no database is readable', async ({
  data,
}) => {
  const running = await launch(data);
  expect(await running.app.evaluate(({ app }) => app.getPath('temp'))).toBe(TEMPORARY); // where the scan looks
  await running.app.close();
  const secrets = [...new Set(readFileSync(CANARIES, 'utf8').trim().split('\n'))];
  expect(secrets.length).toBeGreaterThan(1); // an API key and a password at least
  const hasSecret = textsInFiles(secrets);
  let scanned = 0;
  let databases = 0;
  const found: string[] = [];
  for (const file of filesBelow(RUN_FOLDER)) {
    scanned += 1;
    if (hasSecret(file)) found.push(file);
    if (/\.(db|sqlite)$/.test(file) && file.includes('connections')) {
      databases += 1;
      if (startOf(file).startsWith('SQLite format 3')) found.push(`${file} (plain database)`);
    }
  }
  expect(scanned).toBeGreaterThan(20);
  expect(databases).toBeGreaterThan(5);
  expect(found).toEqual([]);
});
