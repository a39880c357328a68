import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { byteMatcher, textMatcher } from '../support/texts-in-files';
import {
  CANARIES,
  expect,
  keychainOf,
  launch,
  RUN_FOLDER,
  TEMPORARY,
  test,
  type RunningApp,
} from './running-app';
import { connectWithKey } from './steps';

/** Returns every regular file below a folder. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(entryPath);
    else if (entry.isFile()) yield entryPath;
  }
}

function startOf(file: string): string {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(16);
  readSync(descriptor, bytes);
  closeSync(descriptor);
  return bytes.toString('latin1');
}

/** Returns the database keys in the keychain of a running app. */
const databaseKeys = ({ app }: RunningApp, data: string): Promise<string[]> =>
  app.evaluate(async ({ app: electronApp }, service) => {
    const { createRequire } = process.getBuiltinModule('module');
    const keytar = createRequire(`${electronApp.getAppPath()}/package.json`)('keytar') as {
      findCredentials: (service: string) => Promise<{ account: string; password: string }[]>;
    };
    const credentials = await keytar.findCredentials(service);
    return credentials
      .filter(({ account }) => account.endsWith('/database-key'))
      .map(({ password }) => password);
  }, keychainOf(data));

/** Returns the ways in which a key may be written: its text, and its bytes as Base64. */
const formsOf = (hex: string): string[] => {
  const bytes = Buffer.from(hex, 'hex');
  return [hex, hex.toUpperCase(), bytes.toString('base64'), bytes.toString('base64url')];
};

/** Runs after every other test (`test/playwright.config.ts`): checks all data that the run left. */
test('finds no secret in user data, logs or temporary files, and no readable database', async ({
  data,
  firm,
}) => {
  const running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  const keys = await databaseKeys(running, data);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await running.app.evaluate(({ app }) => app.getPath('temp'))).toBe(TEMPORARY); // the scanned folder
  await running.app.close();
  const secrets = [...new Set(readFileSync(CANARIES, 'utf8').trim().split('\n'))];
  expect(secrets.length).toBeGreaterThan(1); // at least an API key and a password
  const hasSecret = textMatcher([...secrets, ...keys.flatMap(formsOf)]);
  const hasRawKey = byteMatcher(keys.map((key) => Buffer.from(key, 'hex')));
  let scanned = 0;
  let databases = 0;
  const filesWithSecrets: string[] = [];
  for (const file of filesBelow(RUN_FOLDER)) {
    scanned += 1;
    if (hasSecret(file) || hasRawKey(file)) filesWithSecrets.push(file);
    if (/\.(db|sqlite)$/.test(file) && file.includes('connections')) {
      databases += 1;
      if (startOf(file).startsWith('SQLite format 3')) filesWithSecrets.push(`${file} (plain database)`);
    }
  }
  expect(filesWithSecrets).toEqual([]);
  expect(scanned).toBeGreaterThan(20);
  expect(databases).toBeGreaterThan(5);
});
