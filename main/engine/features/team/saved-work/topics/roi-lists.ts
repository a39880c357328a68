import { z } from 'zod';
import { expectation, roiContact, roiCustodian } from '#contract/features/roi/schemas';
import type { TeamChange } from '#contract/features/team/change';
import { custodianCode } from '#contract/fields';
import { RoiContacts, type ContactKey } from '#engine/features/roi/saved-work/contacts';
import { Turnarounds } from '#engine/features/roi/saved-work/turnarounds';
import { roiPlannedStore } from '#engine/features/roi/saved-work/planned';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor, nameOfSelf } from './by-member';
import { parsedKey, sharedTopic, type SharedItem } from './shared-topic';

const by = z.string().max(80);
const sharedContact = roiContact.pick({ value: true, name: true }).extend({ by });
const turnaround = expectation.and(z.object({ by }));
const plan = z.object({ by });

/** Returns text with lowercase ASCII letters: SQLite compares contacts that way (NOCASE). */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const contactKeySchema = z.tuple([roiCustodian, roiContact.shape.role, roiContact.shape.value]);
/** Returns the key of a contact in the team's log. */
export const contactKey = ({ custodian, role, value }: ContactKey): string =>
  JSON.stringify([custodian, role, asciiLower(value)]);

const planKeySchema = z.tuple([custodianCode, z.string().max(64)]);
/** Returns the key of one planned code. Each is shared alone, so that two members can plan codes of one custodian. */
export const plannedKey = (custodian: string, code: string): string => JSON.stringify([custodian, code]);

/** Returns the effective value of a key: the latest one, and who wrote it unless it is from before the team. */
function latestOf<Value extends { readonly by: string }>(
  schema: z.ZodType<Value>,
  [item]: readonly SharedItem[],
): { readonly value: Value | null; readonly change: TeamChange | null } {
  const value = schema.nullable().parse(item?.value ?? null);
  return { value, change: item && value && item.place !== 0 ? { by: value.by, at: item.at } : null };
}

/** Names and addresses for ROI requests: the last write in the log wins. When each member used them is not shared. */
export const ROI_CONTACT_TOPIC = sharedTopic({
  name: 'roi-contact',
  value: sharedContact,
  maxItems: 500,
  broughtAs: 'roi-requests',
  attribute: byAuthor,
  open(db, items) {
    const store = new RoiContacts(db);
    return {
      settle(key) {
        const [custodian, role, value] = parsedKey(contactKeySchema, key) ?? [];
        if (!custodian || !role || value === undefined) return;
        const latest = latestOf(sharedContact, items.newestFirst('roi-contact', key));
        const contact = latest.value && {
          custodian,
          role,
          value: latest.value.value,
          name: latest.value.name,
        };
        store.apply({ custodian, role, value }, contact, latest.change);
      },
      itemsBeforeTeam: () =>
        store
          .all()
          .filter(({ value }) => value !== '' && withoutTaxIds(value) === value)
          .map((contact) => ({
            key: contactKey(contact),
            value: {
              value: contact.value,
              name: contact.name && withoutTaxIds(contact.name),
              by: nameOfSelf(db),
            },
            at: contact.usedAt ?? '', // stays on this computer
          })),
    };
  },
});

/** Expected turnarounds, by custodian: the last write in the log wins. */
export const ROI_TURNAROUND_TOPIC = sharedTopic({
  name: 'roi-turnaround',
  value: turnaround,
  maxItems: 50,
  broughtAs: 'roi-requests',
  attribute: byAuthor,
  open(db, items) {
    const store = new Turnarounds(db);
    return {
      settle(key) {
        const custodian = roiCustodian.safeParse(key).data;
        if (!custodian) return;
        const { value, change } = latestOf(turnaround, items.newestFirst('roi-turnaround', key));
        store.apply(custodian, value && { first: value.first, last: value.last }, change);
      },
      itemsBeforeTeam: () =>
        roiCustodian.options.flatMap((custodian) => {
          const expected = store.get(custodian);
          return expected ? [{ key: custodian, value: { ...expected, by: nameOfSelf(db) }, at: '' }] : [];
        }),
    };
  },
});

/** Codes to request by portal or phone, one by one: the last entry in the log says whether a code is still planned. */
export const ROI_PLAN_TOPIC = sharedTopic({
  name: 'roi-plan',
  value: plan,
  maxItems: 500,
  broughtAs: 'roi-requests',
  attribute: (_, { author }) => ({ by: author }),
  open(db, items) {
    const store = roiPlannedStore(db, () => new Date());
    return {
      settle(key) {
        const [custodian, code] = parsedKey(planKeySchema, key) ?? [];
        if (!custodian || code === undefined) return;
        const { value, change } = latestOf(plan, items.newestFirst('roi-plan', key));
        store.applyCode(custodian, code, value !== null, change);
      },
      itemsBeforeTeam: () =>
        store.list().flatMap(({ custodian, codes }) =>
          codes.map((code) => ({
            key: plannedKey(custodian, code),
            value: { by: nameOfSelf(db) },
            at: '',
          })),
        ),
    };
  },
});
