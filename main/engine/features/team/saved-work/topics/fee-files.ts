import { z } from 'zod';
import { savedFile } from '#contract/features/fee-files/schemas';
import { decision, fileOutcome, sealFormat } from '#contract/features/reconcile/schemas';
import type { Db } from '#engine/sqlite/open-database';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor, firstByMember, latestByMember, selfQuery } from './by-member';
import { parsedKey, sharedTopic, type ItemChange, type ItemReader, type TopicState } from './shared-topic';

/**
 * Fee upload files that members saved, reconciled and signed off: facts and numbers, never a line of a file.
 * `colleague_fee_file` has what each member shared about a file, and is kept when this member leaves the team.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().max(200);
const time = z.string().max(40);
const decimal = z.string().max(60);

/** The key of what is shared about a file with these bytes; a sign-off also has its seal. */
const fileKey = z.union([z.tuple([z.string(), sha256]), z.tuple([z.string(), sha256, sha256])]);
export const feeFileKey = (fileId: string, hash: string, seal?: string): string =>
  JSON.stringify(seal === undefined ? [fileId, hash] : [fileId, hash, seal]);

/** A file with these bytes is on the list of a member's saved files. */
export const sharedSave = z.object({
  by: name,
  at: time,
  bytes: z.int(),
  files: z.int(),
  /** The result of its last comparison with what was saved. */
  state: savedFile.shape.state,
});

/** The result of a reconciliation, in numbers. */
export const sharedResult = z.object({
  by: name,
  at: time,
  endDate: time.nullable(),
  outcome: fileOutcome,
  custodians: z.array(z.object({ custodian: z.string().max(20), sum: decimal })).max(1_000),
  /** Null: from before the team. */
  totals: z.object({ lines: z.int(), flaggedLines: z.int(), accounts: z.int(), sum: decimal }).nullable(),
});

/** A signature as its seal covers it, without the sealed result. */
export const sharedSignOff = z.object({
  by: name,
  format: sealFormat,
  fileId: z.string().max(200),
  fileSha256: sha256,
  resultSha256: sha256,
  signedAt: time,
  signedBy: name,
  decision: decision.nullable(),
  /** Null: it has digits that could be a tax ID, so it stays on the signer’s computer. */
  note: z.string().max(4_000).nullable(),
  seal: sha256,
});
export type SharedSignOff = z.output<typeof sharedSignOff>;

/** Returns the note of a signature; null if it has digits that could be a tax ID. */
export const shareableNote = (note: string): string | null => (withoutTaxIds(note) === note ? note : null);

/** Stores what each member shared about a file. */
class ColleagueFiles implements TopicState {
  readonly #topic: string;
  readonly #items: ItemReader;
  readonly #self;
  readonly #remove;
  readonly #insert;
  readonly #itemsBeforeTeam: (by: string) => readonly (ItemChange & { readonly at: string })[];

  constructor(
    topic: string,
    db: Db,
    items: ItemReader,
    itemsBeforeTeam: (by: string) => readonly (ItemChange & { readonly at: string })[],
  ) {
    this.#topic = topic;
    this.#items = items;
    this.#itemsBeforeTeam = itemsBeforeTeam;
    this.#self = selfQuery(db);
    this.#remove = db.prepare<[string, string]>('DELETE FROM colleague_fee_file WHERE topic = ? AND key = ?');
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO colleague_fee_file (topic, key, member, file, hash, is_own, value)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  settle(key: string): void {
    const self = this.#self.get()?.member;
    const [file, hash] = parsedKey(fileKey, key) ?? [];
    if (file === undefined || hash === undefined) return;
    this.#remove.run(this.#topic, key);
    for (const [member, value] of this.#byMember(key)) {
      if (value !== null)
        this.#insert.run(
          this.#topic,
          key,
          member,
          file,
          hash,
          member === self ? 1 : 0,
          JSON.stringify(value),
        );
    }
  }

  itemsBeforeTeam() {
    return this.#itemsBeforeTeam(this.#self.get()?.name ?? '');
  }

  #byMember(key: string): Map<string, unknown> {
    const items = this.#items.inOrder(this.#topic, key);
    return this.#topic === 'sign-off'
      ? firstByMember(items, (value) => isOfKey(key, value))
      : latestByMember(items);
  }
}

/** Returns whether a sign-off is about the file of its key. */
function isOfKey(key: string, value: unknown): boolean {
  const { data } = sharedSignOff.safeParse(value);
  return data !== undefined && feeFileKey(data.fileId, data.fileSha256, data.seal) === key;
}

export const SAVED_FILE_TOPIC = sharedTopic({
  name: 'fee-file-saved',
  value: sharedSave,
  maxItems: 500,
  broughtAs: 'fee-files',
  attribute: byAuthor,
  open: (db, items) =>
    new ColleagueFiles('fee-file-saved', db, items, (by) =>
      db
        // Of several copies with the same bytes, an intact one, else the newest, as later ones are shared.
        .prepare<[], { file: string; hash: string; at: string; bytes: number; files: number; state: string }>(
          `SELECT file_id AS file, sha256 AS hash, saved_at AS at, bytes, files, state FROM fee_file_saved AS saved
           WHERE length(sha256) = 64 AND id = (
             SELECT id FROM fee_file_saved AS copy WHERE copy.file_id = saved.file_id AND copy.sha256 = saved.sha256
             ORDER BY state = 'whole' DESC, id DESC LIMIT 1)
           ORDER BY id`,
        )
        .all()
        .map(({ file, hash, ...value }) => ({
          key: feeFileKey(file, hash),
          value: { by, ...value },
          at: value.at,
        })),
    ),
});

export const FILE_RESULT_TOPIC = sharedTopic({
  name: 'fee-file-result',
  value: sharedResult,
  maxItems: 50,
  broughtAs: 'fee-files',
  attribute: byAuthor,
  open: (db, items) =>
    new ColleagueFiles('fee-file-result', db, items, (by) =>
      db
        .prepare<
          [],
          {
            file: string;
            hash: string;
            at: string;
            endDate: string | null;
            outcome: string;
            custodians: string;
          }
        >('SELECT file, hash, at, end_date AS endDate, outcome, custodians FROM fee_file_result ORDER BY at')
        .all()
        .map(({ file, hash, custodians, ...value }) => ({
          key: feeFileKey(file, hash),
          value: { by, ...value, custodians: JSON.parse(custodians) as unknown, totals: null },
          at: value.at,
        })),
    ),
});

export const SIGN_OFF_TOPIC = sharedTopic({
  name: 'sign-off',
  value: sharedSignOff,
  maxItems: 100,
  broughtAs: 'fee-files',
  attribute: byAuthor,
  open: (db, items) =>
    new ColleagueFiles('sign-off', db, items, (by) =>
      db
        // Rows of an older version have no format: it was 1 without a decision, and 2 with one.
        .prepare<[], Omit<SharedSignOff, 'by' | 'note'> & { readonly note: string }>(
          `SELECT coalesce(format, iif(decision IS NULL, 1, 2)) AS format, file AS fileId, at AS signedAt,
             user AS signedBy, decision, note, file_hash AS fileSha256, result_hash AS resultSha256, seal
           FROM reconciliation ORDER BY id`,
        )
        .all()
        .map((signed) => ({
          key: feeFileKey(signed.fileId, signed.fileSha256, signed.seal),
          value: { by, ...signed, note: shareableNote(signed.note) },
          at: signed.signedAt,
        })),
    ),
});
