import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleCacheThread } from './bundle';

/** A record or page that contains this ends the thread before anything is done. */
export const ENDS_THREAD = 'ends-the-thread';
/** From a record or page that contains this on, the thread's disk returns EIO. */
export const BREAKS_DISK = 'breaks-the-disk';

/**
 * Bundles the cache's threads as shipped, with a writer that fails on demand. Returns the file, a function
 * that removes its folder, and one that makes the disk return EIO for the given number of opens.
 */
export async function failingWriter(): Promise<{
  entry: string;
  remove: () => void;
  failOpenings: (times: number) => void;
}> {
  const writer = await bundleCacheThread();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-failing-writer-'));
  const entry = path.join(folder, 'failing-writer.mjs');
  const openings = path.join(folder, 'openings-that-fail');
  fs.writeFileSync(
    entry,
    `import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
const writer = ${JSON.stringify(writer)};
const Database = createRequire(writer)('better-sqlite3');
function breakDisk() {
  const db = new Database(':memory:');
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1'));
  for (const name of ['run', 'get', 'all'])
    statement[name] = () => {
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
    };
}
function failOpening(listen, message) {
  const remaining = fs.existsSync(${JSON.stringify(openings)}) ? Number(fs.readFileSync(${JSON.stringify(openings)}, 'utf8')) : 0;
  if (remaining === 0) return listen(message);
  fs.writeFileSync(${JSON.stringify(openings)}, String(remaining - 1));
  const { pragma } = Database.prototype;
  Database.prototype.pragma = () => {
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
  };
  listen(message);
  Database.prototype.pragma = pragma;
}
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, listen) =>
  on(name, (message) => {
    const text = message.page ? new TextDecoder().decode(message.page.records.bytes) : JSON.stringify(message.args ?? null);
    if (text.includes('${ENDS_THREAD}')) process.exit(1);
    if (text.includes('${BREAKS_DISK}')) breakDisk();
    if (message.kind === 'open') failOpening(listen, message);
    else listen(message);
  });
await import(pathToFileURL(writer));
`,
  );
  return {
    entry,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
    failOpenings: (times) => fs.writeFileSync(openings, String(times)),
  };
}
