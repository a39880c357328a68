import {
  roiContact,
  type RoiContact,
  type RoiDraftContent,
  type RoiRole,
} from '#contract/features/roi/calls';
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
};

export type RoiContacts = ReturnType<typeof roiContactStore>;

/** Names and addresses by custodian, and each custodian's expected turnaround. */
export function roiContactStore(db: Db) {
  const one = db.prepare<[string, string, string], StoredContact>(
    'SELECT * FROM roi_contact WHERE custodian = ? AND role = ? AND value = ?',
  );
  const use = db.prepare(`INSERT INTO roi_contact (custodian, role, value, name, used) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (custodian, role, value) DO UPDATE
    SET value = excluded.value, name = ifnull(excluded.name, name), used = excluded.used`);

  const expected = db.prepare<[string], Turnaround>(
    'SELECT first, last FROM roi_expectation WHERE custodian = ?',
  );

  return {
    /** Last used first. */
    list: (custodian: RoiCustodian): RoiContact[] =>
      db
        .prepare<[string], StoredContact>(
          'SELECT * FROM roi_contact WHERE custodian = ? ORDER BY used IS NULL, used DESC, value',
        )
        .all(custodian)
        .map(contactOf),
    /** Returns all contacts of the latest request to any custodian, except the advisor. */
    latestContacts: (): RoiContact[] =>
      db
        .prepare<[], StoredContact>(
          `SELECT * FROM roi_contact WHERE role <> 'advisor' AND used = (SELECT max(used) FROM roi_contact) ORDER BY id`,
        )
        .all()
        .map(contactOf),
    /** Saves a changed or new contact; contacts with equal name and role are one. */
    save(request: Omit<RoiContact, 'id' | 'usedAt'> & { id?: number | undefined }): RoiContact {
      const { custodian, role, value, name } = request;
      return db.transaction(() => {
        if (request.id === undefined)
          db.prepare(
            `INSERT INTO roi_contact (custodian, role, value, name) VALUES (?, ?, ?, ?)
             ON CONFLICT (custodian, role, value) DO UPDATE SET value = excluded.value, name = excluded.name`,
          ).run(custodian, role, value, name);
        else {
          db.prepare(
            'DELETE FROM roi_contact WHERE custodian = ? AND role = ? AND value = ? AND id <> ?',
          ).run(custodian, role, value, request.id);
          db.prepare('UPDATE roi_contact SET value = ?, name = ? WHERE id = ?').run(value, name, request.id);
        }
        return contactOf(one.get(custodian, role, value) as StoredContact);
      })();
    },
    remove(id: number): void {
      db.prepare('DELETE FROM roi_contact WHERE id = ?').run(id);
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
      for (const [role, value, name] of all) use.run(custodian, role, value.trim(), name, at);
    },

    expectation: (custodian: CustodianCode): Turnaround | null => expected.get(custodian) ?? null,
    /** Null: restores the default. */
    expect(custodian: RoiCustodian, expected: Turnaround | null): void {
      if (expected)
        db.prepare('INSERT OR REPLACE INTO roi_expectation VALUES (?, ?, ?)').run(
          custodian,
          expected.first,
          expected.last,
        );
      else db.prepare('DELETE FROM roi_expectation WHERE custodian = ?').run(custodian);
    },
  };
}

const contactOf = ({ used, ...contact }: StoredContact): RoiContact =>
  roiContact.parse({ ...contact, usedAt: used });
