import { z } from 'zod';
import { agreement, type Agreement } from '#contract/features/agreed-terms/schemas';
import {
  agreedTermsStore,
  sharedAgreementWriter,
  WAITING_PLACE,
  type AgreementVersion,
  type NewAgreement,
  type TermsImport,
} from '#engine/features/agreed-terms/saved-work/agreed-terms';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor, selfQuery } from './by-member';
import { parsedKey, sharedTopic } from './shared-topic';
import { sharedTerms } from './shared-terms';

const reference = z.string().max(1_000);
const sharedAgreement = z.object({
  terms: sharedTerms,
  reference: reference.nullable(),
  file: z.string().max(255).nullable(),
  by: z.string().max(80),
});
type SharedAgreement = z.output<typeof sharedAgreement>;

/** Target (account or household) and its key, date of the agreement, and time and line of the import: one per version. */
const versionKey = z.tuple([
  agreement.shape.target,
  z.string().max(200),
  agreement.shape.date,
  z.string().max(40),
  z.int(),
]);
const keyOf = ({ target, key, date, at, line }: AgreementVersion): string =>
  JSON.stringify([target, key, date, at, line]);

const masked = (text: string | null, max: number): string | null =>
  text === null ? null : withoutTaxIds(text).slice(0, max);

/** Returns a version as it is shared. Terms that exceed the limits of `sharedTerms` can't be read by colleagues. */
export function sharedAgreementOf(
  source: TermsImport,
  { target, key, date, line, terms, reference: agreementReference }: NewAgreement,
  by: string,
) {
  const value: SharedAgreement = {
    terms,
    reference: masked(agreementReference, 1_000),
    file: masked(source.file, 255),
    by,
  };
  return { key: keyOf({ target, key, date, at: source.at, line }), value };
}

const sourceOf = ({ file, importedAt, importedBy }: Agreement): TermsImport => ({
  file,
  at: importedAt,
  by: importedBy,
});

/** Terms that clients signed: all versions are kept; of those with the same date, the last write in the log wins. */
export const AGREED_TERMS_TOPIC = sharedTopic({
  name: 'agreed-terms',
  value: sharedAgreement,
  maxItems: 200,
  isStoredFirst: true,
  broughtAs: 'agreed-terms',
  attribute: byAuthor,
  open(db, items) {
    const writer = sharedAgreementWriter(db);
    const self = selfQuery(db);
    return {
      settle(itemKey) {
        const parsed = parsedKey(versionKey, itemKey);
        if (!parsed) return;
        const [target, key, date, at, line] = parsed;
        const version = { target, key, date, at, line };
        const [item] = items.newestFirst('agreed-terms', itemKey);
        if (!item?.value) {
          writer.remove(version);
          return;
        }
        const place = item.place ?? WAITING_PLACE;
        const member = item.member === self.get()?.member ? null : item.member;
        writer.write({ ...version, ...(item.value as SharedAgreement), place, member });
      },
      itemsBeforeTeam() {
        const by = self.get()?.name ?? '';
        const own = agreedTermsStore(db).own();
        return own.map((ownAgreement) => ({
          ...sharedAgreementOf(sourceOf(ownAgreement), ownAgreement, by),
          at: ownAgreement.importedAt,
        }));
      },
    };
  },
});
