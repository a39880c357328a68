import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const row = z.record(z.string(), z.unknown());

/** One change to a record, as the table that made it reports it. */
const recordChange = z.union([
  z.strictObject({ id: z.int(), created: row }),
  z.strictObject({ id: z.int(), edits: row, stamp: z.string() }),
  z.strictObject({ id: z.int(), removed: z.literal(true) }),
]);
export type RecordChange = z.output<typeof recordChange>;

/** A line of the journal: a change to the demo firm that its seed doesn't generate. */
const journalEntry = z.union([
  z.strictObject({ table: z.string(), change: recordChange }),
  /** A simulated night, with its real time (ISO, UTC). */
  z.strictObject({ night: z.string() }),
  /** All billing groups were created again. */
  z.strictObject({ groupsRecreated: z.literal(true) }),
  /** The ID of an ROI request. */
  z.strictObject({ roiRequest: z.int() }),
]);
export type JournalEntry = z.output<typeof journalEntry>;

/** The firm to which a journal belongs. */
export interface JournaledFirm {
  readonly seed: number;
  readonly accounts: number;
  readonly application: string;
}

/** The changes to a demo firm, in a file of JSON lines, so that they survive a restart. The first line names the firm. */
export class DemoJournal {
  readonly #file: string;
  readonly #firm: JournaledFirm;
  #unsaved: string[] = [];
  #isOfThisFirm = false;

  constructor(file: string, { seed, accounts, application }: JournaledFirm) {
    this.#file = file;
    this.#firm = { seed, accounts, application };
  }

  /**
   * Yields the stored changes, oldest first. Skips lines that a crash or a full disk cut off. A journal of another firm
   * yields nothing, and the first change replaces it.
   */
  async *read(): AsyncGenerator<JournalEntry> {
    if (!fs.existsSync(this.#file)) return;
    for await (const line of linesOf(this.#file)) {
      if (!this.#isOfThisFirm) {
        if (line !== JSON.stringify(this.#firm)) return;
        this.#isOfThisFirm = true;
        continue;
      }
      const entry = readEntry(line);
      if (entry) yield entry;
    }
  }

  add(entry: JournalEntry): void {
    // Readers of lines may split them at these separators, which JSON leaves as they are.
    this.#unsaved.push(JSON.stringify(entry).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'));
  }

  /** Writes the added entries. @throws a file error; the entries stay, for the next call */
  save(): void {
    if (this.#unsaved.length === 0) return;
    // An append that failed may have left a part of a line: the new lines start on their own.
    const lines = `\n${this.#unsaved.join('\n')}\n`;
    if (this.#isOfThisFirm) fs.appendFileSync(this.#file, lines);
    else {
      fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
      fs.writeFileSync(this.#file, `${JSON.stringify(this.#firm)}${lines}`, { mode: 0o600 });
      this.#isOfThisFirm = true;
    }
    this.#unsaved = [];
  }
}

/** Yields the lines of a file; node:readline would end them at other separators, too. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of fs.createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Returns undefined for a line that is no entry. */
function readEntry(line: string): JournalEntry | undefined {
  try {
    return journalEntry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined; // no JSON
  }
}
