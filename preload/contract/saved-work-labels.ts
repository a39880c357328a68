/** What the screens call the contents of each table of saved work; several tables may share one label. */
const LABELS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['activity log', ['activity', 'activity_head']],
      ['saved views', ['view', 'layout']],
      ['favorites and recent records', ['favorite', 'recent']],
      ['edit drafts', ['draft', 'draft_row']],
      ['outcomes of edits', ['job', 'job_row', 'job_outcome', 'job_in_flight']],
      ['ROI request drafts', ['roi_draft']],
      ['ROI requests', ['roi_request', 'roi_code', 'roi_before', 'roi_note']],
      ['planned ROI requests', ['roi_planned']],
      ['ROI contacts and turnaround', ['roi_contact', 'roi_expectation']],
      ['reconciliations', ['reconciliation', 'fee_columns', 'fee_file_result']],
      ['fee upload files', ['fee_file_saved', 'fee_file_pending', 'colleague_fee_file']],
      ['fee history', ['fee_archive', 'fee_archive_file', 'fee_line']],
      ['review marks', ['review_mark', 'review_found']],
      ['fee structures marked retired', ['structure_retired']],
      ['agreed terms', ['agreed_import', 'agreed_terms']],
      ['balances', ['balance_import', 'account_balance', 'account_aum']],
      ['refunds', ['refund_decision', 'refund_setting']],
      ['signed billing periods', ['period_signature', 'colleague_period_signature']],
      ['check-offs and steps of billing periods', ['period_check', 'period_step', 'period_step_mark']],
      ['samples of billing periods', ['period_sample', 'period_sample_account', 'period_sample_verdict']],
      ['standing exports', ['standing_export']],
      ['scheduled refresh', ['refresh_schedule']],
      ['service status', ['service_status']],
      ['team membership', ['team_self', 'team_key', 'team_membership', 'team_head', 'team_invitation']],
      ['shared work of the team', ['team_entry', 'team_item', 'team_issue', 'team_claim']],
      ['work to share with the team', ['team_outbox']],
      ['drafts handed over', ['team_hand_over']],
      ['requests for approval', ['team_approval']],
      [
        'settings',
        ['rate_ceiling', 'fee_change_thresholds', 'year_division', 'fee_file_folder', 'fee_file_auto'],
      ],
      ['time of your last visit', ['visit']],
    ] as const
  ).flatMap(([label, tables]) => tables.map((table) => [table, label] as const)),
);

/** Tables that mean nothing to the user: `revision` counts writes, and a new file has a new count. */
const INTERNAL: ReadonlySet<string> = new Set(['revision']);

/** Tables of earlier layouts, which a damaged file may have, and others without a label. */
const OTHER = 'other saved work';

/** Returns the label of a table of saved work; null if it is internal. */
export const savedWorkLabel = (table: string): string | null =>
  INTERNAL.has(table) ? null : (LABELS.get(table) ?? OTHER);

/** Returns the labels of tables, each once, without internal tables. */
export const savedWorkLabels = (tables: readonly string[]): string[] => [
  ...new Set(tables.map(savedWorkLabel).filter((label) => label !== null)),
];
