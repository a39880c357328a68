import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { connection, type Connection } from '../../preload/contract/connection';

const stored = z.object({
  version: z.literal(1),
  connections: z.array(connection),
  /** The connection that was open last: the app opens it again at the next start. */
  last: z.string().nullable(),
});
type Stored = z.output<typeof stored>;

const NOTHING: Stored = { version: 1, connections: [], last: null };

/** The list of connections, without any secret, in one small file. */
export class ConnectionStore {
  readonly #file: string;
  #content: Stored;

  constructor(folder: string) {
    this.#file = path.join(folder, 'connections.json');
    this.#content = this.#read();
  }

  get all(): Connection[] {
    return [...this.#content.connections];
  }

  find(id: string): Connection | undefined {
    return this.#content.connections.find((one) => one.id === id);
  }

  get last(): string | null {
    return this.#content.last;
  }

  put(changed: Connection): void {
    const others = this.#content.connections.filter((one) => one.id !== changed.id);
    const connections = [...others, changed].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    this.#write({ ...this.#content, connections });
  }

  setLast(id: string | null): void {
    if (id !== this.#content.last) this.#write({ ...this.#content, last: id });
  }

  remove(id: string): void {
    const { connections, last } = this.#content;
    this.#write({
      ...this.#content,
      connections: connections.filter((one) => one.id !== id),
      last: last === id ? null : last,
    });
  }

  #read(): Stored {
    if (!fs.existsSync(this.#file)) return NOTHING;
    try {
      return stored.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      // Kept for support; the keychain entries and databases of its connections stay where they are.
      fs.renameSync(this.#file, `${this.#file}.damaged-${Date.now()}`);
      return NOTHING;
    }
  }

  #write(content: Stored): void {
    const temporary = `${this.#file}.part`;
    fs.writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 });
    fs.renameSync(temporary, this.#file);
    this.#content = content;
  }
}
