import type { z } from 'zod';
import type { Db } from '#engine/sqlite/open-database';
import {
  sharedResult,
  sharedSave,
  sharedSignOff,
  type SharedSignOff,
} from '../../team/saved-work/topics/fee-files';

/** What colleagues wrote about a fee upload file with these bytes. */
export interface StoredColleagueFile {
  readonly fileId: string;
  readonly sha256: string;
  readonly saves: z.output<typeof sharedSave>[];
  readonly results: z.output<typeof sharedResult>[];
  readonly signOffs: SharedSignOff[];
}

interface Row {
  readonly topic: 'fee-file-saved' | 'fee-file-result' | 'sign-off';
  readonly file: string;
  readonly hash: string;
  readonly value: string;
}

/** Leaves out the member's own entries that this computer still has; a restored backup may lack some. */
const ROWS = `SELECT topic, file, hash, value FROM colleague_fee_file AS shared WHERE NOT (is_own AND CASE topic
    WHEN 'fee-file-saved' THEN EXISTS (SELECT 1 FROM fee_file_saved WHERE file_id = file AND sha256 = shared.hash)
    WHEN 'fee-file-result' THEN EXISTS
      (SELECT 1 FROM fee_file_result AS own WHERE own.file = shared.file AND own.hash = shared.hash)
    ELSE EXISTS (SELECT 1 FROM reconciliation WHERE seal = json_extract(shared.value, '$.seal')) END)`;

/** Fee upload files that colleagues saved, reconciled or signed off. */
export class ColleagueFileStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns what colleagues wrote, by file and hash; of each kind, the oldest first. */
  files(): StoredColleagueFile[] {
    const byFileAndHash = new Map<string, StoredColleagueFile>();
    for (const { topic, file, hash, value } of this.#db.prepare<[], Row>(ROWS).iterate()) {
      const key = `${file} ${hash}`;
      const entry = byFileAndHash.get(key) ?? {
        fileId: file,
        sha256: hash,
        saves: [],
        results: [],
        signOffs: [],
      };
      byFileAndHash.set(key, entry);
      const content: unknown = JSON.parse(value);
      if (topic === 'fee-file-saved') entry.saves.push(sharedSave.parse(content));
      else if (topic === 'fee-file-result') entry.results.push(sharedResult.parse(content));
      else entry.signOffs.push(sharedSignOff.parse(content));
    }
    for (const { saves, results, signOffs } of byFileAndHash.values()) {
      saves.sort((a, b) => compare(a.at, b.at));
      results.sort((a, b) => compare(a.at, b.at));
      signOffs.sort((a, b) => compare(a.signedAt, b.signedAt));
    }
    return [...byFileAndHash.values()];
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
