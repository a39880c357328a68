import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { connection, connectionId, type Connection } from '#contract/connection';
import { fail } from '#contract/failure';
import { errorCodeOf } from '../common/error-code';
import { parseJson } from '../common/parse-json';
import { sha256 } from '../common/sha256';
import { writeFileAtomic } from '../common/write-file-atomic';
import { WORKSPACE } from '../common/work-swap';

const VERSION = 1;
const stored = z.object({
  version: z.literal(VERSION),
  connections: z.array(connection),
  /** The connection that was open last; the next start opens it again. */
  last: z.string().nullable(),
  /** Checksum of the addresses; an older version wrote none. */
  check: z.string().optional(),
});
const profileSchema = connection.extend({ check: z.string().optional() });
type Stored = z.output<typeof stored>;

const CHECKED_FIELDS = ['id', 'baseUrl', 'authUrl', 'application', 'credentialKind', 'demo'] as const;

/**
 * A flipped bit can produce a valid address and lead a credential elsewhere, so a record that does not match
 * its checksum counts as damaged and is read from its other copy.
 */
const checksumOf = (...all: readonly Connection[]): string =>
  sha256(
    JSON.stringify(
      all.map(({ readOnly = false, ...saved }) =>
        CHECKED_FIELDS.map((name): unknown => saved[name]).concat(readOnly),
      ),
    ),
  );

const EMPTY_LIST: Stored = { version: VERSION, connections: [], last: null };
const LIST = 'connections.json';
/** File in each connection's folder with a copy of its list entry. */
const PROFILE = 'connection.json';

/**
 * The list of connections, without secrets, in one small file. Each connection's folder has a copy of its
 * entry, from which a lost, empty or damaged list is rebuilt. Fails with `newer-data` for a newer version's
 * list, and with `file-unreadable` if the disk fails; then nothing is changed.
 */
export class ConnectionStore {
  readonly #file: string;
  readonly #folderOf: (id: string) => string;
  #content: Stored;
  /** Connections whose list entry and profile agreed at the start, each under its checksum. */
  readonly #ownConnectionIds: ReadonlySet<string>;

  constructor(folder: string, folderOf: (id: string) => string) {
    this.#file = path.join(folder, LIST);
    this.#folderOf = folderOf;
    this.#content = this.#read();
    this.#ownConnectionIds = this.#readOwnIds();
    for (const saved of this.#content.connections)
      if (fs.existsSync(folderOf(saved.id)) && !this.#readProfile(saved.id)) this.#writeProfile(saved);
  }

  get all(): Connection[] {
    return [...this.#content.connections];
  }

  /**
   * Returns folders with saved work that belong to no connection: both the list and the folder's profile are
   * lost.
   */
  get unlisted(): { id: string; folder: string; at: string }[] {
    const root = path.dirname(this.#folderOf('any'));
    if (!fs.existsSync(root)) return [];
    return fs.readdirSync(root).flatMap((id) => {
      if (this.find(id) || !connectionId.safeParse(id).success) return [];
      const folder = this.#folderOf(id);
      // A file manager may have put a plain file here; for a path below one, some versions of Node fail.
      if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
      const work = fs.statSync(path.join(folder, WORKSPACE), { throwIfNoEntry: false });
      if (!work?.isFile()) return [];
      return [{ id, folder, at: work.mtime.toISOString() }];
    });
  }

  find(id: string): Connection | undefined {
    return this.#content.connections.find((saved) => saved.id === id);
  }

  /**
   * Returns whether this installation wrote the connection's addresses: list and profile agreed, with valid
   * checksums, when the app started. One that was edited by hand, or has no checksum, proves nothing.
   */
  isOwn(id: string): boolean {
    return this.#ownConnectionIds.has(id);
  }

  get last(): string | null {
    return this.#content.last;
  }

  put(changed: Connection): void {
    this.#writeProfile(changed);
    this.#write(this.#with(changed));
  }

  /** Lists a connection, as the last one opened, until the app ends or a later change writes the list. */
  keepInMemory(changed: Connection): void {
    this.#content = { ...this.#with(changed), last: changed.id };
  }

  #with(changed: Connection): Stored {
    const others = this.#content.connections.filter((saved) => saved.id !== changed.id);
    return { ...this.#content, connections: inOrder([...others, changed]) };
  }

  setLast(id: string | null): void {
    if (id !== this.#content.last) this.#write({ ...this.#content, last: id });
  }

  remove(id: string): void {
    fs.rmSync(this.#profileFile(id), { force: true });
    const { connections, last } = this.#content;
    this.#write({
      ...this.#content,
      connections: connections.filter((saved) => saved.id !== id),
      last: last === id ? null : last,
    });
  }

  #read(): Stored {
    const text = readIfPresent(this.#file);
    if (text === undefined) return this.#listFromFolders();
    const json = parseJson(text);
    const { version } = z.object({ version: z.number() }).catch({ version: 0 }).parse(json);
    if (version > VERSION) throw fail('newer-data', { where: LIST });
    const { success, data } = stored.safeParse(json);
    if (success && hasValidChecksum(data.check, ...data.connections))
      return { ...data, connections: this.#withLost(data.connections) };
    // Kept for support; the connections' folders have the same entries.
    fs.renameSync(this.#file, `${this.#file}.damaged-${Date.now()}`);
    return this.#listFromFolders();
  }

  /**
   * Returns the list, plus every connection whose folder it does not name: removed ones have no profile, so a
   * damaged ID must have hidden the folder. The entry with the damaged ID is left out: it has no folder, and the same
   * creation time as one of those connections.
   */
  #withLost(listed: readonly Connection[]): Connection[] {
    const ids = new Set(listed.map(({ id }) => id));
    const lost = this.#listFromFolders().connections.filter(({ id }) => !ids.has(id));
    const isReplacedByLost = (saved: Connection): boolean =>
      !fs.existsSync(this.#folderOf(saved.id)) && lost.some(({ createdAt }) => createdAt === saved.createdAt);
    return inOrder([...listed.filter((saved) => !isReplacedByLost(saved)), ...lost]);
  }

  /** Returns the connections described in folders. */
  #listFromFolders(): Stored {
    const root = path.dirname(this.#folderOf('any'));
    if (!fs.existsSync(root)) return EMPTY_LIST;
    const profiles = fs.readdirSync(root).flatMap((id) => this.#readProfile(id) ?? []);
    return { ...EMPTY_LIST, connections: inOrder(profiles) };
  }

  #readOwnIds(): ReadonlySet<string> {
    const { success, data } = stored.safeParse(parseJson(readIfPresent(this.#file) ?? ''));
    if (!success || data.check === undefined) return new Set();
    const own = data.connections.filter((saved) => {
      const profile = profileSchema.safeParse(parseJson(readIfPresent(this.#profileFile(saved.id)) ?? ''));
      return (
        profile.success &&
        profile.data.check === checksumOf(saved) &&
        profile.data.check === checksumOf(profile.data)
      );
    });
    return new Set(own.map(({ id }) => id));
  }

  /** Returns the connection described in a folder; nothing if missing or damaged. */
  #readProfile(id: string): Connection | undefined {
    const { success, data } = profileSchema.safeParse(parseJson(readIfPresent(this.#profileFile(id)) ?? ''));
    if (!success || data.id !== id || !hasValidChecksum(data.check, data)) return undefined;
    return connection.parse(data);
  }

  #profileFile(id: string): string {
    return path.join(this.#folderOf(id), PROFILE);
  }

  /** Writes a connection's profile into a staging folder, whose files move to the connection's folder. */
  writeProfileTo(folder: string, saved: Connection): void {
    writeFileAtomic(
      path.join(folder, PROFILE),
      JSON.stringify({ ...saved, check: checksumOf(saved) }, null, 2),
    );
  }

  #writeProfile(saved: Connection): void {
    fs.mkdirSync(this.#folderOf(saved.id), { recursive: true, mode: 0o700 });
    this.writeProfileTo(this.#folderOf(saved.id), saved);
  }

  #write(content: Stored): void {
    const check = checksumOf(...content.connections);
    writeFileAtomic(this.#file, JSON.stringify({ ...content, check }, null, 2));
    this.#content = content;
  }
}

const hasValidChecksum = (check: string | undefined, ...all: readonly Connection[]): boolean =>
  check === undefined || check === checksumOf(...all);

const inOrder = (connections: readonly Connection[]): Connection[] =>
  [...connections].sort((a, b) => a.createdAt.localeCompare(b.createdAt));

/** Returns undefined for a missing file; a disk error is not a missing file. */
function readIfPresent(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw fail('file-unreadable', { where: path.basename(file), cause: code }, error);
  }
}
