import { z } from 'zod';
import { sectionName, signatureApproval } from '#contract/features/period/schemas';
import type { Db } from '#engine/sqlite/open-database';
import { PeriodRows } from '#engine/features/period/saved-work/period-rows';
import { isApprovedInLog } from '../signature-approval';
import { withoutTaxIds } from '../without-tax-ids';
import { periodSubject } from './approvals';
import { byAuthor, nameOfSelf, selfQuery } from './by-member';
import { shareableNote } from './fee-files';
import { parsedKey, sharedTopic, type ItemReader } from './shared-topic';

/**
 * The firm's own steps of a billing period, their marks, check-offs of sections, and signatures. An empty firm means
 * files whose record names no firm.
 */

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().max(200);
const time = z.string().max(40);
const note = z.string().max(4_000);

export const sharedSteps = z.array(z.object({ uid: z.string().max(40), title: name })).max(100);
export const periodMark = z.object({ by: name, at: time, note });
export const sharedCheck = periodMark.extend({ sha256: hash });

/** A signature as its seal covers it, and the sections that were open. The sealed content stays with its signer. */
export const sharedPeriodSignature = z.object({
  by: name,
  firm: name.nullable(),
  endDate: time,
  signedAt: time,
  signedBy: name,
  /** Null: it has digits that could be a tax ID. */
  note: note.nullable(),
  contentSha256: hash,
  /** As the seal covers it. Earlier versions had none. */
  approval: signatureApproval.nullable().default(null),
  seal: hash,
  open: z.array(sectionName),
});
export type SharedPeriodSignature = z.output<typeof sharedPeriodSignature>;

/** Returns a value whose note has no digits that could be a tax ID. */
const withMaskedNote = <Value extends { readonly note: string }>(value: Value): Value => ({
  ...value,
  note: withoutTaxIds(value.note),
});

export const stepMarkKey = (uid: string, endDate: string): string => JSON.stringify([uid, endDate]);
/** Returns the key of something in a period: of a check-off by its section, of a signature by its seal. */
export const periodKeyOf = (firm: string, endDate: string, what: string): string =>
  JSON.stringify([firm, endDate, what]);
const pair = z.tuple([z.string(), z.string()]);
const triple = z.tuple([z.string(), z.string(), z.string()]);

/** The steps of a firm: the last list wins. */
export const PERIOD_STEPS_TOPIC = sharedTopic({
  name: 'period-steps',
  value: sharedSteps,
  maxItems: 20,
  isStoredFirst: true,
  broughtAs: 'periods',
  shareable: (steps) => steps.map(({ uid, title }) => ({ uid, title: withoutTaxIds(title) })),
  open(db, items) {
    const rows = new PeriodRows(db);
    return {
      settle: (firm) =>
        rows.replaceSteps(firm, sharedSteps.nullable().parse(items.latest('period-steps', firm)) ?? []),
      itemsBeforeTeam: () => rows.allSteps().map(({ firm, steps }) => ({ key: firm, value: steps, at: '' })),
    };
  },
});

/** Steps that are done in a period: the last mark wins. */
export const STEP_MARK_TOPIC = sharedTopic({
  name: 'period-step',
  value: periodMark,
  maxItems: 100,
  isStoredFirst: true,
  broughtAs: 'periods',
  shareable: withMaskedNote,
  attribute: byAuthor,
  open(db, items) {
    const rows = new PeriodRows(db);
    return {
      settle(key) {
        const [uid, endDate] = parsedKey(pair, key) ?? [];
        if (uid === undefined || endDate === undefined) return;
        rows.setMark(uid, endDate, periodMark.nullable().parse(items.latest('period-step', key)));
      },
      itemsBeforeTeam: () =>
        rows.allMarks().map(({ uid, endDate, ...mark }) => ({
          key: stepMarkKey(uid, endDate),
          value: mark,
          at: mark.at,
        })),
    };
  },
});

/** Check-offs of sections. Each holds only for the facts that its author saw, so check-offs of other facts stay. */
export const PERIOD_CHECK_TOPIC = sharedTopic({
  name: 'period-check',
  value: sharedCheck,
  maxItems: 50,
  isStoredFirst: true,
  broughtAs: 'periods',
  shareable: withMaskedNote,
  attribute: byAuthor,
  open(db, items) {
    const rows = new PeriodRows(db);
    return {
      settle(key) {
        const [firm, endDate, section] = parsedKey(triple, key) ?? [];
        if (firm === undefined || endDate === undefined || section === undefined) return;
        const checks = new Map<string, z.output<typeof sharedCheck>>();
        for (const { value } of items.inOrder('period-check', key)) {
          const check = sharedCheck.nullable().parse(value);
          if (check === null) checks.clear();
          else {
            checks.delete(check.sha256);
            checks.set(check.sha256, check);
          }
        }
        rows.replaceChecks(firm, endDate, section, [...checks.values()]);
      },
      itemsBeforeTeam: () =>
        rows.allChecks().map(({ firm, endDate, section, ...check }) => ({
          key: periodKeyOf(firm, endDate, section),
          value: check,
          at: check.at,
        })),
    };
  },
});

/** Signatures of periods: all stay. */
export const PERIOD_SIGNATURE_TOPIC = sharedTopic({
  name: 'period-signature',
  value: sharedPeriodSignature,
  maxItems: 50,
  broughtAs: 'periods',
  attribute: byAuthor,
  open: (db, items) => ({
    settle: (key) => settleSignature(db, items, key),
    itemsBeforeTeam: () => signaturesBeforeTeam(db),
  }),
});

function settleSignature(db: Db, items: ItemReader, key: string): void {
  const [firm, endDate] = parsedKey(triple, key) ?? [];
  if (firm === undefined || endDate === undefined) return;
  const self = selfQuery(db).get()?.member;
  db.prepare('DELETE FROM colleague_period_signature WHERE key = ?').run(key);
  const insert = db.prepare(
    `INSERT INTO colleague_period_signature (key, member, firm, end_date, is_own, value, is_approved)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const countedMembers = new Set<string>();
  for (const { member, place, at, value } of items.inOrder('period-signature', key)) {
    const { data } = sharedPeriodSignature.safeParse(value);
    // The first of each member counts: what is signed never changes.
    if (!data || countedMembers.has(member) || periodKeyOf(data.firm ?? '', data.endDate, data.seal) !== key)
      continue;
    countedMembers.add(member);
    const { contentSha256, approval } = data;
    const subject = periodSubject(data);
    const isApproved = isApprovedInLog(db, items, { member, place, at, subject, contentSha256, approval });
    const flag = isApproved === null ? null : Number(isApproved);
    insert.run(key, member, firm, endDate, member === self ? 1 : 0, JSON.stringify(data), flag);
  }
}

/** Returns this user's signatures. `left` in their sealed content: the sections that were open. */
function signaturesBeforeTeam(db: Db) {
  const by = nameOfSelf(db);
  return db
    .prepare<
      [],
      Omit<SharedPeriodSignature, 'by' | 'open' | 'note' | 'firm' | 'approval'> & {
        readonly firm: string;
        readonly note: string;
        readonly approval: string | null;
        readonly open: string;
      }
    >(
      `SELECT firm, end_date AS endDate, at AS signedAt, user AS signedBy, note, content_hash AS contentSha256, approval, seal,
         CASE WHEN json_valid(content) THEN coalesce(json_extract(content, '$.period.left'), '[]') ELSE '[]' END AS open
       FROM period_signature ORDER BY id`,
    )
    .all()
    .map(({ firm, note: text, approval, open, ...signed }) => ({
      key: periodKeyOf(firm, signed.endDate, signed.seal),
      value: {
        by,
        firm: firm || null,
        ...signed,
        note: shareableNote(text),
        approval: approval === null ? null : (JSON.parse(approval) as unknown),
        open: JSON.parse(open) as unknown,
      },
      at: signed.signedAt,
    }));
}
