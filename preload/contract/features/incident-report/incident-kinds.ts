/** Maximum number of log entries in a response; more are only counted there. The CSV has all. */
export const MAX_INCIDENT_EVENTS = 5_000;

/** Kinds of log entries by which data left the app or became readable. */
export const INCIDENT_KINDS = [
  'records-copy',
  'records-export',
  'standing-export',
  'changes-export',
  'agreed-terms-export',
  'evidence-export',
  'period-pack',
  'activity-export',
  'incident-report',
  'groups-copy',
  'tax-exchange',
  'tax-tokenise',
  'tax-reveal',
  'tax-export',
  'fee-file-save',
  'roi-send',
  'backup',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];
