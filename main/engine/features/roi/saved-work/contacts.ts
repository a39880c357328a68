import {
  roiContact,
  type RoiContact,
  type RoiDraftContent,
  type RoiRole,
} from '#contract/features/roi/calls';
import type { TeamChange } from '#contract/features/team/change';
import type { Turnaround, RoiCustodian } from '#contract/features/roi/custodians';
import type { CustodianCode } from '#contract/fields';
import type { Db } from '#engine/sqlite/open-database';

type StoredContact = {
  id: number;
  custodian: string;
  role: string;
  value: string;
  name: string | null;
  used: string | null;
} & StoredChange;
/** The team member who changed it, and when; null if it is not shared. */
type StoredChange = { changed_by: string | null; changed_at: string | null };

/** Identifies a contact. Names and addresses that differ only in case are the same contact. */
export type ContactKey = Pick<RoiContact, 'custodian' | 'role' | 'value'>;
export type SharedContact = ContactKey & Pick<RoiContact, 'name'>;
type ContactChange = ContactKey & { readonly contact: SharedContact | null };

/** Queues contacts and turnarounds for the team, in the transaction that stores them. */
export interface ShareContacts {
  /** Null: removed. */
  contacts(changes: readonly ContactChange[]): void;
  turnaround(custodian: RoiCustodian, expected: Turnaround | null): void;
}

export type RoiContacts = ReturnType<typeof roiContactStore>;

/** Names and addresses by custodian, and each custodian's expected turnaround. */
export function roiContactStore(db: Db, share?: ShareContacts) {
  const one = db.prepare<[string, string, string], StoredContact>(
    'SELECT * FROM roi_contact WHERE custodian = ? AND role = ? AND value = ?',
  );
  const byId = db.prepare<[number], StoredContact>('SELECT * FROM roi_contact WHERE id = ?');
  const use = db.prepare(`INSERT INTO roi_contact (custodian, role, value, name, used) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (custodian, role, value) DO UPDATE
    SET value = excluded.value, name = ifnull(excluded.name, name), used = excluded.used`);
  const put =
    db.prepare(`INSERT INTO roi_contact (custodian, role, value, name, changed_by, changed_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (custodian, role, value) DO UPDATE SET value = excluded.value, name = excluded.name,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
  const drop = db.prepare<[string, string, string]>(
    'DELETE FROM roi_contact WHERE custodian = ? AND role = ? AND value = ?',
  );
  const expected = db.prepare<[string], Turnaround & StoredChange>(
    'SELECT first, last, changed_by, changed_at FROM roi_expectation WHERE custodian = ?',
  );

  const required = ({ custodian, role, value }: ContactKey): StoredContact => {
    const stored = one.get(custodian, role, value);
    if (!stored) throw new Error('The contact was not stored');
    return stored;
  };
  /** `change`: the team member who changed it, and when. */
  const write = ({ custodian, role, value, name }: SharedContact, change: TeamChange | null): void => {
    put.run(custodian, role, value, name, change?.by ?? null, change?.at ?? null);
  };
  const writeTurnaround = (
    custodian: CustodianCode,
    turnaround: Turnaround | null,
    change: TeamChange | null,
  ): void => {
    if (turnaround)
      db.prepare('INSERT OR REPLACE INTO roi_expectation VALUES (?, ?, ?, ?, ?)').run(
        custodian,
        turnaround.first,
        turnaround.last,
        change?.by ?? null,
        change?.at ?? null,
      );
    else db.prepare('DELETE FROM roi_expectation WHERE custodian = ?').run(custodian);
  };

  return {
    /** Last used first. */
    list: (custodian: RoiCustodian): RoiContact[] =>
      db
        .prepare<[string], StoredContact>(
          'SELECT * FROM roi_contact WHERE custodian = ? ORDER BY used IS NULL, used DESC, value',
        )
        .all(custodian)
        .map(contactOf),
    /** Returns the contacts of all custodians. */
    all: (): RoiContact[] =>
      db.prepare<[], StoredContact>('SELECT * FROM roi_contact ORDER BY id').all().map(contactOf),
    /** Returns all contacts of the latest request to any custodian, except the advisor. */
    latestContacts: (): RoiContact[] =>
      db
        .prepare<[], StoredContact>(
          `SELECT * FROM roi_contact WHERE role <> 'advisor' AND used = (SELECT max(used) FROM roi_contact) ORDER BY id`,
        )
        .all()
        .map(contactOf),
    /** Saves a changed or new contact; contacts with equal name and role are one. */
    save({ id, ...contact }: SharedContact & { id?: number | undefined }): RoiContact {
      const { custodian, role, value, name } = contact;
      return db.transaction(() => {
        const before = id === undefined ? undefined : byId.get(id);
        if (before) {
          db.prepare(
            'DELETE FROM roi_contact WHERE custodian = ? AND role = ? AND value = ? AND id <> ?',
          ).run(custodian, role, value, before.id);
          db.prepare(
            'UPDATE roi_contact SET value = ?, name = ?, changed_by = NULL, changed_at = NULL WHERE id = ?',
          ).run(value, name, before.id);
        } else write(contact, null);
        share?.contacts([
          ...(before ? [{ ...contact, value: before.value, contact: null }] : []),
          { ...contact, contact },
        ]);
        return contactOf(required(contact));
      })();
    },
    remove(id: number): void {
      db.transaction(() => {
        const before = byId.get(id);
        db.prepare('DELETE FROM roi_contact WHERE id = ?').run(id);
        if (before) share?.contacts([{ ...contactOf(before), contact: null }]);
      })();
    },
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
        const before = one.get(custodian, role, key.value);
        use.run(custodian, role, key.value, name, at);
        const { value, name: known } = required(key);
        if (before?.value !== value || before.name !== known)
          changed.push({ ...key, contact: { ...key, value, name: known } });
      }
      share?.contacts(changed);
    },

    expectation(custodian: CustodianCode): Turnaround | null {
      const stored = expected.get(custodian);
      return stored ? { first: stored.first, last: stored.last } : null;
    },
    /** Returns who in the team set the expectation; null: none, or not shared. */
    expectationChange(custodian: CustodianCode): TeamChange | null {
      const stored = expected.get(custodian);
      return stored ? changeOf(stored) : null;
    },
    /** Sets a custodian's expected turnaround, or restores the default (null). */
    setExpectation(custodian: RoiCustodian, turnaround: Turnaround | null): void {
      db.transaction(() => {
        writeTurnaround(custodian, turnaround, null);
        share?.turnaround(custodian, turnaround);
      })();
    },

    /** Stores a contact as the team has it, or removes it (null). */
    applyContact(
      { custodian, role, value }: ContactKey,
      contact: SharedContact | null,
      change: TeamChange | null,
    ) {
      if (contact) write(contact, change);
      else drop.run(custodian, role, value);
    },
    applyTurnaround: writeTurnaround,
  };
}

const changeOf = ({ changed_by: by, changed_at: at }: StoredChange): TeamChange | null =>
  by === null || at === null ? null : { by, at };

const contactOf = ({ id, custodian, role, value, name, used, ...change }: StoredContact): RoiContact =>
  roiContact.parse({ id, custodian, role, value, name, usedAt: used, changed: changeOf(change) });
