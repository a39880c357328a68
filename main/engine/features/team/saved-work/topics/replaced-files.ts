import { z } from 'zod';
import { ReplacedMarks } from '#engine/features/fee-history/saved-work/replaced-marks';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor } from './by-member';
import { sharedTopic } from './shared-topic';

const sharedReplacement = z.object({
  by: z.string().max(200),
  at: z.string().max(40),
  note: z.string().max(4_000),
});

/** Fee upload files that were replaced, by the file's ID: the last write in the log wins. */
export const REPLACED_FILE_TOPIC = sharedTopic({
  name: 'fee-file-replaced',
  value: sharedReplacement,
  maxItems: 100,
  isStoredFirst: true,
  broughtAs: 'fee-files',
  shareable: (mark) => ({ ...mark, note: withoutTaxIds(mark.note) }),
  attribute: byAuthor,
  open(db, items) {
    const marks = new ReplacedMarks(db);
    return {
      settle: (fileId) =>
        marks.apply(fileId, sharedReplacement.nullable().parse(items.latest('fee-file-replaced', fileId))),
      itemsBeforeTeam: () => [...marks.all()].map(([key, value]) => ({ key, value, at: value.at })),
    };
  },
});
