import type { ApprovalRow } from '../features/team/saved-work/topics/approvals';
import { withoutTaxIds } from '../features/team/saved-work/without-tax-ids';

/** A row of a job as a second person approves it: the record, with each value before and after. */
interface ApprovalRowSource {
  /** Null for a new record. */
  readonly key: string | null;
  readonly title: string;
  readonly subtitle?: string;
  readonly fields?: readonly {
    readonly field: string;
    readonly before?: string | undefined;
    readonly after: string;
  }[];
}

/**
 * Returns a row as it is shared with the team: without tax IDs in its titles, and only with the known parts of each
 * field. Values stay exact, because they are what is approved.
 */
export const toApprovalRow = ({
  key,
  title,
  subtitle = '',
  fields = [],
}: ApprovalRowSource): ApprovalRow => ({
  key,
  title: withoutTaxIds(title),
  subtitle: withoutTaxIds(subtitle),
  fields: fields.map(({ field, before, after }) => ({
    field,
    ...(before === undefined ? {} : { before }),
    after,
  })),
});
