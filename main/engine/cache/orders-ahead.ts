import type { Db } from '../sqlite/open-database';
import { rowMarks } from './row-marks';

/** A list that is written to again and again while its order is read has to be read in one go when it is asked for. */
const TRIES = 2;

type Marks = ReadonlyMap<string, string>;
interface AheadReader {
  readAhead(): Generator<void, () => void, void>;
}

/**
 * Reads the orders of lists that have changed, little by little, before what was stored is taken up: whoever types meanwhile
 * is answered from the orders before, and never waits until a long one is read.
 */
export class OrdersAhead {
  readonly #db: Db;
  readonly #readers: ReadonlyMap<string, AheadReader>;
  #work: Iterator<void, void, void> | undefined;
  /** By list, what puts its order in place, and the mark of the rows that are in it. */
  readonly #ready = new Map<string, { readonly mark: string; readonly take: () => void }>();

  constructor(db: Db, readers: ReadonlyMap<string, AheadReader>) {
    this.#db = db;
    this.#readers = readers;
  }

  /** Reads a little more; `before`: the marks of what lists are answered from. False: nothing is left to be read. */
  step(before: Marks): boolean {
    this.#work ??= this.#read(before);
    return this.#work.next().done !== true;
  }

  /** Puts in place what was read of the very rows that are taken up now, once all that was known is forgotten. */
  take(marks: Marks): void {
    for (const [name, { mark, take }] of this.#ready) if (marks.get(name) === mark) take();
    this.#ready.clear();
    this.#work = undefined;
  }

  *#read(before: Marks): Generator<void, void, void> {
    for (const [name, reader] of this.#readers)
      for (let tries = 0; tries < TRIES; tries += 1) {
        const mark = this.#mark(name);
        if (mark === undefined || mark === before.get(name)) break;
        const take = yield* reader.readAhead();
        if (this.#mark(name) !== mark) continue; // its stretches are not of the same rows
        this.#ready.set(name, { mark, take });
        break;
      }
  }

  #mark(name: string): string | undefined {
    return rowMarks(this.#db).get(name);
  }
}
