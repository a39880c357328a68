import type { TeamChange } from '#contract/features/team/change';

/** Columns of a row that a team shares: the member who changed it, and when; null if it is not shared. */
export interface StoredChange {
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

/** Returns who changed a row, and when; null if it is not shared. */
export const teamChangeOf = ({ changed_by: by, changed_at: at }: StoredChange): TeamChange | null =>
  by === null || at === null ? null : { by, at };
