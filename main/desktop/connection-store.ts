import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { connection, type Connection } from '../../preload/contract/connection';

const stored = z.object({ version: z.literal(1), connections: z.array(connection) });

/** The list of connections, without any secret, in one small file. */
export class ConnectionStore {
  readonly #file: string;
  #connections: Connection[];

  constructor(folder: string) {
    this.#file = path.join(folder, 'connections.json');
    this.#connections = this.#read();
  }

  get all(): Connection[] {
    return [...this.#connections];
  }

  find(id: string): Connection | undefined {
    return this.#connections.find((one) => one.id === id);
  }

  put(changed: Connection): void {
    const others = this.#connections.filter((one) => one.id !== changed.id);
    this.#write([...others, changed].sort((a, b) => a.createdAt.localeCompare(b.createdAt)));
  }

  remove(id: string): void {
    this.#write(this.#connections.filter((one) => one.id !== id));
  }

  #read(): Connection[] {
    if (!fs.existsSync(this.#file)) return [];
    try {
      return stored.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8'))).connections;
    } catch {
      // Kept for support; the keychain entries and databases of its connections stay where they are.
      fs.renameSync(this.#file, `${this.#file}.damaged-${Date.now()}`);
      return [];
    }
  }

  #write(connections: Connection[]): void {
    const temporary = `${this.#file}.part`;
    fs.writeFileSync(temporary, JSON.stringify({ version: 1, connections }, null, 2), { mode: 0o600 });
    fs.renameSync(temporary, this.#file);
    this.#connections = connections;
  }
}
