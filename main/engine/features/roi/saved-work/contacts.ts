import {
  roiContact,
  type RoiContact,
  type RoiDraftContent,
  type RoiRole,
} from '#contract/features/roi/schemas';
import type { TeamChange } from '#contract/features/team/change';
import type { RoiCustodian } from '#contract/features/roi/custodians';
import type { Db } from '#engine/sqlite/open-database';
import { teamChangeOf, type StoredChange } from './stored-change';

type StoredContact = {
  id: number;
  custodian: string;
  role: string;
  value: string;
  name: string | null;
  used: string | null;
} & StoredChange;

/** Identifies a contact. Values that differ only in case are the same contact: the column ignores case. */
export type ContactKey = Pick<RoiContact, 'custodian' | 'role' | 'value'>;
export type SharedContact = ContactKey & Pick<RoiContact, 'name'>;
type ContactChange = ContactKey & { readonly contact: SharedContact | null };

/** Queues contacts for the team, in the transaction that stores them. Null: removed. */
export type ShareContacts = (changes: readonly ContactChange[]) => void;

/** Stores names and addresses by custodian. */
export class RoiContacts {
  readonly #db: Db;
  readonly #share: ShareContacts | undefined;

  constructor(db: Db, share?: ShareContacts) {
    this.#db = db;
    this.#share = share;
  }

  /** Last used first. */
  list(custodian: RoiCustodian): RoiContact[] {
    return this.#db
      .prepare<[string], StoredContact>(
        'SELECT * FROM roi_contact WHERE custodian = ? ORDER BY used IS NULL, used DESC, value',
      )
      .all(custodian)
      .map(contactOf);
  }

  /** Returns the contacts of all custodians. */
  all(): RoiContact[] {
    return this.#db.prepare<[], StoredContact>('SELECT * FROM roi_contact ORDER BY id').all().map(contactOf);
  }

  /** Returns all contacts of the latest request to any custodian, except the advisor. */
  latestContacts(): RoiContact[] {
    return this.#db
      .prepare<[], StoredContact>(
        `SELECT * FROM roi_contact WHERE role <> 'advisor' AND used = (SELECT max(used) FROM roi_contact) ORDER BY id`,
      )
      .all()
      .map(contactOf);
  }

  /** Saves a changed or new contact; a custodian has each name or address once for each role. */
  save({ id, ...contact }: SharedContact & { id?: number | undefined }): RoiContact {
    return this.#db.transaction(() => {
      const previous = id === undefined ? undefined : this.#byId(id);
      if (previous) this.#rename(previous.id, contact);
      else this.#write(contact, null);
      this.#share?.([
        ...(previous ? [{ ...contact, value: previous.value, contact: null }] : []),
        { ...contact, contact },
      ]);
      return contactOf(this.#required(contact));
    })();
  }

  remove(id: number): void {
    this.#db.transaction(() => {
      const previous = this.#byId(id);
      this.#db.prepare('DELETE FROM roi_contact WHERE id = ?').run(id);
      if (previous) this.#share?.([{ ...contactOf(previous), contact: null }]);
    })();
  }

  /** Remembers all contacts of a request being sent. */
  remember(custodian: RoiCustodian, content: RoiDraftContent, at: string): void {
    const { advisorName, firmName, senderName, cc, replyTo } = content;
    const all: [RoiRole, string, string | null][] = [
      ['advisor', advisorName, null],
      ['firm', firmName, null],
      ['sender', senderName, null],
      ...cc.map(({ address, name }): [RoiRole, string, string | null] => ['cc', address, name]),
      ...replyTo.map(({ address, name }): [RoiRole, string, string | null] => ['reply-to', address, name]),
    ];
    const changed: ContactChange[] = [];
    for (const [role, text, name] of all) {
      const key: ContactKey = { custodian, role, value: text.trim() };
      const previous = this.#find(key);
      this.#use(key, name, at);
      const { value, name: known } = this.#required(key);
      if (previous?.value !== value || previous.name !== known)
        changed.push({ ...key, contact: { ...key, value, name: known } });
    }
    this.#share?.(changed);
  }

  /** Stores a contact as the team has it, or removes it (null). */
  apply(key: ContactKey, contact: SharedContact | null, change: TeamChange | null): void {
    if (contact) this.#write(contact, change);
    else
      this.#db
        .prepare('DELETE FROM roi_contact WHERE custodian = ? AND role = ? AND value = ?')
        .run(key.custodian, key.role, key.value);
  }

  #find({ custodian, role, value }: ContactKey): StoredContact | undefined {
    return this.#db
      .prepare<[string, string, string], StoredContact>(
        'SELECT * FROM roi_contact WHERE custodian = ? AND role = ? AND value = ?',
      )
      .get(custodian, role, value);
  }

  #byId(id: number): StoredContact | undefined {
    return this.#db.prepare<[number], StoredContact>('SELECT * FROM roi_contact WHERE id = ?').get(id);
  }

  #required(key: ContactKey): StoredContact {
    const stored = this.#find(key);
    if (!stored) throw new Error('The contact was not stored');
    return stored;
  }

  /** Replaces value and name of a contact, and deletes any other contact with that value. */
  #rename(id: number, { custodian, role, value, name }: SharedContact): void {
    this.#db
      .prepare('DELETE FROM roi_contact WHERE custodian = ? AND role = ? AND value = ? AND id <> ?')
      .run(custodian, role, value, id);
    this.#db
      .prepare(
        'UPDATE roi_contact SET value = ?, name = ?, changed_by = NULL, changed_at = NULL WHERE id = ?',
      )
      .run(value, name, id);
  }

  /** `change`: the team member who changed it, and when. */
  #write({ custodian, role, value, name }: SharedContact, change: TeamChange | null): void {
    this.#db
      .prepare(
        `INSERT INTO roi_contact (custodian, role, value, name, changed_by, changed_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (custodian, role, value) DO UPDATE SET value = excluded.value, name = excluded.name,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      )
      .run(custodian, role, value, name, change?.by ?? null, change?.at ?? null);
  }

  /** Stores the use of a contact; its name stays if none is given. */
  #use({ custodian, role, value }: ContactKey, name: string | null, at: string): void {
    this.#db
      .prepare(
        `INSERT INTO roi_contact (custodian, role, value, name, used) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (custodian, role, value) DO UPDATE
         SET value = excluded.value, name = ifnull(excluded.name, name), used = excluded.used`,
      )
      .run(custodian, role, value, name, at);
  }
}

const contactOf = ({ id, custodian, role, value, name, used, ...change }: StoredContact): RoiContact =>
  roiContact.parse({ id, custodian, role, value, name, usedAt: used, changed: teamChangeOf(change) });
