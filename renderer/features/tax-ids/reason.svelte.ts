import { reason as reasonSchema } from '#contract/features/tax-ids/schemas';
import { holdsTaxId } from '#contract/tax-id';

const DEFAULT_REASONS = [
  'Tax reporting',
  'Client request',
  'Custodian request',
  'Account opening or transfer',
  'Records review',
] as const;
const OTHER = 'other';

export const REASONS = [
  { value: '', label: 'Select a reason' },
  ...DEFAULT_REASONS.map((label) => ({ value: label, label })),
  { value: OTHER, label: 'Another reason…' },
];

/** The reason for showing, copying or exporting plain values: picked or typed before the first of these. */
export class Reason {
  picked = $state('');
  typed = $state('');
  /** True once the user tried to continue without a valid one. */
  isMissing = $state(false);

  readonly isOther = $derived(this.picked === OTHER);
  readonly text = $derived((this.isOther ? this.typed : this.picked).trim());
  readonly problem = $derived.by(() => {
    if (this.isOther && holdsTaxId(this.typed))
      return 'The reason is saved in the activity log, so it can’t contain a tax ID.';
    if (!this.isMissing || reasonSchema.safeParse(this.text).success) return undefined;
    return this.isOther ? 'Enter the reason in a few words.' : 'Select a reason first.';
  });

  /** Returns the reason, or null and shows an error if it is missing or invalid. */
  requireReason(): string | null {
    const parsed = reasonSchema.safeParse(this.text);
    this.isMissing = !parsed.success;
    return parsed.success ? parsed.data : null;
  }
}
